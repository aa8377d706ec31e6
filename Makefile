# Everything a user or a developer does, each doing its own set-up in .venv.
PYTHON ?= python3.11
GAME ?= gnav
STEPS ?= 800000
DEALS ?= 1000
VENV := .venv
BIN := $(VENV)/bin
RUN := runs/demo-$(GAME)
STAMP := $(VENV)/.installed

.PHONY: demo test check lint types slow bench train-bench format clean

# Train a policy, export it, and play it against the baselines.
demo: $(STAMP)
	@echo "== training $(GAME): $(STEPS) decisions"
	@rm -rf $(RUN)
	@$(BIN)/python -m training.train $(GAME) --config training/configs/demo.toml --steps $(STEPS) --seed 1 --out $(RUN)
	@$(BIN)/python -m training.export $(RUN) -o $(RUN)/policy.onnx
	@echo "== playing $(DEALS) deals in every seating"
	@$(BIN)/card-envs evaluate $(GAME) $(RUN)/policy.onnx random heuristic --deals $(DEALS) --threads 2 \
	    --json $(RUN)/results.json
	@echo
	@echo "policy: $(RUN)/policy.onnx    results: $(RUN)/results.json    curves: $(RUN)/log (tensorboard)"
	@echo "the table again: $(BIN)/card-envs evaluate $(GAME) $(RUN)/policy.onnx random heuristic --deals $(DEALS)"

# The whole suite.
test: $(STAMP)
	$(BIN)/python -m pytest -q -n 2

# The developers' gate: what CI runs.
check: lint types test

lint: $(STAMP)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/lint-imports --no-cache

types: $(STAMP)
	$(BIN)/mypy

# Tests that take long: 100,000 matches of Gnav against its referee, and the like.
slow: $(STAMP)
	$(BIN)/python -m pytest -q -m slow

# Speed against the peers, on one core.
bench: $(STAMP)
	$(BIN)/pip install -q -c constraints.txt -e '.[bench]'
	taskset -c 0 $(BIN)/card-envs bench --peers

train-bench: $(STAMP)
	$(BIN)/python -m benchmarks.training

format: $(STAMP)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

$(STAMP): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install -q -c constraints.txt -e '.[dev]'
	@touch $(STAMP)

clean:
	rm -rf $(VENV) runs build dist
