# Are Rust, Node and the rest here, and new enough? Everything that is missing is told in one go.

# newer_than HAVE WANT
newer_than() { [ "$(printf '%s\n%s\n' "$1" "$2" | sort -V | head -n 1)" = "$2" ]; }

node_version() { node --version 2>/dev/null | sed 's/^v//' || true; }
rust_version() { rustc --version 2>/dev/null | cut -d' ' -f2 | sed 's/-.*//' || true; }

check_tools() {
    local missing=() want_rust want_node found
    want_rust=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
    want_node=$(sed -n 's/.*"node": ">=\(.*\)".*/\1/p' web/package.json)

    if ! have cc && can_install; then apt_install build-essential || true; fi
    have cc || missing+=("a C compiler (Debian: apt-get install build-essential)")

    if ! newer_than "$(node_version)" "$want_node" && can_install; then
        found=$(apt-cache policy nodejs 2>/dev/null | sed -n 's/^ *Candidate: \([0-9.]*\).*/\1/p')
        if newer_than "${found:-0}" "$want_node"; then apt_install nodejs npm || true; fi
    fi
    newer_than "$(node_version)" "$want_node" || missing+=("Node $want_node or newer, found '$(node_version)' (https://nodejs.org)")
    have npm || missing+=("npm, which comes with Node")

    newer_than "$(rust_version)" "$want_rust" || missing+=("Rust $want_rust or newer, found '$(rust_version)' (https://rustup.rs)")
    have cargo || missing+=("cargo, which comes with Rust")

    if [ ${#missing[@]} -gt 0 ]; then
        say "This machine lacks:" >&2
        printf '  - %s\n' "${missing[@]}" >&2
        fail "Install these and call make again."
    fi
    note "Rust $(rust_version), Node $(node_version), make $(make --version | sed -n '1s/[^0-9]*//p')"
}

# Chromium for the browser journeys: its shell without a surface, which Debian has as a package of its own and which costs half; the
# whole browser draws the same.
check_chromium() {
    local shell=chromium-headless-shell
    if [ -z "${QABUL_CHROMIUM:-}" ] && ! have $shell && can_install; then apt_install $shell || true; fi
    export QABUL_CHROMIUM=${QABUL_CHROMIUM:-$(command -v $shell || command -v chromium || command -v chromium-browser || command -v google-chrome || true)}
    if [ -z "$QABUL_CHROMIUM" ] && can_install; then
        apt_install chromium
        QABUL_CHROMIUM=$(command -v chromium)
    fi
    [ -n "$QABUL_CHROMIUM" ] || fail "The browser journeys need Chromium (Debian: apt-get install $shell), or QABUL_CHROMIUM=/path/to/it."
    note "$("$QABUL_CHROMIUM" --version 2>/dev/null | head -n 1)"
}

# Tools of others that say what they think of sealed letters: those that come as packages of Debian, and pyHanko, whose interpreter
# QABUL_PYHANKO names. One that cannot be had is named at the end of `make test`, and the tests say nothing of it.
check_letter_tools() {
    local missing=() each
    for each in pdfsig:poppler-utils qpdf:qpdf zbarimg:zbar-tools; do
        if ! have "${each%:*}" && can_install; then apt_install "${each#*:}" || true; fi
        have "${each%:*}" || missing+=("${each%:*}")
    done
    for each in "${missing[@]}"; do did_not_run "$each" "it is not here, nor among the packages of this machine"; done
    if python_tools pyhanko scripts/test/pyhanko.txt --require-hashes --no-deps --only-binary=:all:; then
        export QABUL_PYHANKO=$python_bin/python
    else
        did_not_run pyhanko "$python_lacks"
    fi
}
