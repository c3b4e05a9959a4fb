// Registers the training steps with Google Benchmark.

#include <benchmark/benchmark.h>

#include "training_case.h"

namespace attn::bench {
namespace {

[[maybe_unused]] const int registered = [] {
  for (const Case& c : training_cases())
    benchmark::RegisterBenchmark(c.name.c_str(), [c](benchmark::State& state) {
      for (auto _ : state) benchmark::DoNotOptimize(c.run());
      state.counters["FLOP/s"] = benchmark::Counter(c.flops, benchmark::Counter::kIsIterationInvariantRate);
    });
  return 0;
}();

}  // namespace
}  // namespace attn::bench
