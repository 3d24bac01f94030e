#!/bin/sh
# Builds the plugins from source into components.
#   scripts/plugins.sh                builds, keeps them in plugins/dist, and installs them in the demo schools' bundles
#   scripts/plugins.sh --check DIR    builds into DIR and touches nothing else (the tests compare them with what ships)
#   scripts/plugins.sh --install      only installs what is in plugins/dist
set -eu

root=$(CDPATH= cd -- "$(dirname -- "$0")/.." && pwd)
plugins="abq hr vmsiihe rushmore mogra"
dist=$root/plugins/dist

# Builds every plugin and copies the components into $1, the hostile one into $2.
build() {
    settings=$(sh "$root/scripts/plugin-toolchain.sh")
    eval "$settings"
    export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="$CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS --remap-path-prefix=$root/plugins=/plugins"
    export CARGO_TARGET_DIR="$QABUL_WASM_TARGET_DIR"
    chosen=
    for name in $plugins hostile; do chosen="$chosen -p qabul-plugin-$name"; done
    (cd "$root/plugins" && cargo build --locked --profile plugin --target wasm32-unknown-unknown --lib $chosen >&2)
    made=$CARGO_TARGET_DIR/wasm32-unknown-unknown/plugin
    mkdir -p "$1" "$2"
    for name in $plugins; do put "$made/$name.wasm" "$1/$name.wasm"; done
    put "$made/hostile.wasm" "$2/hostile.wasm"
    (cd "$1" && for name in $plugins; do sha256sum "$name.wasm"; done | sort -k 2 >digests.txt)
}

# Copies a file only when it differs, so that an unchanged build leaves the tree clean.
put() { cmp -s "$1" "$2" || cp "$1" "$2"; }

# Puts a plugin into a school's bundle and pins its digest there.
install_into() {
    bundle=$root/tenants/schools/$1
    [ -d "$bundle" ] || return 0
    mkdir -p "$bundle/plugins"
    put "$dist/$2.wasm" "$bundle/plugins/$2.wasm"
    digest=$(sha256sum "$dist/$2.wasm" | cut -d' ' -f1)
    [ -f "$bundle/school.yaml" ] || return 0
    pin "$2" "$digest" <"$bundle/school.yaml" >"$bundle/school.yaml.new"
    put "$bundle/school.yaml.new" "$bundle/school.yaml"
    rm -f "$bundle/school.yaml.new"
    grep -q "$digest" "$bundle/school.yaml" || echo "plugins: $1 has no entry for $2 in its school.yaml" >&2
}

# Copies a school.yaml, with the digest of one plugin's entry replaced. The rest stays as it is, comments too.
pin() {
    awk -v name="$1" -v digest="$2" '
        /^[^ \t#]/ { inside = ($0 ~ /^plugins:/); mine = 0 }
        inside && $0 ~ "^  [\"\047]?" name "[\"\047]?:" { mine = 1; print; next }
        inside && /^  [^ \t#]/ { mine = 0 }
        mine && /^ +digest:/ { sub(/digest:.*/, "digest: \"" digest "\"") }
        { print }
    '
}

install_all() {
    for pair in abq:abq abq:hr vmsiihe:vmsiihe rushmore:rushmore mogra:mogra mogra:hr; do
        install_into "${pair%%:*}" "${pair##*:}"
    done
}

case ${1:-} in
    --check) build "${2:?a folder for the components}" "$2" ;;
    --install) install_all ;;
    "") build "$dist" "$root/plugins/hostile/dist"; install_all; ls -l "$dist" ;;
    *) echo "unknown option $1" >&2; exit 2 ;;
esac
