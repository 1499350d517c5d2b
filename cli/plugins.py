"""The installed plugins: who offers what, and a diagnostic that names the one that fails.

Each plugin is asked alone, so that every answer has a name. Nothing is looked up or imported before
the first question; naming a folder of rules asks nobody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, wraps
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from rulewright.cli import stamps
from rulewright.cli.failures import Refused, refuse
from rulewright.compiler.record import Record, replace

# pluggy, the hooks and the metadata of packages are imported when the first question is asked: for a
# folder of rules that is never.
if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    import pluggy

    from rulewright.compiler.diagnostics import Diagnostic
    from rulewright.compiler.hookspecs import Check, Format, MakeSheet, RenderSheet
    from rulewright.runtime.bots import BotFactory

GROUP = "rulewright"
OWN_HOOKS = frozenset(("rulewright_rulesets",))  # what rulewright.rulesets.plugin answers

T = TypeVar("T")


class Offer(Record, Generic[T], frozen=True):
    """Something that a plugin brings; `plugin` is its package, as pip knows it."""

    plugin: str
    name: str
    value: T


class Plugins:
    """The plugins of this installation; `problems` grows with what goes wrong while asking them."""

    def __init__(self, modules: Mapping[str, object] | None = None) -> None:
        """Ask `modules` (name → plugin) instead of the installed ones, if given."""
        self.problems: list[Diagnostic] = []
        self._modules = modules
        self._answers: dict[tuple[str, ...], dict[str, list[Offer[Any]]]] = {}

    def rulesets(self) -> dict[str, list[Offer[Path]]]:
        return self._offers("rulewright_rulesets", Path, "a folder")

    def checks(self) -> dict[str, list[Offer[Check]]]:
        return self._offers("rulewright_checks", Callable, "a function")

    def sheets(self) -> dict[str, list[Offer[MakeSheet]]]:
        return self._offers("rulewright_sheets", Callable, "a function")

    def sheet_formats(self) -> dict[str, list[Offer[RenderSheet]]]:
        return self._offers("rulewright_sheet_formats", Callable, "a function")

    def formats(self) -> dict[str, list[Offer[Format]]]:
        return self._offers("rulewright_formats", Callable, "a function")

    def bots(self) -> dict[str, list[Offer[BotFactory]]]:
        return self._offers("rulewright_bots", Callable, "a function that makes a bot")

    def functions(self, ruleset: str) -> dict[str, list[Offer[Callable[..., Any]]]]:
        return self._offers("rulewright_functions", Callable, "a function", ruleset=ruleset)

    # ---- asking ----

    @cached_property
    def _others(self) -> bool:
        """May there be plugins besides our own? Mostly there are none, and then pluggy is not needed."""
        return self._modules is not None or stamps.may_have_plugins()

    @cached_property
    def manager(self) -> pluggy.PluginManager:
        """The one pluggy manager, with every plugin that could be loaded."""
        import pluggy

        from rulewright.compiler import hookspecs as while_compiling

        manager = pluggy.PluginManager(GROUP)
        manager.add_hookspecs(while_compiling)
        loaded = list(self._loaded())
        # The hooks of play bring the referee along, which takes longer than all else. Nobody needs it
        # to find a ruleset, unless a plugin has a hook that compiling does not know.
        if any(_has_other_hooks(plugin, while_compiling) for _, plugin in loaded):
            from rulewright.runtime import hookspecs as while_playing

            manager.add_hookspecs(while_playing)
        for name, plugin in loaded:
            if manager.is_registered(plugin):
                continue
            try:
                manager.register(plugin, name)
            except pluggy.PluginValidationError as failure:
                self.problems.append(_wrong_arguments(name, str(failure)))
        self.problems += _misspelt(manager)
        return manager

    def _loaded(self) -> Iterator[tuple[str, object]]:
        for name, load in self._found():
            try:
                with answering(name, "import"):
                    plugin = load()
            except Refused as failure:
                self.problems += [_softened(d) for d in failure.diagnostics]
            else:
                yield name, plugin

    def _found(self) -> Iterator[tuple[str, Callable[[], object]]]:
        if self._modules is not None:
            for name, module in self._modules.items():
                yield name, lambda module=module: module  # type: ignore[misc]
            return
        from importlib import metadata

        points = sorted(metadata.entry_points(group=GROUP), key=lambda point: (_package(point), point.name))
        packages = [_package(point) for point in points]
        for point, package in zip(points, packages, strict=True):
            # A package with several plugins is no name for any one of them.
            yield package if packages.count(package) == 1 else f"{package}:{point.name}", point.load

    def _offers(self, hook: str, kind: Any, what: str, **asked: str) -> dict[str, list[Offer[Any]]]:
        """Return who offers what under each name; a plugin that fails to answer is one more problem."""
        if hook not in OWN_HOOKS and not self._others:
            return {}
        question = (hook, *asked.values())
        if question not in self._answers:
            self._answers[question] = self._asked(hook, kind, what, asked)
        return self._answers[question]

    def _asked(
        self, hook: str, kind: Any, what: str, asked: Mapping[str, str]
    ) -> dict[str, list[Offer[Any]]]:
        found: dict[str, list[Offer[Any]]] = {}
        if not hasattr(self.manager.hook, hook):
            return found  # a hook of play that no plugin has
        everybody = self.manager.get_plugins()
        for name, plugin in self.manager.list_name_plugin():
            others = [other for other in everybody if other is not plugin]
            caller = self.manager.subset_hook_caller(hook, others)
            try:
                with answering(name, hook):
                    answers = caller(**asked)
                    offers = [offer for answer in answers for offer in _checked(answer, kind, what)]
            except Refused as failure:
                self.problems += [_softened(d) for d in failure.diagnostics]
                continue
            for key, value in offers:
                found.setdefault(key, []).append(Offer(name, key, value))
        return found


def only_one(offers: list[Offer[T]], what: str) -> Offer[T]:
    """Return the single offer of `what`, such as "the ruleset"; refuse to choose between two (RW0912)."""
    if len(offers) > 1:
        name = offers[0].name
        raise refuse(
            "RW0912",
            f"{what} `{name}` is offered by {len(offers)} plugins: {_listed([o.plugin for o in offers])}",
            help="uninstall all but one of them"
            + (", or give the folder instead of the name" if what == "the ruleset" else ""),
        )
    return offers[0]


class answering:
    """While a plugin answers, whatever it raises becomes RW0911, which names the plugin and the hook.

    Foreign code may raise anything, so this is the one border where every error is translated; none is
    dropped: the original is the cause of the new one.
    """

    def __init__(self, plugin: str, hook: str) -> None:
        self.plugin = plugin
        self.hook = hook

    def __enter__(self) -> None:
        return None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if not isinstance(error, (Exception, SystemExit)) or isinstance(error, Refused):
            return
        import traceback

        frames = traceback.extract_tb(trace)
        path, line = (frames[-1].filename, frames[-1].lineno) if frames else (None, None)
        done = "could not be imported" if self.hook == "import" else f"failed in `{self.hook}`"
        reason = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        raise refuse(
            "RW0911",
            f"the plugin `{self.plugin}` {done}: {reason}",
            path=path,
            line=line,
            plugin=self.plugin,
            help="tell its author, or uninstall it",
        ) from error


def named(offer: Offer[Callable[..., T]], hook: str) -> Callable[..., T]:
    """Return the offered function so that its failures name the plugin."""
    function = offer.value
    asked = hook if offer.name in ("", hook) else f"{hook}: {offer.name}"

    @wraps(function)
    def call(*args: Any, **kwargs: Any) -> T:
        with answering(offer.plugin, asked):
            return function(*args, **kwargs)

    return call


# ---- what plugins get wrong ----


def _has_other_hooks(plugin: object, known: object) -> bool:
    return any(name.startswith(f"{GROUP}_") and not hasattr(known, name) for name in dir(plugin))


def _checked(answer: object, kind: Any, what: str) -> list[tuple[str, Any]]:
    if not isinstance(answer, Mapping):
        raise TypeError(f"it answers {_described(answer)}, not names with {what} each")
    for key, value in answer.items():
        if not isinstance(key, str):
            raise TypeError(f"it names something with {_described(key)}, not with a text")
        if not isinstance(value, kind):
            raise TypeError(f"`{key}` is {_described(value)}, not {what}")
    return list(answer.items())


def _misspelt(manager: pluggy.PluginManager) -> list[Diagnostic]:
    """Do what pluggy's `check_pending` does, but report all and say which hook may have been meant."""
    import pluggy

    from rulewright.compiler import suggest
    from rulewright.compiler.diagnostics import Diagnostic

    hooks = {name: hook for name, hook in vars(manager.hook).items() if isinstance(hook, pluggy.HookCaller)}
    known = sorted(name for name, hook in hooks.items() if hook.has_spec())
    problems = []
    for name, hook in sorted(hooks.items()):
        if hook.has_spec():
            continue
        for implementation in hook.get_hookimpls():
            if implementation.optionalhook:
                continue
            path, line = _place_of(implementation.function)
            problems.append(
                Diagnostic(
                    "RW0910",
                    "warning",
                    f"the plugin `{implementation.plugin_name}` answers `{name}`, which nobody asks",
                    path=path,
                    line=line,
                    plugin=implementation.plugin_name,
                    help=suggest.did_you_mean(name, known) or f"the hooks are {_listed(known)}",
                )
            )
    return problems


