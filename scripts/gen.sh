#!/usr/bin/env bash
# `make gen`: writes the generated files anew, in the order in which one feeds the next.
#   scripts/gen.sh --check   makes them and fails where the committed ones differ; leaves the tree as it was
source "$(dirname "$0")/lib/common.sh"
source scripts/lib/web.sh
source scripts/lib/server.sh
source scripts/lib/cargo.sh
unoptimised

files=(openapi.json web/src/api/generated.ts web/src/api/generatedDesk.ts web/src/api/generatedMoves.ts web/src/api/generatedPlatform.ts web/src/api/generatedFamily.ts web/src/api/generatedTypes.ts web/src/api/rights.ts web/src/api/machines.ts web/src/api/reasons.ts web/src/i18n/i18next.d.ts tenants/school.schema.json docs/message-ids.md docs/permissions.md docs/operations.md platform/words/data/countries.tsv)
checking=false
if [ "${1:-}" = --check ]; then checking=true; fi

kept=$(mktemp -d)
trap 'rm -rf "$kept"' EXIT
if $checking; then
    for file in "${files[@]}"; do
        mkdir -p "$kept/$(dirname "$file")"
        if [ -f "$file" ]; then cp -p "$file" "$kept/$file"; fi
    done
    # Whatever happens below, the committed files come back.
    trap 'for file in "${files[@]}"; do if [ -f "$kept/$file" ]; then cp -p "$kept/$file" "$file"; else rm -f "$file"; fi; done; rm -rf "$kept"' EXIT
fi

# make_file FILE COMMAND: a failing command leaves the file as it was, and so does one that says the same: cargo builds anew by a file's time.
make_file() { "${@:2}" >"$kept/new" && { cmp -s "$kept/new" "$1" || mv "$kept/new" "$1"; }; }

web_packages
[ -n "${QABUL_BIN_READY:-}" ] || build_server
make_file openapi.json bin/qabul openapi
make_file tenants/school.schema.json bin/qabul school schema
(cd web && npm run --silent gen)
make_file docs/message-ids.md node scripts/gen/message-ids.mjs
make_file docs/permissions.md node scripts/gen/permissions.mjs
make_file docs/operations.md node scripts/gen/operations.mjs
make_file platform/words/data/countries.tsv node scripts/gen/countries.mjs
make_file web/src/api/rights.ts node scripts/gen/rights.mjs
make_file web/src/api/machines.ts node scripts/gen/machines.mjs
make_file web/src/api/reasons.ts node scripts/gen/machines.mjs reasons

$checking || { say "Written: ${files[*]}"; exit 0; }
drifted=0
for file in "${files[@]}"; do
    cmp -s "$kept/$file" "$file" && continue
    drifted=$((drifted + 1))
    diff -uN --label "committed $file" --label "generated $file" "$kept/$file" "$file" | head -n 40 || true
done
[ "$drifted" = 0 ] || fail "generated files: some differ from what the code says; run 'make gen' and commit them"
say "generated files: ${#files[@]} the same as committed"
