# `make run` and `make test` are all the set-up there is; the rest are shortcuts. `make help` lists them.

.DEFAULT_GOAL := help
.PHONY: help run build test check gen fmt dev bench plugins

help: ## What there is to call
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' Makefile

run: ## Builds everything, makes a demo under ./data once, and serves it
	@scripts/run.sh

build: ## Leaves the release binary at bin/qabul
	@scripts/build.sh

test: ## Runs every test there is; installs Chromium and PostgreSQL where Debian packages and root are at hand
	@scripts/test.sh

check: ## Format, lints, types, sizes, arrows between rooms, generated files: what every commit passes
	@scripts/check.sh

gen: ## Writes the generated files anew: API document, web client, schema of school.yaml, tables of the docs
	@scripts/gen.sh

fmt: ## Formats the Rust code
	@scripts/fmt.sh

dev: ## Vite with hot reload in front of a running server
	@scripts/dev.sh

bench: ## Measures speed and memory against baselines in the same run
	@scripts/bench.sh $(ARGS)

plugins: ## Builds the plugins from source and installs them in the demo schools
	@scripts/plugins.sh
