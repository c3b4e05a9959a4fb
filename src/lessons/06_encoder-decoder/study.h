// An encoder-decoder without attention on one source of the reader's: what comes of it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/mat.h"
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

struct Result {
  const tasks::PairTask* task = nullptr;
  std::string problem;
  bool solved = false;  ///< the task knows the right answer
  Tokens answer;        ///< with the end token; empty unless solved
  DecodedRun run;       ///< as the parameters ask
  DecodedRun free;      ///< the likeliest word each time, fed back
  DecodedRun forced;    ///< fed with the right words; empty unless solved
  models::Beam beam;
  std::vector<bool> on_best, on_greedy;  ///< of the beam's nodes: on the way to its best, along the likeliest words
  Mat bottleneck;                        ///< [depth,u] in use
  Mat own_bottleneck;                    ///< [depth,u] what the encoder made
  Mat last_states;                       ///< [depth,u] of the encoder, which the bottleneck is made of
  std::vector<Mat> bridge_w, bridge_b;   ///< per layer: bottleneck = tanh(state w + b), [u,u] and [1,u]
  Mat word_w, word_b;                    ///< logits = state w + b, [u,v] and [1,v]
  translation::TranslationNumbers numbers;
  int shown = 0;  ///< step shown, from 0

  bool right() const;  ///< solved, and every word of `run` is right
};

Result study(const Params& p, const translation::TranslationState& state);

}  // namespace attn::lessons::encoder_decoder
