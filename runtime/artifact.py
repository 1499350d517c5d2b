"""Bytes → document: checked, bounded, and safe to link. The only reader of an artifact.

Source: docs/artifact.md; design, section 3. An artifact may come from anywhere. What is wrong with it is
told as an ArtifactError with its code, and nothing in it is ever run:

| code | what |
| --- | --- |
| RW0701 | this is no artifact |
| RW0702 | it has another version |
| RW0703 | it is no JSON, or not as strict as an artifact's |
| RW0704 | it was changed after it was built |
| RW0705 | a part of it has another shape than its schema |
| RW0706 | it exceeds a limit |
| RW0707 | it names something that it does not have, or has twice, or its defines run in a ring |
| RW0708 | an optional rule changes something that is not there |
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from rulewright import schemas
from rulewright.runtime import errors
from rulewright.runtime.errors import RulewrightError
from rulewright.runtime.integrity import findings_of
from rulewright.schemas import plain_json
from rulewright.schemas.changes import ChangeError, apply_changes
from rulewright.schemas.hashing import rules_hash

__all__ = ["ArtifactError", "Document", "load", "with_options"]

Document = dict[str, Any]

FORMAT = "rulewright.ruleset"
REBUILD = "build it anew from its sources"


class ArtifactError(RulewrightError):
    """An artifact cannot be used.

    path: where in the document, as in `rules[burn].body[0]`; "" for the whole.
    more: further problems of the same kind, as sentences.
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        help: str = "",
        path: str = "",
        place: errors.Place | None = None,
        more: Sequence[str] = (),
    ) -> None:
        at = f"{path}: " if path else ""
        further = f" (and {len(more)} more)" if more else ""
        super().__init__(code, f"{at}{message}{further}", help=help, place=place)
        self.path = path
        self.more = tuple(more)


def load(source: str | Path | bytes, *, strict_hash: bool = True) -> Document:
    """Return the artifact in `source`: the name of a file, or its bytes.

    Args:
        strict_hash: refuse an artifact that was changed after it was built (RW0704).

    Raises:
        ArtifactError: it cannot be used; the code says why.
    """
    document: Document
    data = source if isinstance(source, bytes) else _bytes_of(Path(source))
    try:
        document = plain_json.read(data)
    except plain_json.NotPlainJson as error:
        at = f"line {error.line}, column {error.column}: " if error.line else ""
        if error.limit:
            raise ArtifactError(
                "RW0706", at + error.message, help=f"the limit is {error.limit}; divide the ruleset"
            ) from None
        raise ArtifactError("RW0703", at + error.message, help=REBUILD) from None
    _check_version(document)
    _check_shape(document)
    if strict_hash and document["rules_hash"] != rules_hash(document):
        raise ArtifactError(
            "RW0704",
            "the artifact was changed after it was built: its `rules_hash` does not fit",
            help=f"{REBUILD}, or load it with `strict_hash=False`",
        )
    _check_integrity(document)
    return document


def with_options(document: Document, options: Iterable[str]) -> Document:
    """Return `document` with these optional rules on, checked as a whole. `document` stays as it is.

    Options are applied in the order of the document, whatever the order they are given in.

    Raises:
        LinkError: an option is unknown (RW0805), or two cannot stand together (RW0806).
        ArtifactError: the changed document cannot be used.
    """
    chosen = dict.fromkeys(options)
    known = [option["id"] for option in document["options"]]
    for id in chosen:
        if id not in known:
            raise errors.unknown_option(id, known)
    for first, second in document["conflicts"]:
        if first != second and first in chosen and second in chosen:
            raise errors.options_conflict(first, second)
    if not chosen:
        return document
    changed = document
    for option in document["options"]:
        if option["id"] in chosen:
            try:
                changed = apply_changes(changed, option["changes"])
            except ChangeError as error:
                way = ".".join(str(step) for step in error.path)
                raise ArtifactError(
                    "RW0708",
                    f"the optional rule `{option['id']}` cannot be switched on: {error.message} at `{way}`",
                    help=REBUILD,
                ) from None
    deep = plain_json.nested_too_deep(changed)
    if deep is not None:
        message = (
            f"with {_listed(chosen)}, lists and objects are nested more than {plain_json.MOST_NESTED} deep"
        )
        raise ArtifactError("RW0706", message, help=f"the limit is {plain_json.MOST_NESTED} levels")
    with_them = f"with {_listed(chosen)}, "
    _check_shape(changed, with_them)
    _check_integrity(changed, with_them)
    return changed


# ---------------------------------------------------------------- the checks, in their order


def _bytes_of(path: Path) -> bytes:
    try:
        if not path.is_file():
            raise ArtifactError("RW0701", f"`{path}` is no artifact: there is no such file", help=REBUILD)
        with path.open("rb") as file:
            return file.read(plain_json.MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise ArtifactError("RW0701", f"`{path}` cannot be read: {reason}") from None


def _check_version(document: Any) -> None:
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise ArtifactError(
            "RW0701", f'this is no artifact: it does not begin with `"format": "{FORMAT}"`', help=REBUILD
        )
    version = document.get("version")
    if type(version) is not int:
        raise ArtifactError("RW0702", "the artifact does not say its version", help=REBUILD)
    if version != schemas.IR_VERSION:
        help = "install a newer rulewright" if version > schemas.IR_VERSION else REBUILD
        raise ArtifactError(
            "RW0702",
            f"the artifact has version {version}; this rulewright reads version {schemas.IR_VERSION}",
            help=help,
        )


def _check_shape(document: Document, when: str = "") -> None:
    if schemas.is_valid("ruleset", document):
        return
    problems = schemas.errors("ruleset", document)
    raise ArtifactError(
        "RW0705",
        when + problems[0].message,
        path=problems[0].path,
        help=REBUILD,
        more=[str(problem) for problem in problems[1:]],
    )


def _check_integrity(document: Document, when: str = "") -> None:
    found = findings_of(document)
    if found:
        first = found[0]
        raise ArtifactError(
            first.code,
            when + first.message,
            path=first.path,
            place=first.place,
            help=REBUILD,
            more=[f"{one.path}: {one.message}" if one.path else one.message for one in found[1:]],
        )


def _listed(options: Iterable[str]) -> str:
    return " and ".join(f"`{option}`" for option in options)
