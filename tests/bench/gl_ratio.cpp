// GPU backend against CPU backend on the same inputs, arrays in and arrays out: milliseconds each (the least of many rounds, taken in turn)
// and their ratio. An argument chooses the cases whose names have it in them. One source for the native program and for the page that
// tests/bench/chromium.mjs opens.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <functional>

#include "base/rng.h"
#include "bench/transformer_case.h"
#include "compute/backend_gl.h"
#include "models/transformer_layers.h"
#include "models/transformer_session.h"
#include "unit_gl/gl_context.h"

namespace {

using namespace attn;
using Work = std::function<void(const compute::Backend&)>;

double milliseconds(const Work& work, const compute::Backend& backend, int calls) {
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < calls; ++i) work(backend);
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count() / calls;
}

// Calls that take about 20 ms together: browsers' clocks are coarse.
int calls_for(const Work& work, const compute::Backend& backend) {
  milliseconds(work, backend, 1);
  return std::clamp(static_cast<int>(20 / std::max(1e-3, milliseconds(work, backend, 3))), 1, 20000);
}

const char* chosen = "";

void compare(const char* name, const compute::Backend& gl, const Work& work) {
  if (!std::strstr(name, chosen)) return;
  const compute::Backend& cpu = compute::cpu();
  const int cpu_calls = calls_for(work, cpu), gl_calls = calls_for(work, gl);
  double best_cpu = 1e30, best_gl = 1e30;
  for (int round = 0; round < 8; ++round) {
    best_cpu = std::min(best_cpu, milliseconds(work, cpu, cpu_calls));
    best_gl = std::min(best_gl, milliseconds(work, gl, gl_calls));
  }
  std::printf("%-46s %10.4f %10.4f %9.2f\n", name, best_cpu, best_gl, best_gl / best_cpu);
}

void attention_cases(const compute::Backend& gl, Rng& rng) {
  for (const auto& [name, n, d] : {std::tuple{"attention, 6 queries, width 4", 6, 4},
                                   {"attention, 60 queries, width 40", 60, 40},
                                   {"attention, 512 queries, width 64", 512, 64},
                                   {"attention, 2048 queries, width 64", 2048, 64}}) {
    const Mat q = normal_matrix(n, d, rng), k = normal_matrix(n, d, rng), v = normal_matrix(n, d, rng);
    compare(name, gl, [&](const compute::Backend& backend) { backend.attention(q, k, v, {}); });
  }
  for (const auto& [name, n, e, heads] :
       {std::tuple{"multi-head, 6 tokens, 4 heads of 2", 6, 8, 4}, {"multi-head, 60 tokens, 8 heads of 8", 60, 64, 8}}) {
    const Mat x = normal_matrix(n, e, rng);
    kernels::MultiHeadWeights weights;
    for (Mat* w : {&weights.wq, &weights.wk, &weights.wv, &weights.wo}) *w = normal_matrix(e, e, rng);
    const int head_count = heads;
    compare(name, gl, [&](const compute::Backend& backend) { backend.multi_head_attention(x, x, x, weights, head_count, nullptr); });
  }
}

void regression_cases(const compute::Backend& gl, Rng& rng) {
  for (const auto& [name, m, g] : {std::tuple{"regression, 100 keys, 200 queries", 100, 200},
                                   {"regression, 10000 keys, 200 queries", 10000, 200},
                                   {"regression, 100000 keys, 200 queries", 100000, 200}}) {
    const Mat x = uniform_matrix(m, 1, rng, 0, 4), y = normal_matrix(m, 1, rng), queries = uniform_matrix(g, 1, rng, 0, 4);
    compare(name, gl, [&](const compute::Backend& backend) {
      backend.nadaraya_watson_output(x, y, queries, kernels::RegressionKernel::gaussian, 0.2f);
    });
  }
}

/// The answer alone is read back: an encoder of two layers, width 64, 4 heads, 128 hidden.
void transformer_cases(const compute::Backend& gl, Rng& rng) {
  models::TransformerSettings settings;
  settings.shape = models::TransformerShape::encoder;
  settings.source_words = settings.target_words = 64;
  settings.max_length = 2048;
  const models::Transformer model(settings, rng);
  for (const auto& [name, n] :
       {std::pair{"Transformer, 24 tokens", 24}, {"Transformer, 256 tokens", 256}, {"Transformer, 2048 tokens", 2048}}) {
    Tokens sentence(static_cast<std::size_t>(n));
    for (int& token : sentence)
      token = kFirstToken + static_cast<int>(rng.below(static_cast<std::uint64_t>(settings.source_words - kFirstToken)));
    compare(name, gl, [&](const compute::Backend& backend) {
      autodiff::Tape tape(backend.engine());
      tape.set_recording(false);
      models::TransformerPass pass(model, tape, {});
      pass.words(pass.encode(models::source_rows(tape, {&sentence, 1}, false))).value();
    });
  }
}

/// The gradients alone are read back.
void training_cases(const compute::Backend& gl) {
  bench::TransformerStep step(models::TransformerShape::decoder);
  compare("training step, Transformer, decoder", gl,
          [&](const compute::Backend& backend) { step(&backend == &gl ? backend.engine : nullptr); });
}

}  // namespace

int main(int count, char** arguments) {
  if (count > 1) chosen = arguments[1];
  std::string why = compute::make_context();
  const compute::Backend* gl = why.empty() ? compute::webgl(&why) : nullptr;
  if (gl == nullptr) {
    std::fprintf(stderr, "no GPU backend: %s\n", why.c_str());
    return 1;
  }
  std::printf("%-46s %10s %10s %9s\n", "milliseconds a call", "CPU", "GPU", "GPU/CPU");
  Rng rng(1);
  attention_cases(*gl, rng);
  regression_cases(*gl, rng);
  transformer_cases(*gl, rng);
  training_cases(*gl);
  return compute::calls().fell_back == 0 ? 0 : 1;
}
