#!/usr/bin/env bash
# Prints the results that the course promises of its trained models, on held-out examples with the shipped weights, in one table natively
# and in one in headless Chromium, each with what is required. Status 1 where something is missed.
#
#   tools/evaluate.sh [NAME...]      NAME: native, web; both where none is given
set -euo pipefail

parts=("$@")
((${#parts[@]})) || parts=(native web)
for part in "${parts[@]}"; do
  [[ $part =~ ^(native|web)$ ]] || { sed -n '2,/^set/{/^set/!s/^# \{0,1\}//p}' "$0" >&2; exit 2; }
done
wants() { local part; for part in "${parts[@]}"; do [[ $part == "$1" ]] && return 0; done; return 1; }

source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
cd "$ATTN_ROOT"
attn_begin 4
attn_step "packages"
attn_packages web native test
attn_step "sources"
attn_sources
attn_step "npm packages"
attn_npm
attn_step "building"
if wants native; then attn_build native attention-train; fi
if wants web; then attn_build web site attention-train; fi

status=0
if wants native; then printf '\n== native\n'; build/native/attention-train --evaluate || status=1; fi
if wants web; then printf '\n== Chromium\n'; node tools/evaluate.mjs || status=1; fi
exit $status
