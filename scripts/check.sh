#!/usr/bin/env bash
# `make check`: what every commit passes. Quick things first.
source "$(dirname "$0")/lib/common.sh"
source scripts/lib/tools.sh
source scripts/lib/web.sh
source scripts/lib/cargo.sh
unoptimised
steps=8

step "Tools and packages"
check_tools
web_packages
step "File sizes, ids, hosts, arrows between rooms, layers in them"
node scripts/check/sizes.mjs
node scripts/check/ids.mjs
node scripts/check/hosts.mjs
node scripts/check/arrows.mjs
node scripts/check/layers.mjs
node scripts/check/features.mjs
step "Packages of others"
scripts/check/supply.sh
step "Web: lint and types"
(cd web && npm run --silent lint && npm run --silent typecheck)
step "Rust: format"
rust_format
step "Rust: lint"
rust_lint
step "Web: build, for the server holds it"
web_build
step "Generated files"
scripts/gen.sh --check
say "check: everything holds"
