# A PostgreSQL of one's own: a cluster in a temporary folder, on a free loopback port, with durability as in production.
# It is gone when the script that started it ends, however that ends.

find_postgres() {
    # The servers' own folder, newest first: what is on the PATH may be a client alone.
    pg_bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1)
    if [ -n "$pg_bin" ] && [ -x "$pg_bin/initdb" ]; then return 0; fi
    pg_bin=$(have initdb && have postgres && dirname "$(readlink -f "$(command -v postgres)")" || true)
    [ -n "$pg_bin" ]
}

check_postgres() {
    if ! find_postgres && can_install; then
        apt_install postgresql
        # Debian starts a cluster of its own with the package; the tests do not need it, and leave it alone.
        find_postgres || true
    fi
    [ -n "$pg_bin" ] || fail "The tests need PostgreSQL's server programs (Debian: apt-get install postgresql)."
    note "$("$pg_bin/postgres" --version)"
}

# Runs a command as whom PostgreSQL accepts: it refuses root.
as_postgres() {
    if [ "$(id -u)" = 0 ]; then (cd / && runuser -u postgres -- "$@"); else "$@"; fi
}

# Sets QABUL_TEST_POSTGRES.
start_postgres() {
    local port password
    pg_dir=$(mktemp -d /tmp/qabul-postgres.XXXXXX)
    password=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
    printf '%s\n' "$password" >"$pg_dir/password"
    chmod 700 "$pg_dir"
    if [ "$(id -u)" = 0 ]; then chown -R postgres: "$pg_dir"; fi
    as_postgres "$pg_bin/initdb" --pgdata "$pg_dir/data" --username qabul --pwfile "$pg_dir/password" \
        --auth scram-sha-256 --encoding UTF8 --locale C --no-instructions >"$cache/postgres.log" 2>&1 ||
        { cat "$cache/postgres.log" >&2; fail "PostgreSQL's cluster could not be made."; }
    port=$(node -e 'const s = require("node:net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })')
    as_postgres "$pg_bin/pg_ctl" start --silent --wait --pgdata "$pg_dir/data" --log "$pg_dir/log" --options \
        "-c listen_addresses=127.0.0.1 -c port=$port -c unix_socket_directories=$pg_dir -c max_connections=200 -c fsync=on -c synchronous_commit=on -c full_page_writes=on" \
        >/dev/null </dev/null || { cat "$pg_dir/log" >&2; fail "PostgreSQL did not start."; }
    export QABUL_TEST_POSTGRES=postgres://qabul:$password@127.0.0.1:$port/postgres
    # The cluster goes with the script: where there is room for some 400 databases of 12 MB, none is dropped before.
    if [ "$(df -Pk "$pg_dir" | awk 'NR == 2 { print $4 }')" -gt 12000000 ]; then export QABUL_TEST_POSTGRES_KEEP=1; fi
    note "PostgreSQL on 127.0.0.1:$port, in $pg_dir"
    # Even a script that is killed outright takes its server with it.
    setsid bash -c "while kill -0 $$ 2>/dev/null; do sleep 2; done; sleep 2; $(declare -f as_postgres)
        if [ -d '$pg_dir/data' ]; then as_postgres '$pg_bin/pg_ctl' stop --silent --mode immediate --pgdata '$pg_dir/data'; rm -rf '$pg_dir'; fi" \
        >/dev/null 2>&1 </dev/null &
    disown
}

stop_postgres() {
    [ -n "${pg_dir:-}" ] && [ -d "$pg_dir/data" ] || return 0
    as_postgres "$pg_bin/pg_ctl" stop --silent --mode immediate --pgdata "$pg_dir/data" >/dev/null 2>&1 || true
    rm -rf "$pg_dir"
}
