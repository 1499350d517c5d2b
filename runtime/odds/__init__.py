"""Exact odds of tables, rules, dice and cups, from the same generated code as play."""

from rulewright.runtime.odds.chits import Chits
from rulewright.runtime.odds.distribution import Distribution
from rulewright.runtime.odds.page import Page
from rulewright.runtime.odds.query import Answer, Case, TableQuery
from rulewright.runtime.odds.rule import RuleQuery

__all__ = ["Answer", "Case", "Chits", "Distribution", "Page", "RuleQuery", "TableQuery"]
