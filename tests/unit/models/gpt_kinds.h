// Small language models of every kind, for tests.
#pragma once

#include <utility>
#include <vector>

#include "models/gpt.h"

namespace attn::test {

using models::Gpt;
using models::GptSettings;

inline GptSettings small_gpt(int hidden = 10) {
  return {.vocabulary = 11, .context = 9, .width = 6, .layers = 2, .heads = 3, .hidden = hidden};
}
inline GptSettings small_masked_gpt() {
  GptSettings s = small_gpt();
  s.causal = false;
  return s;
}

/// With and without feed-forward parts, with one head and several, one layer and three, tied and not.
inline std::vector<GptSettings> gpt_kinds() {
  return {small_gpt(),
          small_gpt(0),
          {.vocabulary = 2, .context = 1, .width = 1, .layers = 1, .heads = 1, .hidden = 1},
          {.vocabulary = 30, .context = 12, .width = 8, .layers = 3, .heads = 1, .hidden = 32},
          {.vocabulary = 17, .context = 20, .width = 8, .layers = 1, .heads = 8, .hidden = 0},
          {.vocabulary = 13, .context = 10, .width = 8, .layers = 2, .heads = 2, .hidden = 0, .tied = false}};
}

/// A text of which every third token is to be guessed.
inline MaskedText masked_text(Tokens tokens, int vocabulary) {
  MaskedText out{std::move(tokens), {}, {}};
  for (int t = 0; t < static_cast<int>(out.tokens.size()); t += 3) {
    out.places.push_back(t);
    out.answers.push_back((5 * t + 1) % vocabulary);
  }
  return out;
}

/// Makes weights much larger than the initial ones, so that tokens differ in probability.
inline Gpt make_gpt(const GptSettings& settings, std::uint64_t seed = 3) {
  Rng rng(seed);
  Gpt model(settings, rng);
  for (nn::Parameter& p : model.parameters()) p.value += normal_matrix(p.value.rows(), p.value.cols(), rng, 0.3);
  return model;
}

inline Tokens random_text(Rng& rng, int length, int vocabulary) {
  Tokens out(static_cast<std::size_t>(length));
  for (int& token : out) token = static_cast<int>(rng.below(static_cast<std::uint64_t>(vocabulary)));
  return out;
}

}  // namespace attn::test
