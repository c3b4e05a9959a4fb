// The kernels' cases, the training steps, the decoding and a large graph in WebAssembly: minimum time, GFLOP/s and GB/s of each, after the
// engine has had a second to optimise its code.
//
// An ES module for pages and Node whose main() prints the table. With an argument only the cases whose names contain it are run.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <utility>
#include <vector>

#include "gpt_case.h"
#include "graph_case.h"
#include "kernel_cases.h"
#include "seq2seq_case.h"
#include "transformer_case.h"
#include "turing_case.h"
#include "vision_case.h"

namespace attn::bench {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_of(int calls, const Case& c, Real* sink) {
  const auto start = Clock::now();
  for (int i = 0; i < calls; ++i) *sink += c.run();
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// The shortest of many batches that are long enough for the clock.
double best_seconds(const Case& c, Real* sink) {
  constexpr double kWarmUp = 1, kMeasure = 1, kBatch = 2e-3;
  int calls = 1;
  for (double spent = 0, last = 0; spent < kWarmUp; spent += last) {
    last = seconds_of(calls, c, sink);
    if (last < kBatch) calls *= 2;
  }
  double best = 1e9;
  for (double spent = 0, last = 0; spent < kMeasure; spent += last) {
    last = seconds_of(calls, c, sink);
    best = std::min(best, last / calls);
  }
  return best;
}

}  // namespace
}  // namespace attn::bench

int main(int argc, char** argv) {
  using namespace attn::bench;
  attn::Real sink = 0;
  std::printf("%-52s %12s %10s %10s\n", "case", "ns", "GFLOP/s", "GB/s");
  std::vector<Case> cases = kernel_cases();
  for (Case& c : seq2seq_cases()) cases.push_back(std::move(c));
  for (Case& c : transformer_cases()) cases.push_back(std::move(c));
  for (Case& c : gpt_cases()) cases.push_back(std::move(c));
  for (Case& c : vision_cases()) cases.push_back(std::move(c));
  for (Case& c : turing_cases()) cases.push_back(std::move(c));
  for (Case& c : graph_cases()) cases.push_back(std::move(c));
  for (const Case& c : cases) {
    if (argc > 1 && c.name.find(argv[1]) == std::string::npos) continue;
    const double seconds = best_seconds(c, &sink);
    std::printf("%-52s %12.0f %10.2f %10.2f\n", c.name.c_str(), seconds * 1e9, c.flops / seconds * 1e-9, c.bytes / seconds * 1e-9);
    std::fflush(stdout);
  }
  return sink == attn::Real(0.123) ? 1 : 0;
}
