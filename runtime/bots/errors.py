"""What can go wrong with a bot in a process of its own: RW0850 to RW0854."""

from __future__ import annotations

from rulewright.runtime.errors import RulewrightError


class BotError(RulewrightError):
    """A bot could not go on; the game stands where it stood."""


def not_started(command: str, reason: str) -> BotError:
    return BotError("RW0850", f"the bot `{command}` could not be started: {reason}", help="give a program that can be run, as you would call it here")


def silent(command: str, decision: str, seconds: float) -> BotError:
    message = f"the bot `{command}` gave no answer to `{decision}` within {seconds:g} seconds"
    return BotError("RW0851", message, help="let it print a line and flush it, or allow it more time: `cmd:seconds=120:…`")


def ended(command: str, decision: str, code: int, last: str) -> BotError:
    how = f"by signal {-code}" if code < 0 else f"with exit code {code}"
    message = f"the bot `{command}` ended {how} instead of answering `{decision}`" + (f"; it last said: {last}" if last else "")
    return BotError("RW0852", message, help="it must go on reading lines until its input ends")


def garbled(command: str, decision: str, line: str) -> BotError:
    message = f"the bot `{command}` answered `{decision}` with {line}, which is no line of JSON with an `answer`"
    return BotError("RW0853", message, help='print lines such as {"answer": "A2"} and nothing else; remarks go to standard error')


def not_open(command: str, decision: str, answer: str, reason: str) -> BotError:
    message = f"the bot `{command}` answered `{decision}` with {answer}, which is not open: {reason}"
    return BotError("RW0854", message, help="answer with a member of `options`, or of `samples` where there are too many")
