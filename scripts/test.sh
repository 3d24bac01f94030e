#!/usr/bin/env bash
# `make test`: everything there is to test, on both databases and in a browser. Nothing is skipped in silence: what cannot be run
# fails. It works as root in a clean clone without a terminal, and ends with each runner's closing line.
source "$(dirname "$0")/lib/common.sh"
source scripts/lib/tools.sh
source scripts/lib/web.sh
source scripts/lib/server.sh
source scripts/lib/postgres.sh
source scripts/lib/cargo.sh
steps=20
export CI=${CI:-} CARGO_TERM_COLOR=${CARGO_TERM_COLOR:-never}

logs=$(mktemp -d "${TMPDIR:-/tmp}/qabul-test.XXXXXX")
finish() { stop_postgres; rm -rf "$logs"; }
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

# stage NAME RUNNER "what" COMMAND…: runs it, keeps its output and its end, and goes on: a broken stage must not hide another.
stage() {
    local name=$1 runner=$2 began=$SECONDS status
    step "$3"
    set +e
    (set -e; "${@:4}") </dev/null 2>&1 | tee "$logs/$name.log"
    status=${PIPESTATUS[0]}
    set -e
    printf '%s\t%s\t%s\t%s\n' "$name" "$runner" "$status" "$((SECONDS - began))" >>"$logs/stages.tsv"
}

# after NAME: whether that stage went well; what needs it fails at once otherwise.
after() { grep -q "^$1	[a-z]*	0	" "$logs/stages.tsv" || { say "not run: $1 failed"; return 1; }; }

step "Tools, Chromium, PostgreSQL"
check_tools
check_chromium
check_postgres
start_postgres

packages() { web_packages; }
sizes_and_hosts() { node scripts/check/sizes.mjs; node scripts/check/hosts.mjs; }
arrows() { cargo fetch --locked --quiet; node scripts/check/arrows.mjs; }
lint() { after packages; cd web; npm run --silent lint; }
types() { after packages; cd web; npm run --silent typecheck; say "types: nothing wrong"; }
web_units() { after packages; cd web; npm run --silent test; }
built() { after packages; web_build; }
budgets() { after web-build; cd web; npm run --silent test:budget; }
fresh_plugins() { scripts/plugins.sh --check "$logs/plugins"; }
rust_units() {
    after plugins-rebuilt
    after server
    QABUL_FRESH_PLUGINS=$logs/plugins QABUL_BIN=$root/bin/qabul rust_tests --workspace
}
server() { after web-build; build_server; }
generated() { after server; QABUL_BIN_READY=1 scripts/gen.sh --check; }
schools() { after server; scripts/demo/plugins.sh; bin/qabul school check --all --schools tenants/schools; }
journeys() { after server; cd web; node_modules/.bin/playwright test; }
# The same server on PostgreSQL: the journeys that go through every layer once.
journeys_postgres() {
    after server
    local url=${QABUL_TEST_POSTGRES%/*}/qabul_journeys
    "$pg_bin/psql" "$QABUL_TEST_POSTGRES" --quiet --command "CREATE DATABASE qabul_journeys"
    cd web
    QABUL_E2E_POSTGRES=$url node_modules/.bin/playwright test --grep @smoke
}

stage packages check "Web: packages" packages
stage sizes check "File sizes, and hosts in files" sizes_and_hosts
stage arrows check "Arrows between rooms" arrows
stage format check "Rust: format" rust_format
stage web-lint check "Web: lint" lint
stage web-types check "Web: types" types
stage web-units vitest "Web: unit tests" web_units
stage web-build check "Web: build" built
stage budgets vitest "Web: budgets of the build" budgets
stage plugin-units cargo "Plugins: their rules, natively" plugin_tests
stage plugins-rebuilt check "Plugins: components from source" fresh_plugins
stage server check "Server: build in release" server
stage rust-lint check "Rust: lint" rust_lint
stage rust cargo "Rust: tests on SQLite and PostgreSQL" rust_units
stage sabotage cargo "Rust: guards taken out, one at a time" sabotage_run
stage schools check "Schools that ship" schools
stage generated check "Generated files, compared" generated
stage journeys playwright "Browser journeys on SQLite" journeys
stage journeys-pg playwright "Browser journeys on PostgreSQL" journeys_postgres

# The summary is the last word, and decides.
node scripts/test/summary.mjs "$logs" "$SECONDS"
