#!/usr/bin/env bash
# `make test`: everything there is to test, on both databases and in a browser. Nothing is skipped in silence: what cannot be run
# fails, and a tool of others that cannot be had here is named at the end. It works as root in a clean clone without a terminal, and ends with the dearest tests and each runner's closing line.
# `make test-quick`: what one runs while writing. The checks, units, and the Rust tests on SQLite alone; no walls between schools, no
# journeys but one through every layer.
source "$(dirname "$0")/lib/common.sh"
source scripts/lib/tools.sh
source scripts/lib/python.sh
source scripts/lib/web.sh
source scripts/lib/server.sh
source scripts/lib/postgres.sh
source scripts/lib/cargo.sh
quick=false
if [ "${1:-}" = --quick ]; then quick=true; fi
unoptimised
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

if $quick; then steps=12; else steps=21; fi
step "Tools, Chromium, PostgreSQL"
check_tools
check_chromium
if ! $quick; then
    check_postgres
    start_postgres
fi

packages() { web_packages; }
sizes_and_hosts() { node scripts/check/sizes.mjs; node scripts/check/ids.mjs; node scripts/check/hosts.mjs; }
arrows() { cargo fetch --locked --quiet; node scripts/check/arrows.mjs; node scripts/check/layers.mjs; node scripts/check/features.mjs; }
lint() { after packages; cd web; npm run --silent lint; }
# Journeys are read as well: what a room imports without a browser breaks all of them at once.
types() { after packages; cd web; npm run --silent typecheck; node_modules/.bin/playwright test --list >/dev/null; say "types: nothing wrong"; }
web_units() {
    after packages
    cd web
    npm run --silent test -- --reporter=default --reporter=json --outputFile.json="$logs/web-units.json"
}
built() { after packages; web_build; }
budgets() { after web-build; cd web; npm run --silent test:budget; }
fresh_plugins() { scripts/plugins.sh --check "$logs/plugins"; }
rust_units() {
    local status=0
    after plugins-rebuilt
    after server
    check_letter_tools
    QABUL_FRESH_PLUGINS=$logs/plugins QABUL_BIN=$root/bin/qabul workspace_tests || status=$?
    cp target/nextest/default/junit.xml "$logs/rust.xml" 2>/dev/null || true
    return "$status"
}
# One database, no crowds, no matrix: what a change breaks first.
rust_quick() { after server; QABUL_BIN=$root/bin/qabul workspace_tests -E 'not binary(trust) and not binary(sabotage) and not binary(servers)'; }
server() { after web-build; build_server; }
document() { after server; QABUL_BIN=$root/bin/qabul scripts/test/schemathesis.sh; }
generated() { after server; QABUL_BIN_READY=1 scripts/gen.sh --check; }
schools() { after server; scripts/demo/plugins.sh; bin/qabul school check --all --schools tenants/schools; }
journeys() { after server; check_letter_tools; cd web; node_modules/.bin/playwright test; }
journey_quick() { after server; cd web; node_modules/.bin/playwright test --grep @smoke family.spec.ts; }
# The tests that read a file which the last commit, or what is not committed yet, has changed.
web_changed() { after packages; cd web; npm run --silent test -- --changed "${QABUL_SINCE:-HEAD~1}" --passWithNoTests; }
# The same server on PostgreSQL: the journeys that go through every layer once.
journeys_postgres() {
    after server
    local url=${QABUL_TEST_POSTGRES%/*}/qabul_journeys
    "$pg_bin/psql" "$QABUL_TEST_POSTGRES" --quiet --command "CREATE DATABASE qabul_journeys"
    cd web
    QABUL_E2E_POSTGRES=$url node_modules/.bin/playwright test --grep @smoke
}

stage packages check "Web: packages" packages
stage sizes check "File sizes, ids as bare text, and hosts in files" sizes_and_hosts
stage arrows check "Arrows between rooms, layers in them, features of dependencies" arrows
stage format check "Rust: format" rust_format
$quick || stage supply check "Packages of others: floors, licences, sources" scripts/check/supply.sh
stage web-lint check "Web: lint" lint
stage web-types check "Web: types" types
if $quick; then
    stage web-units vitest "Web: unit tests of what changed" web_changed
    stage web-build check "Web: build" built
    stage server check "Server: build" server
    stage rust cargo "Rust: tests on SQLite" rust_quick
    stage journeys playwright "One browser journey" journey_quick
else
    stage web-units vitest "Web: unit tests" web_units
    stage web-build check "Web: build" built
    stage budgets vitest "Web: budgets of the build" budgets
    stage plugin-units cargo "Plugins: their rules, natively" plugin_tests
    stage plugins-rebuilt check "Plugins: components from source" fresh_plugins
    stage server check "Server: build" server
    stage rust-lint check "Rust: lint" rust_lint
    stage rust cargo "Rust: tests on SQLite and PostgreSQL, guards taken out one at a time" rust_units
    stage schools check "Schools that ship" schools
    stage generated check "Generated files, compared" generated
    stage document check "The API, asked by its document" document
    stage journeys playwright "Browser journeys on SQLite" journeys
    stage journeys-pg playwright "Browser journeys on PostgreSQL" journeys_postgres
fi

# The summary is the last word, and decides.
node scripts/test/summary.mjs "$logs" "$SECONDS"
