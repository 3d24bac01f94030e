#!/usr/bin/env bash
# `make bench`: speed and memory of bin/qabul against baselines of the same run. It prints, and asserts nothing.
#   make bench ARGS=--quick                        a short run, to see that it works
#   make bench ARGS='--write docs/benchmarks.md'   keeps the figures
source "$(dirname "$0")/lib/common.sh"
source scripts/lib/tools.sh
source scripts/lib/web.sh
source scripts/lib/server.sh
source scripts/lib/postgres.sh
steps=5
trap stop_postgres EXIT

step "Tools and packages"
check_tools
web_packages
web_build
step "Server and load generator: build in release"
build_server
cargo build --locked --release --workspace --bin qabul-bench
cargo build --locked --release --workspace --example bench
step "First loads, from the build's manifest"
(cd web && npm run --silent test:budget)
step "Server under load (loopback, bounded, about four minutes)"
if find_postgres; then
    start_postgres
    "$pg_bin/psql" "$QABUL_TEST_POSTGRES" --quiet --command "CREATE DATABASE qabul_bench"
    export QABUL_BENCH_POSTGRES=${QABUL_TEST_POSTGRES%/*}/qabul_bench
else
    note "No PostgreSQL here: its figures are left out."
fi
"$CARGO_TARGET_DIR/release/qabul-bench" run "$root/bin/qabul" "$root" "$@"
step "Plugins: a component against the same rules natively"
plugins=$("$CARGO_TARGET_DIR/release/examples/bench")
say "$plugins"
if [ "${1:-}" = --write ]; then
    # shellcheck disable=SC2016
    printf '\n## A check by a plugin, against the same rules natively (goal: at most 4 times)\n\n```text\n%s\n```\n' "$plugins" >>"$2"
fi
