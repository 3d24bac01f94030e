# The Rust checks and tests of both workspaces, by the tools that are there.

# Everything that is tested, linted and shown is built the same way, whoever asks: one set of features (always --workspace), the
# dependencies as they ship, our own crates unoptimised (a tenth of the time; what ships is built by `make build`).
unoptimised() {
    export CARGO_PROFILE_RELEASE_OPT_LEVEL=0
    # What a compiler keeps to be quick with the next change: nothing comes after a run of CI, and it is written for long.
    if [ -n "${CI:-}" ]; then export CARGO_INCREMENTAL=0; fi
}

# Names the files that `make fmt` would change.
rust_format() { cargo fmt --all -- --check -l && (cd plugins && cargo fmt --all -- --check -l); }

rust_lint() {
    cargo clippy --locked --release --workspace --all-targets --features qabul-server/sabotage -- -D warnings &&
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

# Everything of ours, with the switch that takes guards out: in place unless a test of the sabotage run takes one. The server that the
# journeys and the command line's tests use is another build, which has no such switch.
workspace_tests() { rust_tests --workspace --features qabul-server/sabotage "$@"; }
