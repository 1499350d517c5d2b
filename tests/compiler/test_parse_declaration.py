"""Declarations, line by line as designers write them."""

from .parse_shown import declared, only, shown


def test_the_head_of_a_ruleset() -> None:
    node = only(
        'ruleset chase "The Chase" [1]\n  source: "Rules, 2nd edition"\n'
        '  sides: german "Kriegsmarine", allied\n  choices: public\n  d10: 0..9\n'
    )
    assert (node.id, node.tail.title) == ("chase", "The Chase")
    assert [(s.name, shown(s.values), s.titles) for s in node.settings] == [
        ("source", '["Rules, 2nd edition"]', ()),
        ("sides", "[german allied]", ("Kriegsmarine", "")),
        ("choices", "[public]", ()),
        ("d10", "[(range 0 9)]", ()),
    ]


def test_a_title_cites_and_notes_stand_in_any_order() -> None:
    node = only('phase p [6] "Shadow" assumed "why" [7.1, note] ruling "so" if turn > 1 [8]\n  do x\n')
    assert node.tail.title == "Shadow"
    assert [str(cite) for cite in node.tail.cites] == ["6", "7.1, note", "8"]
    assert [(note.kind, note.text) for note in node.tail.notes] == [("assumed", "why"), ("ruling", "so")]
    assert shown(node.condition) == "(> turn 1)"


def test_lines_above_a_declaration_are_its_documentation() -> None:
    first, second = declared("# plain\n## One.\n##  Two.\nenum a: x\n\n## Not this one.\n\nenum b: y\n")
    assert (first.doc, second.doc) == ("One.\nTwo.", "")
    variant = only("variant optional v\n  ## Inner.\n  rule r\n    do x\n")
    assert variant.declarations[0].doc == "Inner."


def test_include() -> None:
    node = only('include "tables/naval.rules"')
    assert node.id == "tables/naval.rules"


def test_enum() -> None:
    node = only('enum class "Class" [2]: BB "battleship", none, CA "heavy cruiser" [3]')
    assert [(name, title) for name, title, _ in node.values] == [
        ("BB", "battleship"), ("none", ""), ("CA", "heavy cruiser"),
    ]  # fmt: skip
    assert [str(cite) for cite in node.tail.cites] == ["2", "3"]


def test_pieces() -> None:
    node = only(
        'piece task_force: unit "Task Force" holds ship [7.2]\n'
        "  hidden unless contact at: hex or none, fuel: number = tank [2]\n"
        "  printed guns: number by section\n"
    )
    assert (node.id, node.parent, node.holds) == ("task_force", "unit", "ship")
    assert [(a.name, a.visibility, a.unless, shown(a.type)) for a in node.attributes] == [
        ("at", "hidden", "contact", "(either hex none)"),
        ("fuel", "hidden", "contact", "number"),
        ("guns", "printed", "", "(by number section)"),
    ]
    assert shown(node.attributes[1].default) == "tank"
    assert [str(cite) for cite in node.attributes[0].tail.cites] == ["2"]


def test_a_piece_may_say_nothing_more() -> None:
    assert only("piece rock").attributes == ()


def test_rosters() -> None:
    node = only(
        "roster ship [3]\n  # a comment\n"
        "  | id     | name     | at      | speed |\n"
        '  | hood   | "Hood|1" | (A1, A2) | -2   | assumed "a" [4]  # why\n'
        "  | rodney |          | none    | 0.5   |\n"
    )
    assert node.header == ("id", "name", "at", "speed")
    assert [shown(row.cells) for row in node.rows] == [
        '[[hood] ["Hood|1"] [(group A1 A2)] [(neg 2)]]',
        "[[rodney] [(blank)] [none] [1/2]]",
    ]
    assert node.rows[0].tail.notes[0].text == "a"
    assert str(node.rows[0].tail.cites[0]) == "4"


def test_markers() -> None:
    faces, several, countdown, place = declared(
        "marker contact on ship: sighted / tracked public [5.2]\n"
        "marker shadowing, evading on unit hidden\n"
        'marker no_move on unit: 4..1 hidden "No MVT"\n'
        "marker intel on force at hex\n"
    )
    assert (faces.ids, faces.on, faces.faces, faces.visibility) == (
        ("contact",), "ship", ("sighted", "tracked"), "public",
    )  # fmt: skip
    assert (several.ids, several.visibility) == (("shadowing", "evading"), "hidden")
    assert (countdown.countdown, countdown.tail.title) == ((4, 1), "No MVT")
    assert (place.on, place.places, place.visibility) == ("force", "hex", "public")


