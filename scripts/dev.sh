#!/usr/bin/env bash
# `make dev`: Vite with hot reload in front of a server. A server that runs already (make run) is used; else one is started.
source "$(dirname "$0")/lib/common.sh"
source scripts/lib/tools.sh
source scripts/lib/web.sh
check_tools
web_packages

export QABUL_DEV_SERVER=${QABUL_DEV_SERVER:-http://127.0.0.1:8080}
running() { node -e 'fetch(process.argv[1]).then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))' "$QABUL_DEV_SERVER/healthz"; }
if ! running; then
    say "No server at $QABUL_DEV_SERVER yet: starting the demo (make run)."
    scripts/run.sh &
    server=$!
    trap 'kill -TERM "$server" 2>/dev/null; wait "$server" 2>/dev/null || true' EXIT
    until running; do
        kill -0 "$server" 2>/dev/null || fail "The server did not start."
        sleep 1
    done
fi
say "Open http://abq.localhost:5173 (any demo school's host with this port)."
(cd web && npm run --silent dev)
