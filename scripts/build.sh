#!/usr/bin/env bash
# `make build`: the web application, embedded in the server; the binary at bin/qabul.
source "$(dirname "$0")/lib/common.sh"
source scripts/lib/tools.sh
source scripts/lib/web.sh
source scripts/lib/server.sh
steps=4

step "Looking for what is needed"
check_tools
step "Web: packages"
web_packages
step "Web: build"
web_build
step "Server: build in release (the first time takes about fifteen minutes on two cores)"
build_server
say "bin/qabul is ready: $(bin/qabul --version)"
