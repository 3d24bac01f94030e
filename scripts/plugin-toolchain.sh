#!/bin/sh
# Makes sure that this machine can build WebAssembly components, and prints the settings as `export` lines.
# Progress goes to standard error. Used by scripts/plugins.sh and, embedded, by `qabul plugin build`.
#
# What rustup can add is taken. Else the standard library is built once from the exact library source of this compiler
# (a rust-src package of Debian), into a folder that is kept and reused.
#   QABUL_CACHE          where to keep it          (default: ~/.cache/qabul)
#   QABUL_DEBIAN_MIRROR  where packages come from  (default: the machine's own apt sources)
#   QABUL_DEBIAN_SUITES  where to look for it      (default: trixie-backports forky sid)
#   QABUL_WASM_STD       "source" builds it even where rustup has it
set -eu

say() { echo "plugins: $*" >&2; }
fail() { say "$*"; exit 3; }

target=wasm32-unknown-unknown
sysroot=$(rustc --print sysroot)
host=$(rustc -vV | sed -n 's/^host: //p')
version=$(rustc -V | cut -d' ' -f2)
commit=$(rustc -vV | sed -n 's/^commit-hash: //p' | cut -c1-9)
cache=${QABUL_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/qabul}/wasm/$version-$commit
crates=$(ls -d "${CARGO_HOME:-$HOME/.cargo}"/registry/src/*/ 2>/dev/null | sed 's:/$::') || crates=
linker=$sysroot/lib/rustlib/$host/bin/wasm-component-ld
[ -x "$linker" ] || fail "no wasm-component-ld in $sysroot: use a Rust toolchain from rustup, 1.85 or newer"

has_std() { ls "$1/lib/rustlib/$target/lib"/libstd-*.rlib >/dev/null 2>&1; }

mirror() {
    if [ -n "${QABUL_DEBIAN_MIRROR:-}" ]; then echo "$QABUL_DEBIAN_MIRROR"; return; fi
    cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources 2>/dev/null |
        tr ' \t' '\n\n' | grep -E '^(http|https|file|copy):.*/debian/?$' | head -n 1
}

# Prints the folder of the library source of exactly this compiler.
library_source() {
    if [ -d "$sysroot/lib/rustlib/src/rust/library" ]; then echo "$sysroot/lib/rustlib/src/rust/library"; return; fi
    found=$(ls -d "$cache"/src/usr/src/rustc-*/library 2>/dev/null | head -n 1)
    if [ -n "$found" ]; then echo "$found"; return; fi
    command -v apt-get >/dev/null || fail "no standard library for $target: run 'rustup target add $target'"
    from=$(mirror)
    [ -n "$from" ] || fail "no Debian mirror found: set QABUL_DEBIAN_MIRROR, or run 'rustup target add $target'"
    apt=$cache/apt
    mkdir -p "$apt/lists/partial" "$apt/cache/archives/partial" "$cache/src"
    options="-o Dir::Etc::sourcelist=$apt/list -o Dir::Etc::sourceparts=/dev/null -o Dir::State::lists=$apt/lists"
    options="$options -o Dir::Cache=$apt/cache -o Acquire::Languages=none -o APT::Sandbox::User=root"
    package=
    for suite in ${QABUL_DEBIAN_SUITES:-trixie-backports forky sid}; do
        say "looking for rust-src $version in $suite"
        echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $from $suite main" >"$apt/list"
        apt-get $options -qq update >/dev/null 2>&1 || true
        package=$(apt-cache $options madison rust-src 2>/dev/null |
            awk -v version="$version" '$3 ~ "^" version "[+]" { print $3; exit }')
        [ -z "$package" ] || break
    done
    [ -n "$package" ] || fail "no rust-src $version found: run 'rustup target add $target' where its server is reachable"
    (cd "$cache" && apt-get $options -qq download "rust-src=$package" >&2)
    (cd "$cache" && sha256sum rust-src_*.deb >source.txt)
    dpkg-deb --fsys-tarfile "$cache"/rust-src_*.deb | tar -x -C "$cache/src" --wildcards './usr/src/rustc-*/library/*'
    rm -f "$cache"/rust-src_*.deb
    rm -rf "$apt"
    ls -d "$cache"/src/usr/src/rustc-*/library
}

build_std() {
    library=$(library_source)
    say "building the standard library for $target (once, about a minute)"
    rm -rf "$cache/empty" "$cache/build" "$cache/sysroot"
    mkdir -p "$cache/empty/src" "$cache/sysroot/lib/rustlib/$target/lib"
    : >"$cache/empty/src/lib.rs"
    cat >"$cache/empty/Cargo.toml" <<'END'
[package]
name = "empty"
version = "0.0.0"
edition = "2024"

[profile.release]
opt-level = "s"
panic = "abort"

[workspace]
END
    flags="-Cembed-bitcode=yes --remap-path-prefix=$library=/rust/library"
    for folder in $crates; do flags="$flags --remap-path-prefix=$folder=/crates"; done
    (cd "$cache/empty" && RUSTC_BOOTSTRAP=1 __CARGO_TESTS_ONLY_SRC_ROOT="$library" RUSTFLAGS="$flags" \
        cargo build --quiet --release --target $target --target-dir "$cache/build" -Zbuild-std=std,panic_abort >&2)
    for rlib in "$cache/build/$target/release/deps"/*.rlib; do
        case $rlib in */libempty-*) ;; *) cp "$rlib" "$cache/sysroot/lib/rustlib/$target/lib/" ;; esac
    done
    ln -sfn "$sysroot/lib/rustlib/$host" "$cache/sysroot/lib/rustlib/$host"
    rm -rf "$cache/build" "$cache/empty"
}

ready() { [ "${QABUL_WASM_STD:-}" != source ] && has_std "$sysroot"; }

flags=
if ! ready; then
    mkdir -p "$cache"
    # One builder at a time; the others wait and find it done.
    if command -v flock >/dev/null; then exec 9>"$cache/lock"; flock 9; fi
    if [ "${QABUL_WASM_STD:-}" != source ] && ! has_std "$cache/sysroot" && ! [ -e "$cache/no-rustup" ]; then
        say "asking rustup for $target"
        timeout 60 rustup target add $target >/dev/null 2>&1 || : >"$cache/no-rustup"
    fi
    if ! ready; then
        has_std "$cache/sysroot" || build_std
        flags="--sysroot=$cache/sysroot"
    fi
fi
for folder in $crates; do flags="$flags --remap-path-prefix=$folder=/crates"; done

echo "export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER='$linker'"
echo "export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS='$flags'"
echo "export QABUL_WASM_TARGET_DIR='$cache/target'"
