# make serve   the book with live reload      make test   every test
# make build   the book into site/            make bench  side-by-side measurements
# Thin on purpose: it makes .venv, then calls the tools.

PYTHON ?= python3
# PyTorch's own index of CPU builds: tried first on Linux, where the default one brings
# gigabytes of CUDA. Empty means: don't try.
TORCH_INDEX ?= https://download.pytorch.org/whl/cpu
TORCH := $(shell sed -n 's/^torch==/&/p' requirements.txt)

BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
export NO_MKDOCS_2_WARNING = 1

.PHONY: serve build test bench clean

serve: .venv/book
	@echo "Building both languages; the address follows (stop with Ctrl+C)."
	$(BIN)/mkdocs serve

build: .venv/book
	$(BIN)/mkdocs build --strict

test: .venv/test
	$(BIN)/pytest --numprocesses auto --maxprocesses 4 --dist loadfile

bench: build .venv/test
	$(BIN)/python -m bench
	$(BIN)/python bench/attention.py
	$(BIN)/python bench/heatmap.py site
	$(BIN)/python bench/exercise.py

clean:
	rm -rf .cache site web/node_modules

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "This book needs Python 3.11 or later; $(PYTHON) is older or missing. Set PYTHON=..."; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
	  { echo "$(PYTHON) can't make virtual environments. On Debian or Ubuntu: apt install python3-venv"; exit 1; }
	@echo "Making .venv"
	@$(PYTHON) -m venv .venv

.venv/book: requirements.txt pyproject.toml | .venv/bin/python
	@if [ "$$(uname -s)" = Linux ] && [ -n "$(TORCH_INDEX)" ] && ! $(BIN)/python -c 'import torch' 2>/dev/null; then \
	  echo "Downloading $(TORCH), CPU build (about 200 MB), from $(TORCH_INDEX)"; \
	  $(PIP) install --no-deps --timeout 10 --retries 0 --index-url "$(TORCH_INDEX)" "$(TORCH)" || \
	    echo "Not to be had there; the default index follows (on Linux: a few GB with CUDA)."; \
	fi
	@echo "Installing what the book needs (about 400 MB with PyTorch's CPU build)"
	$(PIP) install -r requirements.txt
	@touch $@

.venv/test: .venv/book
	@echo "Installing what the tests need"
	$(PIP) install -e '.[test]'
	@touch $@
