"""A text that uses everything, for tests of the machinery."""

SAMPLE = """\
## A small sea.
ruleset sample "Sample" [1]
  source: "made for tests"
  sides: red "Red Fleet", blue
  choices: public
  d6: 1..6
include "more.rules"
enum class: BB "battleship", none, CA [2]
piece unit "Unit"
  hidden unless contact at: hex or none, fuel: 0..9 = 3 [2]
piece ship: unit "Ship" holds plane
  printed guns: number by section, tank: number assumed "not printed"
roster ship [3]
  | id | name      | side | guns   | tank |
  | a  | "Alpha|1" | red  | (1, 2) | 0.5  |
  | b  | "Beta"    | blue | (-1)   |      | ruling "none" [3.1, note]  # why
marker contact on unit: sighted / tracked public [5.2]
marker low, high on ship hidden
marker stuck on ship: 4..1 "Stuck"
cup damage [9]
  | dud        | 7 |
  | bow, stern | 3 |
track turn "Clock": 1..8 = 1 seen by red [4]
  | box  | hour | drm |
  | 1..2 | dusk | +1  |
track help: ship or none by side
map sea "Sea"
  grid: hex
  rows: A..C
  reef "Reef": (A1..A3, B2), rows(B..C) - C1 [2]
  barrier bar "bar": A1 - A2, B1 - B2 for red
  ports
    | hex    | port   |
    | A1, B1 | "Kiel" |
matrix can on unit
  |            | move | search |
  | er(it) = 0 | no   | yes    |
define er(s: ship) "Evasion" = max(0, s.guns(bow) + sum(of_all) - 1 / 2) [7]
define reach(s: ship): s.fuel > 0 and not s.stuck -> 2, otherwise -> 1
define cost(s: ship, n: 0..2) by s.class, n [8]
  |        | 0 | 1.. |
  | BB, CA | 2 | -1  |
define waters(h: hex)
  | h in reef or some hexes where distance(it, h) <= 1 | near |
  | otherwise                                          | far  |
define ready = (every ships of red where guns > 0 has fuel in 2..9
    and no ships at A1)
table hit(s: ship) "Hit" [10]
  roll by reach(s): 1 -> lowest(2, 3d6), otherwise -> 2d6
  drm "dark" +turn.drm if turn > 2 [10.1]
  drm reefs "in a reef" by s.at
    | none | 0          | cancels(dark) |
    | A1   | impossible |               |
  drm common
  result by reach(s)
    |     | 1               | otherwise |
    | ..3 | 2 hull + splash | miss      |
    | 4.. | hull            | miss      |
  natural 2: max(result, 1)
  note "read twice" [10.2]
rule close_in(quarry: ship) [5]
  let n = count(ships at quarry.at)
  if quarry.tracked and n > 1
    end game as dawn
  else if quarry.contact = sighted
    remove contact from quarry
  else
    roll hit(quarry) as result seen by red
      hull n: remove n from quarry.fuel
      splash, miss:
  repeat n times
    draw chit from damage
    on chit
      dud:
      bow, stern: do burn(quarry, pending quarry.fuel)
  simultaneously
    set (fuel of ships) to ()
  tell enemy of red "{count(ships at quarry.at)} ships in {quarry.at} {{so}}" [5.1]
action sail by player "Sail" [6]
  require some ships of player
  player may choose route "which way" from paths(a.at, 3)
    each step hex
      require hex not in reef else "too shallow" [6.1]
    require length(route) > 1
    move a to last(route)
  else
    player chooses
      "wait" [6.2]
        add 1 to turn
      "go"
phase main "Main" if turn > 0 [7]
  step orders "Orders"
    simultaneously for each player in sides
      player takes any of sail
  step end_of_turn
    red may fire "star shell {turn}"
      mark a with low
    for each s in ships where fuel < 1 by er, side != red
      next s
hook lightened(effects: list, n: number): list "exchange" [8]
invariant "fuel": every ships has fuel <= 9 [9]
scenario night "Night" [9]
  move a to A1
example "a hit" [10, example]
  given turn = 4, a.sighted
  roll hit(a)
  dice: 4, -1
  red: "wait", A1, none, (A1, A2)
  expect result = hull
variant optional fog "Fog" [13.2]
  set turn.last to 6
  add to hit
    drm "fog" +1
  remove main.orders
  insert before main.end_of_turn
    add 1 to turn
  rule extra
    do close_in(a)
bot lookout for red "Lookout" [5]
  worth turn / 8 assumed "a guess"
  for main.route
    prefer last(route) in reef if turn > 2
    prefer most length(route)
    prefer least length(route) assumed "why not"
    decline if some ships of red
  for main.takes
    take sail
    take "wait"
    accept
aid "Screen"
  tables: hit
"""
