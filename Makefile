# One list of commands is the judge: `make test`. Everything that runs is installed into .venv.

PYTHON ?= python3
WORKERS ?= 2
BIN := .venv/bin
ROOMS := compiler runtime schemas cli rulesets

.PHONY: help venv links demo test check bench fuzz generated clean

help:
	@echo "make demo       build two games, play them between two bots, replay a record"
	@echo "make test       everything CI asks: lint, import contracts, types, tests, stale artifacts"
	@echo "make check      lint, import contracts and types only"
	@echo "make generated  rebuild generated/ from rulesets/"
	@echo "make bench      the benchmarks; installs what they compare with"
	@echo "make fuzz       100,000 broken artifacts through the referee, 100,000 broken sources through the compiler"
	@echo "make clean      remove everything that is not in git's care, .venv too"

venv: .stamps/venv links

.stamps/venv: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	@mkdir -p .stamps && touch $@

# Type checkers do not see setuptools' package-dir; these links show them the same tree.
links:
	@mkdir -p .links/rulewright
	@for room in $(ROOMS); do ln -sfn "../../$$room" ".links/rulewright/$$room"; done

demo: venv
	@mkdir -p demo
	$(BIN)/rulewright build picket
	$(BIN)/rulewright build rheinuebung
	$(BIN)/rulewright play picket --bots random,random --seed 7 --record demo/picket.jsonl
	$(BIN)/rulewright replay demo/picket.jsonl
	$(BIN)/rulewright play rheinuebung --bots random,random --seed 3 --record demo/rheinuebung.jsonl
	$(BIN)/rulewright aids rheinuebung --format html,svg,pdf --out demo/aids
	@echo
	@echo "The artifacts:  generated/picket/ruleset.json  generated/rheinuebung/ruleset.json"
	@echo "The records:    demo/picket.jsonl  demo/rheinuebung.jsonl"
	@echo "The sheets:     demo/aids  (their paths stand above)"

check: venv
	$(BIN)/ruff check .
	$(BIN)/lint-imports
	$(BIN)/mypy
	$(BIN)/pyright

test: check
	@$(BIN)/python tests/house/sizes.py
	$(BIN)/pytest -n $(WORKERS)
	$(BIN)/rulewright build --check

generated: venv
	$(BIN)/rulewright build

bench: venv
	$(BIN)/python -m pip install --quiet --editable '.[bench]'
	@for script in benchmarks/bench_*.py; do \
	  echo "== $$script"; \
	  $(BIN)/python -m "benchmarks.$$(basename "$$script" .py)" || exit 1; \
	done

fuzz: venv
	$(BIN)/python tests/fuzz/run.py --inputs 200000

clean:
	rm -rf .venv .links .stamps .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	rm -rf demo build dist *.egg-info .coverage*
	find $(ROOMS) tests -type d -name __pycache__ -prune -exec rm -rf {} +