def test_cups_and_matrices() -> None:
    cup, matrix = declared(
        "cup damage [9]\n  | dud  | 7 |\n  | bow, stern | 3 |\n  | -1, -4 | 2 |\n"
        "matrix can on unit\n  |            | move | search |\n  | er(it) = 0 | no   | yes    |\n"
    )
    assert [shown(row.cells) for row in cup.rows] == [
        "[[dud] [7]]",
        "[[bow stern] [3]]",
        "[[(neg 1) (neg 4)] [2]]",
    ]
    assert (matrix.on, matrix.header) == ("unit", ("", "move", "search"))
    assert shown(matrix.rows[0].cells) == "[[(= (call er it) 0)] [no] [yes]]"


def test_tracks() -> None:
    turn, number, each = declared(
        'track turn "Clock": 1..8 = 1 seen by german [3]\n  | box | hour |\n  | 1..2 | dusk |\n'
        "track vp: number = 0\ntrack helper: force or none by side\n"
    )
    assert (shown(turn.type), shown(turn.start), turn.seen_by) == ("(range 1 8)", "1", "german")
    assert (turn.header, shown(turn.rows[0].cells)) == (("box", "hour"), "[[(range 1 2)] [dusk]]")
    assert (number.start.args, each.start) == ((0,), None)
    assert shown(each.type) == "(by (either force none) side)"


def test_maps() -> None:
    node = only(
        'map sea "The Sea" [2]\n  grid: hex\n  rows: A..AH\n  places: zone\n'
        '  south "south of 55": rows(L..Z)\n  belt: (C18..C25, D19), channel - A1 [9] assumed "x"\n'
        '  barrier sandbar "sandbar": D2 - D3, E4 - E5 for german [2.4]\n  link "canal": (15, -5) - (15, -4)\n'
        '  coast "Intrinsic" [8]\n    | hex      | search |\n    | Q29, Q30 | 5      |\n  exits: J19 - J18\n'
    )
    assert [(s.name, s.id, s.tail.title, s.for_side, shown(s.values)) for s in node.settings] == [
        ("grid", "", "", "", "[hex]"),
        ("rows", "", "", "", "[(range A AH)]"),
        ("places", "", "", "", "[zone]"),
        ("south", "", "south of 55", "", "[(call rows (range L Z))]"),
        ("belt", "", "", "", "[(group (range C18 C25) D19) (- channel A1)]"),
        ("barrier", "sandbar", "sandbar", "german", "[(- D2 D3) (- E4 E5)]"),
        ("link", "", "canal", "", "[(- (group 15 (neg 5)) (group 15 (neg 4)))]"),
        ("exits", "", "", "", "[(- J19 J18)]"),
    ]
    (coast,) = node.tables
    assert (coast.name, coast.tail.title, coast.header) == ("coast", "Intrinsic", ("hex", "search"))
    assert shown(coast.rows[0].cells) == "[[Q29 Q30] [5]]"


def test_a_table_with_everything() -> None:
    node = only(
        'table hit(how: attack, t: ship) "Hit Table" [9]\n  roll d10\n'
        '  drm "darkness" +turn.darkness\n'
        '  drm shoal "in a shoal" +1 if t.at in shoal [5]\n'
        '  drm "known" by t.contact\n    | none | 0 | |\n    | II or II_star | -1 | cancels(shoal) |\n'
        '  drm "radar" by radar(t): II or II_star -> -2, none -> impossible [6]\n'
        '  drm "class" by s.class, t.class [7]\n    |    | CA, CL | otherwise |\n    | BB | +1 | 0 |\n'
        "  drm common\n"
        "  result: ..0 -> 2 hull + evasion, 1.. -> miss\n  natural 0, 9: max(result, 1)\n"
        '  threshold: grip(t)\n  dummies: count(x) - 1\n  favours enemy of t.side if low\n  note "read twice" [9.1]\n'
    )
    assert [(p.name, shown(p.type)) for p in node.params] == [("how", "attack"), ("t", "ship")]
    assert node.roll is not None and shown(node.roll.dice) == "(dice 1 d10)"
    dark, shoal, known, radar, kind, common = node.drms
    assert (dark.id, dark.tail.title, shown(dark.amount)) == (
        "darkness",
        "darkness",
        "(pos (dot turn darkness))",
    )
    assert (shoal.id, shown(shoal.condition)) == ("shoal", "(in (dot t at) shoal)")
    assert known.lookup is not None and radar.lookup is not None and kind.lookup is not None
    assert shown(known.lookup.rows[1].cells) == "[[II II_star] [(neg 1)] [(call cancels shoal)]]"
    assert shown(radar.lookup.rows[0].cells) == "[[II II_star] [(neg 2)]]"
    assert [str(cite) for cite in radar.tail.cites] == ["6"]
    assert (shown(kind.lookup.by), shown(kind.lookup.header)) == (
        "[(dot s class) (dot t class)]", "[[CA CL] [otherwise]]",
    )  # fmt: skip
    assert shown(kind.lookup.rows[0].cells) == "[[BB] [(pos 1)] [0]]"
    assert common.include == "common"
    assert node.result is not None and node.result.by == ()
    assert shown(node.result.rows[0].cells) == "[[(range None 0)] [(+ (quantity 2 hull) evasion)]]"
    assert [(shown(key), shown(value)) for key, value, _ in node.naturals] == [
        ("0", "(call max result 1)"), ("9", "(call max result 1)"),
    ]  # fmt: skip
    assert (shown(node.threshold), shown(node.dummies)) == ("(call grip t)", "(- (call count x) 1)")
    assert node.favours is not None and (shown(node.favours.side), node.favours.when) == ("(of enemy (dot t side))", "low")
    assert node.footnotes[0].title == "read twice"


