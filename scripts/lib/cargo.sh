# The Rust checks and tests of both workspaces, by the tools that are there.

# Names the files that `make fmt` would change.
rust_format() { cargo fmt --all -- --check -l && (cd plugins && cargo fmt --all -- --check -l); }

rust_lint() {
    cargo clippy --locked --release --workspace --all-targets -- -D warnings &&
        (cd plugins && CARGO_TARGET_DIR=$plugins_target cargo clippy --locked --release --workspace --all-targets -- -D warnings)
}

# cargo nextest where it is, cargo test where it is not: both run everything and end with a line of their own.
rust_tests() {
    if cargo nextest --version >/dev/null 2>&1; then
        cargo nextest run --locked --release --no-fail-fast --status-level fail --final-status-level flaky --show-progress none "$@"
    else
        cargo test --locked --release --no-fail-fast "$@"
    fi
}

plugin_tests() { (cd plugins && CARGO_TARGET_DIR=$plugins_target rust_tests --workspace); }

# Guards are taken out one after the other, and the tests have to notice: a build of its own, which nothing ships.
sabotage_run() { rust_tests -p qabul-server --features sabotage --test sabotage; }