def _wrong_arguments(plugin: str, reason: str) -> Diagnostic:
    from rulewright.compiler.diagnostics import Diagnostic

    lines = [line.strip() for line in reason.splitlines() if line.strip()]
    shown = next((line.removeprefix("hookimpl definition: ") for line in lines if "definition" in line), "")
    what = f"`{shown}`" if shown else "a hook"
    return Diagnostic(
        "RW0910",
        "warning",
        f"the plugin `{plugin}` is left out: {what} has arguments that nobody gives",
        plugin=plugin,
        help="tell its author: a hook may take only the arguments that it is given",
    )


def _softened(diagnostic: Diagnostic) -> Diagnostic:
    """A plugin that nobody asked for by name must not stop the others: it is a warning."""

    return replace(diagnostic, severity="warning")


def _package(point: EntryPoint) -> str:
    return point.dist.name if point.dist is not None else point.name


def _place_of(function: Callable[..., Any]) -> tuple[str | None, int | None]:
    import inspect

    code = getattr(inspect.unwrap(function), "__code__", None)
    return (code.co_filename, code.co_firstlineno) if code is not None else (None, None)


def _described(value: object) -> str:
    return "nothing" if value is None else f"a `{type(value).__name__}`"


def _listed(names: list[str]) -> str:
    shown = [f"`{name}`" for name in names]
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"
