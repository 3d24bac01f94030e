# `make run` and `make test` are all the set-up there is; the rest are shortcuts. `make help` lists them.

.DEFAULT_GOAL := help
.PHONY: help run build sbom test test-quick check gen fmt dev bench plugins pictures migration

help: ## What there is to call
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile

run: ## Builds everything, makes a demo under ./data once, and serves it
	@scripts/run.sh

build: ## Leaves the release binary at bin/qabul
	@scripts/build.sh

test: ## Runs every test there is; installs Chromium and PostgreSQL where Debian packages and root are at hand
	@scripts/test.sh

test-quick: ## What to run while writing: checks, units, the Rust tests on SQLite, one journey
	@scripts/test.sh --quick

check: ## Format, lints, types, sizes, arrows between rooms, generated files: what every commit passes
	@scripts/check.sh

sbom: ## Lists what the server and the web app are made of, as CycloneDX documents in bin/sbom
	@scripts/sbom.sh

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

migration: ## Closes new migrations: notes their digests in migrations/closed.txt
	@scripts/migration.sh

pictures: ## Takes the pictures of the guide and the README anew
	@scripts/pictures.sh
