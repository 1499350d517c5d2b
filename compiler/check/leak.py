"""Judges whether a secret comes to somebody who may not know it, and how sure that is."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.compiler.check import audience, errors
from rulewright.compiler.check.audience import ALL, NOBODY, Secret, Secrets, Sides, Term
from rulewright.compiler.check.wording import Node, ticked
from rulewright.compiler.diagnostics import Diagnostic, Problems, Severity
from rulewright.compiler.record import Record, field

RANKS: dict[Severity, int] = {"error": 2, "warning": 1, "note": 0}


class Told(Record):
    """What was told or revealed so far in a step: to whom at all, and about what."""

    anything: frozenset[Term] = frozenset()
    sources: frozenset[tuple[Term, str]] = frozenset()

    def knows_something(self, observer: Term) -> bool:
        return observer in self.anything or ALL in self.anything

    def knows(self, observer: Term, source: str) -> bool:
        return (observer, source) in self.sources or (ALL, source) in self.sources

    def tell(self, observer: Term, secrets: Secrets) -> None:
        self.anything |= {observer}
        self.show(observer, (secret.source for secret in secrets))

    def show(self, observer: Term, sources: Iterable[str]) -> None:
        self.sources |= {(observer, source) for source in sources}

    def copy(self) -> Told:
        return Told(self.anything, self.sources)


class Leak(Record):
    """Secrets that come to `observer`; severity is that of the worst of them."""

    observer: Term
    secrets: dict[Secret, None] = field(default_factory=dict)
    severity: Severity = "note"

    def add(self, secret: Secret, severity: Severity) -> None:
        self.secrets[secret] = None
        if RANKS[severity] > RANKS[self.severity]:
            self.severity = severity

    def words(self) -> str:
        """`ship.at`, which only `raiders` may know, and `convoy.found`, which nobody may know"""
        by_owner: dict[Term, list[str]] = {}
        for secret in self.secrets:
            by_owner.setdefault(secret.owner, []).append(secret.source)
        parts = [
            f"{ticked(dict.fromkeys(sources))}, which "
            + ("nobody" if owner == NOBODY else f"only {audience.words(owner)}")
            + " may know"
            for owner, sources in by_owner.items()
        ]
        return ", and ".join(parts)


class Judge:
    """Collects what leaks. The same line is told once, however many ways lead to it."""

    def __init__(self, sides: Sides) -> None:
        self.sides = sides
        self.found: dict[tuple[str, tuple[int, ...]], Diagnostic] = {}
        self.tables_told: set[str] = set()
        self.is_quiet = False  # nothing calls this rule: who its arguments belong to is not known

    def report(self, diagnostic: Diagnostic) -> None:
        assert diagnostic.span is not None
        key = (diagnostic.code, diagnostic.span)
        known = self.found.get(key)
        if known is None or RANKS[diagnostic.severity] > RANKS[known.severity]:
            self.found[key] = diagnostic

    def into(self, problems: Problems) -> None:
        problems.extend(self.found.values())

    def effect(
        self, node: Node, what: str, seen_by: Iterable[Term], implicit: Secrets, explicit: Secrets, told: Told
    ) -> None:
        """An effect that `seen_by` see: it happens because of `implicit`, its value rests on `explicit`."""
        listed = tuple(seen_by)
        for leak in self.implicit(listed, implicit, told):
            self.report(
                errors.effect_shows_secret(node, what, _seen(leak, listed), leak.words(), leak.severity)
            )
        for leak in self.explicit(listed, explicit, told):
            self.report(
                errors.value_shows_secret(node, what, _seen(leak, listed), leak.words(), leak.severity)
            )

    def implicit(self, seen_by: Iterable[Term], secrets: Secrets, told: Told) -> list[Leak]:
        """What observers learn from the mere fact that something happens.

        Whoever was told something before, in the same step, is taken to have been told why.
        """
        leaks: dict[Term, Leak] = {}
        decided_by = {secret.owner for secret in secrets if secret.is_choice}
        for secret, observer in self._pairs(seen_by, secrets):
            if secret.is_choice or told.knows_something(observer) or told.knows(observer, secret.source):
                continue
            # What follows from a side's own decision shows its secrets by its own will: worth a warning.
            is_excused = bool(told.anything) or secret.owner in decided_by
            self._judge(leaks, secret, observer, is_excused, not told.anything)
        return list(leaks.values())

    def explicit(self, seen_by: Iterable[Term], secrets: Secrets, told: Told) -> list[Leak]:
        """What observers learn from a value that they see."""
        leaks: dict[Term, Leak] = {}
        for secret, observer in self._pairs(seen_by, secrets):
            if secret.is_choice or told.knows(observer, secret.source):
                continue
            knows_something = told.knows_something(observer)
            self._judge(leaks, secret, observer, knows_something, not knows_something)
        return list(leaks.values())

    def options(self, chooser: Term, secrets: Secrets, told: Told) -> list[Leak]:
        """What a side learns from the options that it is given."""
        leaks: dict[Term, Leak] = {}
        for secret, observer in self._pairs((chooser,), secrets):
            knows_something = told.knows_something(observer)
            if told.knows(observer, secret.source) or (secret.is_choice and knows_something):
                continue
            self._judge(leaks, secret, observer, knows_something, not knows_something)
        return list(leaks.values())

    def _pairs(self, seen_by: Iterable[Term], secrets: Secrets) -> list[tuple[Secret, Term]]:
        if not secrets:
            return []
        ordered = sorted(secrets, key=repr)
        listed = list(seen_by)
        if ALL in listed:
            return [(secret, observer) for secret in ordered for observer in self.sides.others(secret.owner)]
        return [(secret, observer) for secret in ordered for observer in listed]

    def _judge(
        self, leaks: dict[Term, Leak], secret: Secret, observer: Term, is_excused: bool, maybe_counts: bool
    ) -> None:
        certainty = self.sides.may_know(observer, secret.owner)
        if certainty == "yes" or (certainty == "maybe" and (self.is_quiet or not maybe_counts)):
            return
        is_error = certainty == "no" and not is_excused and secret.owner != NOBODY
        leaks.setdefault(observer, Leak(observer)).add(secret, "error" if is_error else "warning")


def _seen(leak: Leak, seen_by: tuple[Term, ...]) -> str:
    """Who sees it, in words: everybody, or the side that should not."""
    return audience.words(ALL if ALL in seen_by else leak.observer)
