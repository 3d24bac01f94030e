# The web application: its packages and its build, each only when something changed.

web_packages() {
    local stamp=web/node_modules/.qabul-packages now
    now=$( { cat web/package-lock.json; node --version; } | sha256sum | cut -d' ' -f1)
    if [ "$(cat "$stamp" 2>/dev/null)" = "$now" ]; then note "packages are those of the lock file"; return; fi
    (cd web && npm ci --ignore-scripts --no-audit --no-fund --prefer-offline --loglevel=error </dev/null)
    printf '%s\n' "$now" >"$stamp"
}

# Everything that the build reads; tests and journeys are no part of it.
web_sources() {
    find web/src web/locales web/public web/build web/index.html web/vite.config.ts web/package-lock.json \
        -type f ! -name '*.test.ts' ! -name '*.test.tsx' ! -path 'web/src/test/*' -print0
}

web_build() {
    local stamp=web/node_modules/.qabul-build now
    now=$(web_sources | fingerprint)
    if [ -f web/dist/index.html ] && [ "$(cat "$stamp" 2>/dev/null)" = "$now" ]; then note "the build is that of these sources"; return; fi
    (cd web && npm run --silent build </dev/null)
    printf '%s\n' "$now" >"$stamp"
}
