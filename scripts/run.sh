#!/usr/bin/env bash
# `make run`: from a fresh clone to a server with four demo schools. What is done already is not done again.
#   QABUL_DATA     where the demo lives    (default: ./data)
#   QABUL_LISTEN   where it is served      (default: 127.0.0.1:8080)
source "$(dirname "$0")/lib/common.sh"
source scripts/lib/tools.sh
source scripts/lib/web.sh
source scripts/lib/server.sh
source scripts/lib/cargo.sh
unoptimised
steps=6

data=$(mkdir -p "${QABUL_DATA:-data}" && cd "${QABUL_DATA:-data}" && pwd)
listen=${QABUL_LISTEN:-127.0.0.1:8080}
port=${listen##*:}
schools=abq,vmsiihe,rushmore,mogra

step "Looking for what is needed"
check_tools
step "Web: packages and build"
web_packages
web_build
step "Plugins: the components that ship"
scripts/demo/plugins.sh
step "Server: build in release (the first time takes about fifteen minutes on two cores)"
build_server
step "Demo: four schools and their staff, in $data"
node scripts/demo/bundles.mjs tenants/schools "$data/schools" "$data/.demo-bundles.json"
# What the demo alone needs: a consent that its school waits for.
node scripts/demo/bundles.mjs scripts/demo/schools "$data/schools" "$data/.demo-additions.json"
if [ -f tenants/school.schema.json ]; then cp tenants/school.schema.json "$data/school.schema.json"; fi
node scripts/demo/accounts.mjs "$root/bin/qabul" "$data" "$schools"
# What ends in it has to have ended: an offer is made by a server that is behind, and the one of today finds it over.
if [ ! -f "$data/.demo-applications" ] && [ ! -f "$data/.demo-past" ]; then
    QABUL_MODE=test QABUL_DAYS_BEHIND=10 QABUL_LOG=warn QABUL_DATA=$data QABUL_SCHOOLS=$data/schools QABUL_LISTEN=127.0.0.1:$port bin/qabul serve &
    past=$!
    node scripts/demo/applications.mjs "$root/bin/qabul" "$data" "$port" past || say "The demo has no offer that has ended."
    kill -TERM "$past" 2>/dev/null || true
    wait "$past" || true
fi
step "Starting the server on http://$listen"

# A line for each request would push the addresses out of sight; QABUL_LOG=info shows them.
export QABUL_LOG=${QABUL_LOG:-warn}
export QABUL_DATA=$data QABUL_SCHOOLS=$data/schools QABUL_LISTEN=$listen
bin/qabul serve &
server=$!
# What the shell starts in the background ignores Ctrl-C, so every way of stopping is passed on as the polite one.
trap 'kill -TERM "$server" 2>/dev/null || true' INT TERM HUP
if ! QABUL_SERVER_PID=$server node scripts/demo/submissions.mjs "$root/bin/qabul" "$data" "$schools" "$port"; then
    kill -TERM "$server" 2>/dev/null || true
    wait "$server" || true
    fail "The demo did not start."
fi
# Somebody may have changed what these sign in with: it is told, and the rest runs.
node scripts/demo/applications.mjs "$root/bin/qabul" "$data" "$port" || say "The demo's applications were not completed; the next 'make run' goes on with them."
scripts/demo/addresses.sh "$port" "$data"
say "Ready after $((SECONDS / 60)) min $((SECONDS % 60)) s."

# `wait` comes back at each signal; the server decides when it has ended.
status=0
while kill -0 "$server" 2>/dev/null; do status=0; wait "$server" || status=$?; done
[ "$status" -le 128 ] || status=0
say "Stopped. The data is kept in $data; 'make run' goes on with it."
exit "$status"
