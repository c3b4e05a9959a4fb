// Registers the kernels' cases with Google Benchmark, which prints time, FLOP/s and bytes/s.

#include <benchmark/benchmark.h>

#include "kernel_cases.h"

namespace attn::bench {
namespace {

[[maybe_unused]] const int registered = [] {
  for (const Case& c : kernel_cases())
    benchmark::RegisterBenchmark(c.name.c_str(), [c](benchmark::State& state) {
      for (auto _ : state) benchmark::DoNotOptimize(c.run());
      state.counters["FLOP/s"] = benchmark::Counter(c.flops, benchmark::Counter::kIsIterationInvariantRate);
      state.counters["bytes/s"] = benchmark::Counter(c.bytes, benchmark::Counter::kIsIterationInvariantRate);
    });
  return 0;
}();

}  // namespace
}  // namespace attn::bench
