#!/usr/bin/env bash
# The pictures of docs/letters.md: each letter of the shipped school ABQ in English, in Arabic and in both, as the real press draws it with
# sample values; and the page that tells who signed. Needs bin/qabul and pdftoppm (Debian: poppler-utils).
#   scripts/letters.sh [FOLDER]   (default: docs/letters)
source "$(dirname "$0")/lib/common.sh"
out=$(mkdir -p "${1:-docs/letters}" && cd "${1:-docs/letters}" && pwd)
have pdftoppm || { can_install && apt_install poppler-utils; } || fail "The pictures need pdftoppm (Debian: apt-get install poppler-utils)."

work=$(mktemp -d "${TMPDIR:-/tmp}/qabul-letters.XXXXXX")
server=
finish() {
    [ -z "$server" ] || { kill "$server" 2>/dev/null && wait "$server" 2>/dev/null || true; }
    rm -rf "$work"
}
trap finish EXIT
mkdir -p "$work/data/schools"
cp -r tenants/schools/abq "$work/data/schools/abq"
sed -i 's/^captcha:.*/captcha: { provider: off }/' "$work/data/schools/abq/school.yaml"
port=$(node -e 'const s = require("node:net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })')
export QABUL_DATA=$work/data QABUL_LISTEN=127.0.0.1:$port QABUL_LOG=warn QABUL_ADDRESS_LIMITS=off QABUL_PUBLIC_ORIGIN=https://abq.example
unset QABUL_DATABASE QABUL_SCHOOLS QABUL_CONFIG QABUL_SECRET_FILE
password=$(od -An -N12 -tx1 /dev/urandom | tr -d ' \n')-falcon
printf '%s\n' "$password" | bin/qabul user add --school abq --email admin@abq.example --role school_admin --password-stdin >/dev/null
bin/qabul serve >"$work/server.log" 2>&1 &
server=$!
bearer=$(node scripts/test/session.mjs bearer "$port" admin@abq.example "$password")

# picture FILE.pdf NAME [PAGE]
picture() {
    pdftoppm -r 58 -png -singlefile -f "${3:-1}" -l "${3:-1}" "$1" "$out/$2"
    note "$2.png: $(($(stat -c %s "$out/$2.png") / 1024)) KB"
}
for file in tenants/schools/abq/letters/*.json; do
    code=$(basename "$file" .json)
    for language in en ar both; do
        node scripts/lib/letter.mjs "$port" "$bearer" "$code" "$language" "$work/$code-$language.pdf"
        picture "$work/$code-$language.pdf" "$code-$language"
    done
done
cargo run --quiet --locked --release --package qabul-letters --example pictures -- "$work/sheets" >/dev/null
for language in en ar both; do
    pages=$(pdfinfo "$work/sheets/signed-$language.pdf" | sed -n 's/^Pages: *//p')
    picture "$work/sheets/signed-$language.pdf" "certificate-$language" "$pages"
done
