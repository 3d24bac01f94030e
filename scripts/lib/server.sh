# The server's binary: built in release, put at bin/qabul whatever cargo's target folder is.

build_server() {
    cargo build --locked --release --workspace --bin qabul
    mkdir -p bin
    # A running server keeps the file that it was started from; a new one takes its name.
    if ! cmp -s "$CARGO_TARGET_DIR/release/qabul" bin/qabul; then
        cp "$CARGO_TARGET_DIR/release/qabul" bin/.qabul.new
        mv -f bin/.qabul.new bin/qabul
    fi
}
