#!/usr/bin/env bash
# `make fmt`: both Rust workspaces.
source "$(dirname "$0")/lib/common.sh"
cargo fmt --all
(cd plugins && cargo fmt --all)
