# The Rust checks and tests of both workspaces, by the tools that are there.

# Everything that is tested, linted and shown is built the same way, whoever asks: one set of features (always --workspace), the
# dependencies as they ship, our own crates unoptimised (a tenth of the time; what ships is built by `make build`).
unoptimised() {
    export CARGO_PROFILE_RELEASE_OPT_LEVEL=0
    # What a compiler keeps to be quick with the next change: nothing comes after a run of CI, and it is written for long.
    if [ -n "${CI:-}" ]; then export CARGO_INCREMENTAL=0; fi
    # Clippy is the compiler: what is linted is what runs, and it is built once. A lint stops no build; `rust_lint` decides.
    local clippy
    clippy=$(rustc --print sysroot)/bin/clippy-driver
    if [ -x "$clippy" ]; then export RUSTC_WORKSPACE_WRAPPER=$clippy CLIPPY_ARGS=--cap-lints__CLIPPY_HACKERY__warn; fi
}

# Names the files that `make fmt` would change.
rust_format() { cargo fmt --all -- --check -l && (cd plugins && cargo fmt --all -- --check -l); }

# Builds the tests of both workspaces, and repeats what was said of those that are built already: not a word may be left.
rust_lint() {
    [ -n "${RUSTC_WORKSPACE_WRAPPER:-}" ] || fail "Lints need clippy (rustup component add clippy)."
    silent_build --features qabul-server/sabotage && (cd plugins && CARGO_TARGET_DIR=$plugins_target silent_build)
}

silent_build() {
    local said
    said=$(mktemp "${TMPDIR:-/tmp}/qabul-lint.XXXXXX")
    cargo test --no-run --locked --release --workspace --all-targets "$@" 2>&1 | tee "$said"
    if grep -Eq '^(warning|error)' "$said"; then rm "$said"; return 1; fi
    rm "$said"
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
