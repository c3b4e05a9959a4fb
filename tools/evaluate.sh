#!/usr/bin/env bash
# Prints the results that the course promises of its trained models, on held-out examples with the shipped weights: one table measured
# natively and one in headless Chromium, each with what is required. The exit status is 1 if something is missed.
#
#   tools/evaluate.sh [NAME...]      NAME: native, web; both where none is given
set -euo pipefail

source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
attn_parts native web -- "$@"
cd "$ATTN_ROOT"
attn_prepare 1 web native test
attn_step "building"
if attn_wants native; then attn_build native attention-train; fi
if attn_wants web; then attn_build web site attention-train; fi

status=0
if attn_wants native; then printf '\n== native\n'; build/native/attention-train --evaluate || status=1; fi
if attn_wants web; then printf '\n== Chromium\n'; node tools/evaluate.mjs || status=1; fi
exit $status
