#!/usr/bin/env bash
# What the API answers is what its document says: Schemathesis asks every operation for what it generates out of openapi.json, at a school as
# a stranger, as a family and as an administrator, at the platform's own host as a stranger and as an operator. Each asks what is for them:
# that others may not is the matrix' to show. The same cases each time.
#   QABUL_BIN                  the server                                        (default: bin/qabul)
#   QABUL_SCHEMATHESIS_CASES   cases of an operation that chance makes, at most  (default: 4)
#   QABUL_SCHEMATHESIS_TIME    seconds for all personas together                 (default: 150; about 50 are needed)
source "$(dirname "$0")/../lib/common.sh"
source scripts/lib/python.sh

bin=${QABUL_BIN:-$root/bin/qabul}
cases=${QABUL_SCHEMATHESIS_CASES:-4}
most=${QABUL_SCHEMATHESIS_TIME:-150}
have timeout || { did_not_run schemathesis "there is no 'timeout' here"; exit 0; }
python_tools schemathesis scripts/test/schemathesis.txt || { did_not_run schemathesis "$python_lacks"; exit 0; }

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
link=$("$bin" operator add operator@platform.example --name Operator | grep -o 'token=[A-Za-z0-9_-]*' | head -n 1)
"$bin" serve >"$work/server.log" 2>&1 &
server=$!
bearer() { printf 'Authorization: Bearer '; node scripts/test/session.mjs bearer "$port" "$1@abq.example" "$password"; }
operator() { printf 'Cookie: '; node scripts/test/session.mjs operator "$port" "${link#token=}" "$password"; }

# What ends the session that the others are asked with, or changes what it hangs on.
ENDS='sign_out|change_password|change_email|begin_second_factor|remove_second_factor|end_session|end_other_sessions|sign_person_out|update_person|operator_sign_out'
# asks REGEX: the operations whose permission it is, without those that end sessions unless a stranger asks.
asks() {
    node -e '
        const [permission, ends] = process.argv.slice(1).map((text) => new RegExp(`^(${text})$`));
        const all = Object.values(require("./openapi.json").paths).flatMap((path) => Object.values(path));
        const ids = all.filter((each) => permission.test(each["x-permission"]) && !ends.test(each.operationId)).map((each) => each.operationId);
        if (ids.length === 0) throw new Error(`no operation is for ${permission}`);
        console.log(`^(${ids.join("|")})$`);
    ' "$1" "${2:-none}"
}
failed=0
total=0
personas=0
end=$((SECONDS + most))
# persona NAME HOST OPERATIONS [OPTION…]
persona() {
    local name=$1 host=$2 operations=$3 status=0 count left=$((end - SECONDS)) began=$SECONDS
    shift 3
    personas=$((personas + 1))
    # Who was not asked, or not to the end, shows nothing.
    if [ "$left" -lt 1 ]; then
        failed=$((failed + 1))
        say "schemathesis: $name: no time was left for it (QABUL_SCHEMATHESIS_TIME=$most)"
        return
    fi
    # It leaves a folder where it runs. One worker: several trip over CPython 3.11's parser.
    (cd "$work" && timeout --signal=INT --kill-after=5 "$left" "$python_bin/schemathesis" --no-color run "$root/openapi.json" \
        --url "http://127.0.0.1:$port" --header "Host: $host:$port" --include-operation-id-regex "$operations" \
        --checks not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance,response_schema_conformance,ignored_auth \
        --phases examples,coverage,fuzzing --max-examples "$cases" --seed 20261122 --generation-deterministic --no-shrink --workers 1 \
        --suppress-health-check all --warnings off --request-timeout 30 "$@") >"$work/$name.log" 2>&1 || status=$?
    count=$(sed -n 's/^ *\([0-9]*\) generated.*/\1/p' "$work/$name.log" | tail -n 1)
    say "schemathesis: $name: ${count:-0} cases in $((SECONDS - began)) s"
    total=$((total + ${count:-0}))
    if [ "$status" = 124 ] || [ "$status" = 137 ]; then say "schemathesis: $name: the time was up before its end (QABUL_SCHEMATHESIS_TIME=$most)"; fi
    if [ "$status" != 0 ] || [ "${count:-0}" = 0 ]; then
        failed=$((failed + 1))
        tail -n "${QABUL_SCHEMATHESIS_LINES:-150}" "$work/$name.log"
    fi
}
# signed_in NAME HOST PATH OPERATIONS SESSION [OPTION…]: whose session ended on the way was a stranger from then on, and shows nothing either.
signed_in() {
    local name=$1 host=$2 path=$3 operations=$4 session=$5
    shift 5
    persona "$name" "$host" "$operations" --header "$session" "$@"
    node scripts/test/session.mjs still "$port" "$host" "$path" "$session" ||
        { failed=$((failed + 1)); say "schemathesis: $name: its session ended on the way"; }
}
# What pages of each send with every call: without it a call ends before it has begun.
school=(--header 'school-id: abq')
console=(--header "Origin: http://localhost:$port" --header 'X-Console: 1')
persona stranger abq.localhost "$(asks public)" "${school[@]}"
signed_in guardian abq.localhost /api/v1/oa/profile "$(asks 'own|account.manage|family.read' "$ENDS")" "$(bearer guardian)" "${school[@]}"
signed_in administrator abq.localhost /api/v1/oa/profile "$(asks '(user|till|audit|enquiry|settings)[.].*' "$ENDS")" "$(bearer school_admin)" "${school[@]}"
persona visitor localhost "$(asks platform.public)" "${console[@]}"
signed_in operator localhost /api/v1/oa/operator/me "$(asks platform.operator "$ENDS")" "$(operator)" "${console[@]}"

kill -0 "$server" 2>/dev/null || { failed=$((failed + 1)); tail -n 20 "$work/server.log"; }
say "schemathesis: $personas personas at a school and at the platform's own host, $total cases, $failed with findings or without an end"
[ "$failed" = 0 ]
