// What an encoder-decoder without attention makes of one source of the reader's.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/mat.h"
#include "compute/backend.h"
#include "lessons/06_encoder-decoder/params.h"
#include "models/translation.h"

namespace attn::lessons::encoder_decoder {

/// One word of the output.
struct SaidWord {
  int input = 0;               ///< the word that the decoder was given
  int token = 0;               ///< the word taken
  int right = -1;              ///< the right word in this place; -1 where there is none, or the task knows no right answer
  Real probability = 0;        ///< of `token`
  Real right_probability = 0;  ///< of `right`; 0 without one
  bool wrong() const { return right != token; }
};

/// One pass of the decoder, and the words that it said.
struct DecodedRun {
  models::Translation translation;
  std::vector<SaidWord> words;     ///< one for each step
  Tokens tokens() const;           ///< the words before the end token
  double log_probability() const;  ///< ln p of all words
};

/// A beam, and which of its nodes lie on which way.
struct BeamStudy : models::Beam {
  std::vector<bool> on_best, on_greedy;  ///< per node: whether it is on the way to the beam's best, and on that of greedy search
};

/// The vector between encoder and decoder; all are [depth,u].
struct Bottleneck {
  Mat used;         ///< what the decoder begins with
  Mat made;         ///< what the encoder made
  Mat last_states;  ///< the encoder's last states, from which `made` is computed
};

/// Weights that explanations compute with.
struct ShownWeights {
  std::vector<Mat> bridge_w, bridge_b;  ///< per layer: bottleneck = tanh(state w + b), [u,u] and [1,u]
  Mat word_w, word_b;                   ///< logits = state w + b, [u,v] and [1,v]
};

struct Result {
  const tasks::PairTask* task = nullptr;
  std::string problem;
  bool solved = false;  ///< the task knows the right answer
  Tokens answer;        ///< with the end token; empty unless solved
  DecodedRun run;       ///< fed and decoded as the parameters ask
  DecodedRun free;      ///< fed with its own words, of which each is the likeliest
  DecodedRun forced;    ///< fed with the right words; empty unless solved
  BeamStudy beam;
  Bottleneck bottleneck;
  ShownWeights weights;
  translation::TranslationNumbers numbers;
  int shown = 0;  ///< the step shown, from 0

  bool right() const;  ///< solved, and every word of `run` is right
};

Result compute(const Params& p, const translation::TranslationState& state, const compute::Backend&);

}  // namespace attn::lessons::encoder_decoder
