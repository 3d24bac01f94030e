# Shared by the scripts: source it. Where things are built, how a step is announced, how something missing is installed.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cd "$root"

# Builds are kept outside the clone, so that a fresh clone on the same machine is quick.
cache=${QABUL_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/qabul}
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$cache/target}
export npm_config_cache=${npm_config_cache:-$cache/npm}
export CARGO_TERM_PROGRESS_WHEN=${CARGO_TERM_PROGRESS_WHEN:-auto}
plugins_target=${QABUL_PLUGINS_TARGET:-$cache/plugins-target}
mkdir -p "$cache"

# Cargo takes what another clone built for its own, that clone's paths inside and all: then our sources count as new.
if [ "$(cat "$cache/root" 2>/dev/null)" != "$root" ]; then
    find "$root" -name '*.rs' -not -path '*/node_modules/*' -not -path '*/target/*' -exec touch {} +
    printf '%s' "$root" >"$cache/root"
fi

# What cargo keeps to compile a changed crate faster is never removed by cargo itself: some 40 GB in a day of work.
free_gigabytes() { df --output=avail --block-size=1G "$cache" | tail -n 1 | tr -d ' '; }
kept_days=1
if [ "$(free_gigabytes)" -lt 30 ]; then kept_days=-1; fi
find "$CARGO_TARGET_DIR/release/incremental" -mindepth 1 -maxdepth 1 -mtime "+$kept_days" -exec rm -rf {} + 2>/dev/null || true

bold='' dim='' red='' plain=''
if [ -t 1 ]; then bold=$'\e[1m' dim=$'\e[2m' red=$'\e[31m' plain=$'\e[0m'; fi

say() { printf '%s\n' "$*"; }
note() { printf '%s      %s%s\n' "$dim" "$*" "$plain"; }
fail() { printf '%s%s%s\n' "$red" "$*" "$plain" >&2; exit 1; }
# did_not_run TOOL "why": told, and named again at the end of `make test`. What is not to be had here is no fault of the project's.
did_not_run() { say "$1: did not run, $2"; }
have() { command -v "$1" >/dev/null 2>&1; }

# step "what happens": counts on to $steps, which the caller sets.
step_number=0
step() {
    step_number=$((step_number + 1))
    printf '%s[%d/%d] %s%s\n' "$bold" "$step_number" "$steps" "$*" "$plain"
}

can_install() { [ "$(id -u)" = 0 ] && have apt-get; }

# Installs Debian packages without a question.
apt_install() {
    note "installing $* from Debian's packages"
    export DEBIAN_FRONTEND=noninteractive
    apt-get -qq install -y --no-install-recommends "$@" </dev/null >"$cache/apt.log" 2>&1 ||
        { apt-get -qq update >>"$cache/apt.log" 2>&1 && apt-get -qq install -y --no-install-recommends "$@" </dev/null >>"$cache/apt.log" 2>&1; } ||
        { tail -n 20 "$cache/apt.log" >&2; return 1; }
}

# One fingerprint of many files: their paths and contents.
fingerprint() { sort -z | xargs -0 sha256sum | sha256sum | cut -d' ' -f1; }
