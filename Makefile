# `make setup` builds a private environment in .venv; every other target sets it up when needed.
PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.installed
PLAYABLE := .venv/.playable
# Work is stolen, not dealt out: the tests of a file stay in one process, which loads and compiles its games once.
PYTEST := $(BIN)/python -m pytest -n auto --dist worksteal --durations=20

# The tests start hundreds of processes: without compiled files each would compile the library again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: setup play test test-all checked lint docs gen-docs bench clean
.DEFAULT_GOAL := setup

setup: $(STAMP)

# The stamp makes a second run free; a changed pyproject.toml installs again.
$(STAMP): pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test,dev,docs]'
	@touch $@ $(PLAYABLE)

# To play takes four small packages, none of those for tests and documentation.
$(PLAYABLE): pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

# Without a terminal nobody can answer, so bots play and the game is printed.
play: $(PLAYABLE)
	@if [ -t 0 ] && [ -t 1 ]; then $(BIN)/rulekit play goldblivion $(ARGS); \
	else $(BIN)/rulekit play goldblivion --auto $(ARGS); fi

# The rules that the pages are made of have been read when the tests begin; `conftest.py` names the same folder.
docs test test-all: export RULEKIT_CACHE := $(CURDIR)/.pytest_cache/rulekit

# pytest comes last, so that its closing line is the last line.
test: checked
	@$(PYTEST) $(ARGS)

# Decisions of random plays in which native code and printed Python are compared, whole states each time.
LOCKSTEP ?= 1000000

test-all: checked
	@$(BIN)/python -m tests.native.lockstep $(LOCKSTEP)
	@RULEKIT_TESTS=all $(PYTEST) -m "slow or not slow" $(ARGS)

# Types and pages need a core each, so they go side by side.
checked: $(STAMP)
	@$(MAKE) --no-print-directory -j2 lint docs

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# The pages of cards follow every change of the rules, so they are written here and not committed.
docs: $(STAMP)
	@$(BIN)/python -m scripts.gen_games >/dev/null
	$(BIN)/mkdocs build --strict --quiet

# Writes the pages that come from the code; they are committed, and a test says when they are out of date.
gen-docs: $(STAMP)
	$(BIN)/python scripts/gen_docs.py
	$(BIN)/python -m scripts.gen_pictures

# OpenSpiel is an extra: where it cannot be had, the race goes on without it.
.venv/.bench: $(STAMP)
	-$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[bench]'
	@touch $@

bench: .venv/.bench
	@$(BIN)/python -m benchmarks $(ARGS)

# The extension for VS Code; needs node and npm.
vsix: $(STAMP)
	$(BIN)/python -m scripts.gen_editors
	cd editors/vscode && npm install --no-audit --no-fund && npm run check && npm run package -- --out rulekit.vsix

clean:
	rm -rf editors/vscode/node_modules editors/vscode/dist editors/vscode/rulekit.vsix
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis dist build site
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
