// Registers the training steps, the decoding and the large graph with Google Benchmark.

#include <benchmark/benchmark.h>

#include <vector>

#include "gpt2_case.h"
#include "gpt_case.h"
#include "graph_case.h"
#include "seq2seq_case.h"
#include "transformer_case.h"
#include "turing_case.h"
#include "vision_case.h"

namespace attn::bench {
namespace {

[[maybe_unused]] const int registered = [] {
  std::vector<Case> cases = seq2seq_cases();
  for (Case& c : transformer_cases()) cases.push_back(std::move(c));
  for (Case& c : gpt_cases()) cases.push_back(std::move(c));
  for (Case& c : vision_cases()) cases.push_back(std::move(c));
  for (Case& c : turing_cases()) cases.push_back(std::move(c));
  for (Case& c : graph_cases()) cases.push_back(std::move(c));
  for (Case& c : gpt2_cases()) cases.push_back(std::move(c));
  for (const Case& c : cases)
    benchmark::RegisterBenchmark(c.name.c_str(), [c](benchmark::State& state) {
      benchmark::DoNotOptimize(c.run());  // some make what they need when they first run
      for (auto _ : state) benchmark::DoNotOptimize(c.run());
      state.counters["FLOP/s"] = benchmark::Counter(c.flops, benchmark::Counter::kIsIterationInvariantRate);
    });
  return 0;
}();

}  // namespace
}  // namespace attn::bench
