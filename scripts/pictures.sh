#!/usr/bin/env bash
# `make pictures`: the pictures of docs/guide and of the README, taken anew from the real pages.
source "$(dirname "$0")/lib/common.sh"
source scripts/lib/tools.sh
source scripts/lib/web.sh
source scripts/lib/server.sh
steps=3

step "Web and server"
check_tools
check_chromium
web_packages
web_build
build_server
step "Pictures"
cd web
QABUL_GUIDE=1 QABUL_PICTURES=1 node_modules/.bin/playwright test --workers 1 guide.spec.ts pictures.spec.ts
step "What changed"
git status --short ../docs
