"""What is in the folders is what gets installed."""

import subprocess
import sys

import pytest

from rulewright import schemas

from .plan import CONTRACTS, PACKAGE_DATA, PACKAGES, PROJECT, ROOMS, ROOT, files_of, folder_of


def test_the_plan_lists_every_package() -> None:
    # A package that is not listed works in the editable install and is missing from the wheel.
    folders = {file.parent for room in ROOMS.values() for file in files_of(room, "*.py")}
    listed = {folder_of(package) for package in PACKAGES}
    forgotten = sorted(str(folder.relative_to(ROOT)) for folder in folders - listed)
    assert forgotten == [], "add these to [tool.setuptools] packages"
    assert [package for package in PACKAGES if not (folder_of(package) / "__init__.py").is_file()] == []


def test_the_plan_lists_every_data_file() -> None:
    shipped = {
        file
        for package, patterns in PACKAGE_DATA.items()
        for pattern in patterns
        for file in folder_of(package).glob(pattern)
    }
    data = [file for room in ROOMS.values() for file in files_of(room) if file.suffix != ".py"]
    forgotten = [
        str(file.relative_to(ROOT)) for file in data if file not in shipped and file.name != "README.md"
    ]
    assert forgotten == [], "add these to [tool.setuptools.package-data]"


def test_every_module_of_the_compiler_has_its_layer() -> None:
    (passes,) = (c for c in CONTRACTS if c["name"] == "Passes only look back")
    layered = {name.strip(" ()") for layer in passes["layers"] for name in layer.replace(":", "|").split("|")}
    modules = {
        path.stem
        for path in (ROOT / "compiler").iterdir()
        if path.suffix == ".py" or (path / "__init__.py").is_file()
    }
    assert sorted(modules - layered - {"__init__", "aids"}) == [], (
        f"add these to the contract {passes['name']!r}"
    )


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_is_typed_and_refuses_its_bare_name(room: str) -> None:
    folder = ROOMS[room]
    assert (ROOT / folder / "py.typed").is_file()
    result = subprocess.run(
        [sys.executable, "-c", f"import {folder}"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert f"import this package as {room}" in result.stderr


def test_every_import_contract_holds() -> None:
    from importlinter.cli import lint_imports

    assert lint_imports(config_filename=str(ROOT / "pyproject.toml"), no_cache=True) == 0


def test_every_schema_is_a_schema() -> None:
    import jsonschema

    for file in files_of("schemas", "*.schema.json"):
        name = file.relative_to(ROOT / "schemas").as_posix().removesuffix(".schema.json")
        jsonschema.Draft202012Validator.check_schema(schemas.load(name))


def test_the_three_versions_are_one() -> None:
    from importlib.metadata import version

    from rulewright.compiler import VERSION

    assert PROJECT["project"]["version"] == VERSION
    assert version("rulewright") == PROJECT["project"]["version"], "run: pip install -e ."
