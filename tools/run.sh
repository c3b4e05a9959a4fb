#!/usr/bin/env bash
# Sets up what is missing, builds the course for the web and serves it.
#
#   tools/run.sh [--build-only] [--port N]
#
# The finished site is build/web/site, plain files for any static host. Debian 12 or newer: installs packages as root or with sudo;
# elsewhere it says what is missing. A second run installs and builds nothing.
set -euo pipefail

build_only=0
port=
while (($#)); do
  case $1 in
    --build-only) build_only=1 ;;
    --port)
      port=${2:-}
      [[ $port =~ ^[0-9]+$ ]] && ((port >= 1 && port <= 65535)) || { echo "--port needs a number from 1 to 65535" >&2; exit 2; }
      shift
      ;;
    -h | --help) sed -n '2,/^set/{/^set/!s/^# \{0,1\}//p}' "$0"; exit 0 ;;
    *) echo "unknown argument '$1'; known are --build-only and --port N" >&2; exit 2 ;;
  esac
  shift
done

source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
attn_prepare 2 web
attn_step "WebAssembly modules and pages"
attn_build web site
attn_step "the site is in build/web/site"
attn_times
if ((build_only)); then exit 0; fi
exec node "$ATTN_ROOT/tools/serve.mjs" --root "$ATTN_ROOT/build/web/site" ${port:+--port "$port"}
