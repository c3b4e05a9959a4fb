#!/usr/bin/env bash
# Measures everything in one run: the kernels natively (compared with PyTorch if it is installed) and in Chromium (compared with ONNX
# Runtime Web and TensorFlow.js), the GPU backend against the CPU's, and the pages. Only ratios within one run count, since the rest depends
# on what else the machine was doing.
#
#   tools/bench.sh [NAME...]      NAME: native, torch, web, peers, gl, pages, workers; all where none is given
set -euo pipefail

source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
attn_parts native torch web peers gl pages workers -- "$@"
title() { printf '\n== %s\n' "$1"; }

cd "$ATTN_ROOT"
attn_prepare 1 web native test
if attn_wants peers; then (cd tests/bench/web && npm ci --ignore-scripts --silent); fi
attn_step "building"
if attn_wants native || attn_wants gl; then attn_build native bench_native gl_ratio; fi
if attn_wants workers; then attn_build native attention-train && attn_build web attention-train; fi
if attn_wants web || attn_wants gl || attn_wants peers; then attn_build web bench_web gl_ratio; fi
if attn_wants peers || attn_wants pages || attn_wants workers; then attn_build web site; fi

if attn_wants native; then title "kernels, native"; build/native/bench_native --benchmark_min_time=0.3 --benchmark_counters_tabular=true; fi
if attn_wants torch; then
  title "the same in PyTorch"
  if /usr/bin/python3 -c 'import torch' 2>/dev/null; then
    /usr/bin/python3 tests/bench/torch_bench.py
    /usr/bin/python3 -W ignore tests/bench/torch_graph_bench.py
  else
    echo "not installed: apt-get install python3-torch libopenblas0-serial"
  fi
fi
if attn_wants web; then title "kernels in Chromium"; node tests/bench/chromium.mjs bench_web; node tests/bench/graph_loops.mjs; fi
if attn_wants peers; then title "attention-kernels.mjs and training beside their peers in Chromium"; node tests/bench/web/peers.mjs; fi
if attn_wants gl; then
  title "GPU backend against CPU, native"
  build/native/gl_ratio
  title "GPU backend against CPU, Chromium"
  node tests/bench/chromium.mjs gl_ratio
fi
if attn_wants pages; then title "pages"; node tests/bench/pages.mjs; fi
if attn_wants workers; then title "training in workers"; node tests/bench/workers.mjs; fi