def test_results_may_have_columns() -> None:
    node = only(
        'table fire(s: ship) "Fire"\n  roll by distance(s): far -> lowest(2, 3d6), otherwise -> 2d6\n'
        '  result by reach(s)\n    |     | near | mid, far |\n    | ..0 | hull | 1 hull   | assumed "x"\n    | 1.. |      | miss |\n'
    )
    assert node.roll is not None and node.roll.lookup is not None
    assert shown(node.roll.lookup.rows[0].cells) == "[[far] [(call lowest 2 (dice 3 d6))]]"
    assert (shown(node.result.by), shown(node.result.header)) == ("[(call reach s)]", "[[near] [mid far]]")
    assert [shown(row.cells) for row in node.result.rows] == [
        "[[(range None 0)] [hull] [(quantity 1 hull)]]", "[[(range 1 None)] [(blank)] [miss]]",
    ]  # fmt: skip


def test_the_four_forms_of_a_define() -> None:
    value, cases, by, rows = declared(
        'define er(s: ship) "Evasion" = max(0, s.er) [7]\n'
        "define reach(s: ship): s.slow -> 1, otherwise -> 2\n"
        'define course(s: ship, n: 0..2) "Course" by s.facing [8]\n  | closing | 1 |\n  | opening | 0 |\n'
        "define cost(s: ship) [9]\n  | s.speed = fast or s.x | 2 |\n  | otherwise             | 0 |\n"
    )
    assert shown(value.value) == "(call max 0 (dot s er))"
    assert (value.tail.title, [str(c) for c in value.tail.cites]) == ("Evasion", ["7"])
    assert shown(cases.value) == "(cases [(dot s slow) 1] [None 2])"
    assert by.lookup is not None
    assert (shown(by.lookup.by), len(by.lookup.rows), len(by.params)) == ("[(dot s facing)]", 2, 2)
    # A condition stays one cell; only keys of a lookup are alternatives.
    assert shown(rows.conditions[0].cells) == "[[(or (= (dot s speed) fast) (dot s x))] [2]]"


def test_phases_have_steps_or_are_one() -> None:
    one, several = declared(
        'phase clock "Clock" [7]\n  add 1 to turn\n'
        'phase air if day\n  step fly "Fly" if x [2]\n    do a\n  step land\n    do b\n'
    )
    assert [(step.id, len(step.body)) for step in one.steps] == [("", 1)]
    assert [(step.id, step.tail.title, shown(step.condition)) for step in several.steps] == [
        ("fly", "Fly", "x"), ("land", "", "None"),
    ]  # fmt: skip


def test_hooks_and_invariants() -> None:
    hook, invariant = declared(
        'hook lightened(effects: list, points: number): list "give back" [7.3]\n'
        'invariant "no ship on land": no ships where at in land [2]\n'
    )
    assert [parameter.name for parameter in hook.params] == ["effects", "points"]
    assert shown(hook.returns) == "list"
    assert (invariant.id, invariant.tail.title) == ("no_ship_on_land", "no ship on land")


def test_examples() -> None:
    node = only(
        'example "late luck" [5, example]\n  given turn = 4, a.at = C2\n  given a.sighted\n  phase search.calls\n'
        '  dice: 4, hull, -5\n  german: "steer on", K29, none, (J29, J30), done\n  allied: yes\n'
        "  expect result = lost, not a.sighted\n  expect b\n"
    )
    assert [(shown(target), shown(value)) for target, value in node.given] == [
        ("turn", "4"), ("(dot a at)", "C2"), ("(dot a sighted)", "None"),
    ]  # fmt: skip
    assert (node.subject.op, node.subject.name) == ("phase", "search.calls")
    assert shown(node.dice) == "[4 hull (neg 5)]"
    assert [(side, shown(values)) for side, values, _ in node.answers] == [
        ("german", '["steer on" K29 none (group J29 J30) done]'), ("allied", "[yes]"),
    ]  # fmt: skip
    assert shown(node.expect) == "[(= result lost) (not (dot a sighted)) b]"


