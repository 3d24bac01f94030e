#!/usr/bin/env bash
# `make sbom`: what the server and the web application are made of, as CycloneDX documents for those who have to answer for them.
source "$(dirname "$0")/lib/common.sh"
source scripts/lib/web.sh
steps=2

out=$root/bin/sbom
mkdir -p "$out"
step "Server: crates in the program, for Linux"
cargo metadata --locked --format-version 1 --filter-platform x86_64-unknown-linux-gnu | node scripts/gen/sbom.mjs >"$out/server.cdx.json"
step "Web: packages in the application"
npm --prefix web sbom --sbom-format cyclonedx --sbom-type application --package-lock-only | node scripts/gen/sbom-web.mjs >"$out/web.cdx.json"
for file in server web; do
    say "$out/$file.cdx.json: $(node -p 'JSON.parse(require("fs").readFileSync(process.argv[1], "utf8")).components.length' "$out/$file.cdx.json") components"
done
node scripts/check/sbom.mjs "$out"
