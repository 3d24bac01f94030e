#!/usr/bin/env bash
# The components that ship stand in plugins/dist with their digests; each school's copy has to be one of them.
source "$(dirname "$0")/../lib/common.sh"

(cd plugins/dist && sha256sum --quiet --check digests.txt) || fail "plugins/dist is not what digests.txt says: run 'make plugins'."
count=0
for copy in tenants/schools/*/plugins/*.wasm; do
    cmp -s "$copy" "plugins/dist/$(basename "$copy")" || fail "$copy is not the component in plugins/dist: run 'make plugins'."
    count=$((count + 1))
done
note "$count components in the schools, pinned by digest ('make plugins' builds them from source)"
