#!/usr/bin/env bash
# What the API answers is what its document says: Schemathesis asks every operation of a school for what it generates out of
# openapi.json, as a stranger, as a family and as a school's administrator. The same cases each time.
#   QABUL_BIN                  the server                             (default: bin/qabul)
#   QABUL_SCHEMATHESIS_CASES   cases of an operation, at most         (default: 4)
#   QABUL_SCHEMATHESIS_TIME    seconds for all personas together      (default: 90)
source "$(dirname "$0")/../lib/common.sh"
source scripts/lib/python.sh

bin=${QABUL_BIN:-$root/bin/qabul}
cases=${QABUL_SCHEMATHESIS_CASES:-4}
most=${QABUL_SCHEMATHESIS_TIME:-90}
have timeout || { say "schemathesis: did not run, there is no 'timeout' here"; exit 0; }
# Made in a process of its own: what cannot be installed here is no fault of the API's.
(python_tools schemathesis scripts/test/schemathesis.txt) && python_tools schemathesis scripts/test/schemathesis.txt ||
    { say "schemathesis: did not run, there is no Python here that it could be installed with"; exit 0; }

work=$(mktemp -d "${TMPDIR:-/tmp}/qabul-schemathesis.XXXXXX")
server=
finish() {
    [ -z "$server" ] || { kill "$server" 2>/dev/null && wait "$server" 2>/dev/null || true; }
    rm -rf "$work"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

mkdir -p "$work/data/schools"
cp -r tenants/schools/abq "$work/data/schools/abq"
# Riddles are solved by browsers; every call would end at them.
sed -i 's/^captcha:.*/captcha: { provider: off }/' "$work/data/schools/abq/school.yaml"
port=${QABUL_SCHEMATHESIS_PORT:-$(node -e 'const s = require("node:net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })')}
export QABUL_DATA=$work/data QABUL_LISTEN=127.0.0.1:$port QABUL_LOG=warn QABUL_ADDRESS_LIMITS=off QABUL_PLATFORM_CAPTCHA=off
unset QABUL_DATABASE QABUL_SCHOOLS QABUL_CONFIG QABUL_SECRET_FILE
password=$(od -An -N12 -tx1 /dev/urandom | tr -d ' \n')-falcon
for role in school_admin guardian; do
    printf '%s\n' "$password" | "$bin" user add --school abq --email "$role@abq.example" --role "$role" --password-stdin >/dev/null
done
"$bin" serve >"$work/server.log" 2>&1 &
server=$!

# bearer ROLE: signs in as a browser does. One that ends another person's session by chance is a stranger's from then on.
cat >"$work/bearer.mjs" <<'END'
const [lib, port, email, password] = process.argv.slice(2);
const { call, ready } = await import(lib);
await ready(Number(port));
const headers = { "school-id": "abq", origin: `http://abq.localhost:${port}` };
const { status, json, text } = await call({ port, host: "abq.localhost", method: "POST", path: "/api/v1/oa/auth/login", headers, body: { email, password } });
if (status !== 200 || !json.token) throw new Error(`no session: ${status} ${text}`);
console.log(json.token);
END
bearer() { node "$work/bearer.mjs" "$root/scripts/lib/http.mjs" "$port" "$1@abq.example" "$password"; }

# What ends the session that the others are asked with, or changes what it hangs on.
ENDS='sign_out|change_password|change_email|begin_second_factor|remove_second_factor|end_session|end_other_sessions|sign_person_out|update_person'
failed=0
total=0
short=
end=$((SECONDS + most))
# persona NAME OPTION…
persona() {
    local name=$1 status=0 count left=$((end - SECONDS))
    shift
    if [ "$left" -lt 1 ]; then short="$short $name"; return; fi
    # It leaves a folder where it runs.
    (cd "$work" && timeout --signal=INT --kill-after=5 "$left" "$python_bin/schemathesis" --no-color run "$root/openapi.json" \
        --url "http://127.0.0.1:$port" --header "Host: abq.localhost:$port" --exclude-path-regex '/operator/' \
        --checks not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance,response_schema_conformance,ignored_auth \
        --phases examples,fuzzing --max-examples "$cases" --seed 20261122 --generation-deterministic --no-shrink --workers 1 \
        --suppress-health-check all --warnings off --request-timeout 30 "$@") >"$work/$name.log" 2>&1 || status=$?
    count=$(sed -n 's/^ *\([0-9]*\) generated.*/\1/p' "$work/$name.log" | tail -n 1)
    say "schemathesis: $name: ${count:-0} cases"
    total=$((total + ${count:-0}))
    # What was found before the time was up counts all the same.
    if [ "$status" = 124 ] || [ "$status" = 137 ]; then
        short="$short $name"
        grep -q 'unique failure' "$work/$name.log" || return 0
    fi
    if [ "$status" != 0 ] || [ "${count:-0}" = 0 ]; then
        failed=$((failed + 1))
        tail -n "${QABUL_SCHEMATHESIS_LINES:-150}" "$work/$name.log"
    fi
}
persona stranger --include-by '/x-permission == public'
persona guardian --exclude-operation-id-regex "^($ENDS)\$" --header "Authorization: Bearer $(bearer guardian)"
persona administrator --exclude-operation-id-regex "^($ENDS)\$" --header "Authorization: Bearer $(bearer school_admin)"

kill -0 "$server" 2>/dev/null || { failed=$((failed + 1)); tail -n 20 "$work/server.log"; }
say "schemathesis: 3 personas at a school (not the platform's own host), $total cases, $failed with findings${short:+; no time for all cases of:$short}"
[ "$failed" = 0 ]
