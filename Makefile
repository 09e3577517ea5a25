.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup play site test prove lint bench docs experiments browser database clean FORCE

# Tried in this order; the first that is 3.11 or newer is taken.
PYTHONS := python3 python3.13 python3.12 python3.11 python3.14

BIN := .venv/bin
STAMP := .venv/.setup-stamp
APT := DEBIAN_FRONTEND=noninteractive apt-get install -y
RECENT := -c 'import sys; sys.exit(sys.version_info < (3, 11))'

# The stamp holds this folder's path: an environment copied along with the
# folder would still run the code of the original.
ifneq ($(shell cat $(STAMP) 2>/dev/null),$(CURDIR))
$(STAMP): FORCE
endif

help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/make \1	\2/p' $(firstword $(MAKEFILE_LIST))

setup: $(STAMP) browser database ## make .venv and install Kempelen with its test and lint tools

# HOST=0.0.0.0 lets everybody in the house come in.
HOST := 127.0.0.1
PORT := 8000
play: $(STAMP) ## play in the browser (HOST=0.0.0.0 shares it in the house, PORT=8001 takes another port)
	$(BIN)/kempelen serve --host $(HOST) --port $(PORT)

# Needs node and npm; what it fetches once is kept in the user's data folder.
SITE := build/pocket
site: $(STAMP) ## build the folder in which Kempelen runs without a server, and serve it (PORT=8001 takes another port)
	$(BIN)/kempelen site build -o $(SITE)
	@echo "http://localhost:$(PORT)/"
	$(BIN)/python -m http.server --bind 127.0.0.1 --directory $(SITE) $(PORT)

# One fixed order, so that no landing is a lottery. Only the order is left to the plugin, not the dice.
ORDER := 1
test: setup ## run the tests, always in the same order (ORDER=random takes another and prints its seed, ORDER=7 that one)
	@order=$(ORDER); \
	if [ "$$order" = random ]; then order=$$($(BIN)/python -c 'import secrets; print(secrets.randbelow(10**6))'); fi; \
	echo "The order of the tests: make test ORDER=$$order"; \
	$(BIN)/python -m pytest -n auto -m "not alone" -p randomly --randomly-seed=$$order --randomly-dont-reset-seed && \
	$(BIN)/python -m pytest -m alone

prove: setup ## the long form of the tests, which takes hours and writes docs/proved.md (ONLY=references takes one part)
	$(BIN)/python scripts/prove.py $(ONLY)

lint: setup ## check style, format and types
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

bench: setup ## measure the engine
	$(BIN)/kempelen bench

docs: setup ## draw the pictures, write the pages about each game and the transcripts of the tests anew
	$(BIN)/python scripts/pictures.py
	$(BIN)/python scripts/pages.py
	$(BIN)/python scripts/cards.py
	$(BIN)/python scripts/rooms.py
	$(BIN)/python scripts/transcripts.py

experiments: setup ## play the experiments in docs/experiments and write the tables and pictures that come from them; takes an hour
	$(BIN)/python scripts/experiments.py

# The tests drive a real browser if there is one.
browser:
	@if [ -z "$$KEMPELEN_BROWSER" ] && ! command -v chromium >/dev/null && ! command -v google-chrome >/dev/null; then \
		if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && \
			{ $(APT) chromium || { apt-get update && $(APT) chromium; }; }; then :; else \
			echo "For the tests in a browser install chromium, for example: sudo apt-get install chromium"; \
		fi; \
	fi

# And a real PostgreSQL, which they start themselves in a folder of their own. Only the programs are wanted: no server
# of the system's is set up for it.
database:
	@if ! command -v postgres >/dev/null && ! ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1; then \
		if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && \
			{ $(APT) postgresql || { apt-get update && $(APT) postgresql; }; }; then :; else \
			echo "For the tests with a database install PostgreSQL, for example: sudo apt-get install postgresql"; \
		fi; \
	fi

clean: ## remove caches and builds, keep .venv
	rm -rf build dist htmlcov .coverage .coverage.* .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find src tests -name __pycache__ -prune -exec rm -rf {} +

$(STAMP): pyproject.toml constraints.txt
	@set -e; \
	if [ "$$(cat $@ 2>/dev/null)" != "$(CURDIR)" ] || ! $(BIN)/python $(RECENT) 2>/dev/null; then \
		python=; \
		for candidate in $(PYTHONS); do \
			if $$candidate $(RECENT) 2>/dev/null; then python=$$candidate; break; fi; \
		done; \
		if [ -z "$$python" ]; then \
			echo "Kempelen needs Python 3.11 or newer; none of these is: $(PYTHONS)." >&2; exit 1; \
		fi; \
		if ! $$python -c 'import venv, ensurepip' 2>/dev/null; then \
			if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
				$(APT) $$python-venv || { apt-get update && $(APT) $$python-venv; }; \
			else \
				echo "Please install the package $$python-venv, then run make setup again." >&2; exit 1; \
			fi; \
		fi; \
		$$python -m venv --clear .venv; \
	fi; \
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt uv; \
	$(BIN)/uv pip install --quiet --python $(BIN)/python -c constraints.txt -b constraints.txt \
		-e '.[web,print,lab,dask,ray,research,host]' --group test --group lint --group e2e; \
	echo "$(CURDIR)" > $@
