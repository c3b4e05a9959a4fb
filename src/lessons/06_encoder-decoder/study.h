// An encoder-decoder without attention on one source of the reader's: what comes of it.
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
  int right = -1;              ///< the right word in this place; -1: there is none, or nobody knows
  Real probability = 0;        ///< of `token`
  Real right_probability = 0;  ///< of `right`; 0 without one
  bool wrong() const { return right != token; }
};

/// What a decoder did, and its words.
struct DecodedRun {
  models::Translation translation;
  std::vector<SaidWord> words;     ///< one for each step
  Tokens tokens() const;           ///< up to the end token
  double log_probability() const;  ///< ln p of all words
};

/// A beam of which each node says which way it lies on.
struct BeamStudy : models::Beam {
  std::vector<bool> on_best, on_greedy;  ///< per node: on the way to the beam's best, along the likeliest words
};

/// The vector between encoder and decoder, [depth,u] each.
struct Bottleneck {
  Mat used;         ///< what the decoder begins with
  Mat made;         ///< what the encoder made
  Mat last_states;  ///< of the encoder, which it is made of
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
  DecodedRun run;       ///< as the parameters ask
  DecodedRun free;      ///< the likeliest word each time, fed back
  DecodedRun forced;    ///< fed with the right words; empty unless solved
  BeamStudy beam;
  Bottleneck bottleneck;
  ShownWeights weights;
  translation::TranslationNumbers numbers;
  int shown = 0;  ///< step shown, from 0

  bool right() const;  ///< solved, and every word of `run` is right
};

Result compute(const Params& p, const translation::TranslationState& state, const compute::Backend&);

}  // namespace attn::lessons::encoder_decoder