def test_an_example_may_play_a_rule_or_a_roll() -> None:
    rule, roll, none = declared(
        'example "a"\n  do burn(s, 1)\nexample "b"\n  roll contact(h, c)\nexample "c"\n  expect x\n'
    )
    assert (rule.subject.op, shown(rule.subject.value)) == ("do", "(call burn s 1)")
    assert (roll.subject.op, shown(roll.subject.value)) == ("roll", "(call contact h c)")
    assert none.subject is None


def test_an_example_may_say_what_is_refused() -> None:
    node = only('example "a"\n  phase p\n  german may not: K29, none [7.7, example]\n  german: K28\n  expect x\n')
    assert [(side, shown(values), cite and str(cite)) for side, values, cite in node.answers] == [
        ("german", "[K29 none]", "7.7, example"), ("german", "[K28]", None),
    ]  # fmt: skip


def test_variants_change_what_is_there() -> None:
    node = only(
        'variant optional tired "Tired crews" [13.2]\n'
        "  set turn.last to 6\n"
        '  add to naval_combat\n    drm "tired" +1 if s.tired\n    natural 0: miss\n    | 9.. | miss |\n'
        "  add to ship\n    hidden tired: yes_no = no\n"
        "  replace\n    rule r\n      do x\n"
        "  replace in fire\n    | 1 | hull |\n"
        "  remove chance.hunting\n"
        "  insert before admin.clock\n    if turn = 20\n      do y\n"
        "  insert after admin.clock\n    step late\n      do z\n"
        "  rule extra\n    do x\n"
    )
    assert (node.id, node.optional, node.of) == ("tired", True, "")
    patches = [(p.op, ".".join(p.path), p.where) for p in node.patches]
    assert patches == [
        ("set", "", ""), ("add", "naval_combat", ""), ("add", "ship", ""), ("replace", "", ""),
        ("replace", "fire", ""), ("remove", "chance.hunting", ""),
        ("insert", "admin.clock", "before"), ("insert", "admin.clock", "after"),
    ]  # fmt: skip
    change, table, piece, rule, rows, _, before, after = node.patches
    assert (shown(change.target), shown(change.value)) == ("(dot turn last)", "6")
    assert (len(table.drms), len(table.naturals), len(table.rows)) == (1, 1, 1)
    assert [attribute.name for attribute in piece.attributes] == ["tired"]
    assert rule.declaration is not None and rule.declaration.id == "r"
    assert shown(rows.rows[0].cells) == "[[1] [hull]]"
    assert [statement.op for statement in before.body] == ["if"]
    assert [step.id for step in after.steps] == ["late"]
    assert [declaration.id for declaration in node.declarations] == ["extra"]


def test_a_variant_of_another_ruleset() -> None:
    node = only('variant hunt of base_game "Hunt"\n  set tired to yes\n')
    assert (node.id, node.of, node.optional) == ("hunt", "base_game", False)


def test_aids_list_what_they_show() -> None:
    node = only('aid "Player screen" [1]\n  tables: shadow, hit\n  tracks: turn\n')
    assert (node.id, [(s.name, shown(s.values)) for s in node.settings]) == (
        "player_screen", [("tables", "[shadow hit]"), ("tracks", "[turn]")],
    )  # fmt: skip


def test_bots_say_what_they_like_of_each_decision() -> None:
    node = only(
        'bot raider for red "The Raider" [5]\n  for movement.route\n    prefer last(route) in harbour if turn > 2\n'
        '    prefer most length(route)\n    decline\n  for make_ready.takes [6]\n    take sail\n    take "wait" if early\n'
    )
    assert (node.id, node.side, node.tail.title) == ("raider", "red", "The Raider")
    assert [advice.decision for advice in node.advice] == ["movement.route", "make_ready.takes"]
    first, second = node.advice
    assert [(line.op, shown(line.value), shown(line.condition)) for line in first.lines] == [
        ("prefer", "(in (call last route) harbour)", "(> turn 2)"),
        ("most", "(call length route)", "None"),
        ("decline", "None", "None"),
    ]
    assert [(line.op, line.name, line.text) for line in second.lines] == [
        ("take", "sail", ""),
        ("take", "", "wait"),
    ]


def test_the_words_of_bots_are_names_elsewhere() -> None:
    node = only("define most = least + bot.prefer\n")
    assert (node.id, shown(node.value)) == ("most", "(+ least (dot bot prefer))")
