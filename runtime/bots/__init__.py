"""Players without hands: each sees the view of its side and the question it is asked, and nothing else."""

from rulewright.runtime.bots.base import Bot, BotFactory, ViewOf, close
from rulewright.runtime.bots.errors import BotError
from rulewright.runtime.bots.process_bot import ProcessBot
from rulewright.runtime.bots.random_bot import RandomBot
from rulewright.runtime.bots.scripted_bot import ScriptedBot
from rulewright.runtime.bots.search_bot import SearchBot

__all__ = ["Bot", "BotError", "BotFactory", "ProcessBot", "RandomBot", "ScriptedBot", "SearchBot", "ViewOf", "close"]
