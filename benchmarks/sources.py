"""Made-up sources of any length: table-heavy rules, and a beancount ledger of as many lines."""

from __future__ import annotations

from datetime import date, timedelta

HEAD = """ruleset speed "Speed"
  sides: red, blue
  d10: 0..9
enum class: BB, BC, CV, CA, CL, DD
enum ending: over
piece ship "Ship" [2]
  printed class: class, evasion: 0..40, hull: 0..12
  hidden at: hex
roster ship
  | id    | name    | side | class | evasion | hull |
  | alpha | "Alpha" | red  | BB    | 30      | 9    |
  | bravo | "Bravo" | blue | CA    | 31      | 4    |
map sea "Sea"
  grid: hex
  rows: A..F
  columns: 1..6
track turn "Turn": 1..20 = 1
track visibility "Visibility": 1..9 = 5
phase clock "Clock" [12]
  if turn = last(turn)
    end game as over
  add 1 to turn
"""

TABLE = """
table gunfire_{n}(s: ship, t: ship) "Gunfire {n}" [10.{n}]
  roll d10
  drm "evasion differential" by clamp(s.evasion - t.evasion, -3..3)
    | 2..  | -4 |
    | 1    | -2 |
    | 0    | 0  | assumed "no row is printed"
    | -1   | +1 |
    | ..-2 | +2 |
  drm "class" by s.class, t.class
    |            | CA | BC | BB | otherwise |
    | CA         | 0  | +1 | +1 | 0         |
    | CL, DD     | +1 | +3 | +5 | 0         |
    | otherwise  | 0  | 0  | 0  | 0         |
  drm "visibility" by visibility: 1..3 -> 0, 4..6 -> +1, 7..9 -> +3
  drm "night" +2 if turn > 10
  result by clamp(visibility, 1..4)
    |     | 1         | 2                | 3                | 4                |
    | ..0 | special   | 2 hull + evasion | 2 hull + evasion | 2 hull + evasion |
    | 1   | 1 hull    | special          | special          | 2 hull + evasion |
    | 2   | bow       | special          | special          | special          |
    | 3   | stern     | 1 hull           | 1 hull + evasion | special          |
    | 4   | secondary | bow              | 1 hull           | 1 hull + evasion |
    | 5   | miss      | stern            | bow              | 1 hull           |
    | 6   | miss      | secondary        | stern            | bow              |
    | 7   | miss      | miss             | secondary        | stern            |
    | 8   | miss      | miss             | miss             | secondary        |
    | 9.. | miss      | miss             | miss             | miss             |

rule fire_{n}(s: ship, t: ship) [10.{n}]
  roll gunfire_{n}(s, t)
    hull, evasion, bow, stern, secondary, special: tell all "{{t}} is hit"
    miss: tell all "a miss"
"""


def rules(lines: int, edit: int = 0) -> str:
    """About `lines` lines of rules; another `edit` changes one cell in the middle."""
    each = TABLE.count("\n")
    count = max(1, (lines - HEAD.count("\n")) // each)
    parts = [TABLE.format(n=n) for n in range(count)]
    if edit:
        middle = count // 2
        parts[middle] = parts[middle].replace('"night" +2', f'"night" +{2 + edit % 7}')
    return HEAD + "".join(parts)


def ledger(lines: int) -> str:
    """A beancount ledger of about `lines` lines: transactions of two postings with a blank line."""
    found = [
        'option "title" "Speed"',
        "2020-01-01 open Assets:Bank EUR",
        "2020-01-01 open Expenses:Food EUR",
        "2020-01-01 open Expenses:Rent EUR",
        "",
    ]
    day, number = date(2020, 1, 2), 0
    while len(found) < lines:
        account = "Expenses:Food" if number % 3 else "Expenses:Rent"
        found.append(f'{day} * "Shop {number % 17}" "Purchase {number}"')
        found.append(f"  {account}  {number % 90 + 1}.{number % 100:02d} EUR")
        found.append("  Assets:Bank")
        found.append("")
        number += 1
        day += timedelta(days=number % 2)
    return "\n".join(found) + "\n"
