#!/usr/bin/env bash
# `make migration`: notes the digests of new migrations in migrations/closed.txt. From then on an edit of them fails the tests.
source "$(dirname "$0")/lib/common.sh"
source scripts/lib/cargo.sh
unoptimised
QABUL_CLOSE_MIGRATIONS=1 cargo test --locked --release --quiet -p qabul-migrations --test closed
git diff --stat -- migrations/closed.txt
