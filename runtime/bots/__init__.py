"""Players without hands: each sees the view of its side and the question it is asked, and nothing else."""

from rulewright.runtime.bots.base import Bot, BotFactory, ViewOf
from rulewright.runtime.bots.random_bot import RandomBot
from rulewright.runtime.bots.scripted_bot import ScriptedBot

__all__ = ["Bot", "BotFactory", "RandomBot", "ScriptedBot", "ViewOf"]
