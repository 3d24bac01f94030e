# The Rust checks and tests of both workspaces, by the tools that are there.

rust_format() { cargo fmt --all -- --check && (cd plugins && cargo fmt --all -- --check); }

rust_lint() {
    cargo clippy --locked --release --workspace --all-targets -- -D warnings &&
        (cd plugins && CARGO_TARGET_DIR=$plugins_target cargo clippy --locked --release --workspace --all-targets -- -D warnings)
}

# cargo nextest where it is, cargo test where it is not: both run everything and end with a line of their own.
rust_tests() {
    if cargo nextest --version >/dev/null 2>&1; then
        cargo nextest run --locked --release --workspace --no-fail-fast --status-level fail --final-status-level flaky --hide-progress-bar "$@"
    else
        cargo test --locked --release --workspace --no-fail-fast "$@"
    fi
}

plugin_tests() { (cd plugins && CARGO_TARGET_DIR=$plugins_target rust_tests); }
