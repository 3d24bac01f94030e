# Tools that come as Python packages: each set in an environment of its own under the cache, made once for its list of versions.

# python_tools NAME LIST [OPTION…]: sets python_bin to the folder of its programs; false where they cannot be had here, with the reason
# in python_lacks.
python_tools() {
    local name=$1 list=$2 dir
    shift 2
    python_lacks=
    have python3 && python3 -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))' 2>/dev/null ||
        { python_lacks="there is no Python 3.10 here, with venv, to install it with"; return 1; }
    dir=$cache/python/$name-$({ cat "$list"; python3 --version; } | sha256sum | cut -c1-16)
    python_bin=$dir/bin
    if [ -f "$dir/.complete" ]; then return 0; fi
    rm -rf "$cache/python/$name"-*
    if ! { python3 -m venv "$dir" && "$python_bin/pip" install --quiet --disable-pip-version-check "$@" --requirement "$list"; } \
        </dev/null >"$cache/python-$name.log" 2>&1; then
        python_lacks="it could not be installed: $(grep . "$cache/python-$name.log" | tail -n 1 | cut -c1-200)"
        return 1
    fi
    : >"$dir/.complete"
}
