// Encoder and decoder: two recurrent networks, connected by a vector of fixed size or by an alignment (attention) to every annotation.
//
// Without attention: Cho et al. 2014, Sutskever et al. 2014. With it, the two published designs, told apart by the timing of the score:
//   previous  Bahdanau et al. 2015, section 3.1 and appendix A: e_ij = score(s_{i-1}, h_j), c_i = sum_j alpha_ij h_j enters the step that
//             computes s_i, and the word is read from s_i and c_i.
//   current   Luong et al. 2015, section 3: s_i is computed first, e_ij = score(s_i, h_j), the attentional state is tanh(Wc [c_i; s_i] +
//   b),
//             the word is read from it, and with input feeding it enters the next step.
// The end token closes every source, so that a source of m tokens has m + 1 annotations.
//
// Where the papers differ, these are the choices made here. In each layer the decoder's first state is tanh(Wb h + bb) of the encoder's
// last state(s) of that layer (Bahdanau et al. take the backward one). An LSTM's c starts as the same vector, so that without attention
// these u numbers per layer are all that passes. Context and attentional state enter the gates of the decoder's lowest layer through
// matrices of their own. Words are read linearly from [s_i; c_i] (previous), the attentional state (current) or s_i (no attention). Local-m
// looks around min(i, m), local-p around m sigma(v . tanh(W s)), where m is the position of the end token.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "autodiff/tape.h"
#include "base/rng.h"
#include "base/tokens.h"
#include "kernels/alignment.h"
#include "kernels/recurrent.h"
#include "nn/parameters.h"

namespace attn::models {

using kernels::AlignmentScore;  ///< none: the decoder gets the last encoder state and nothing else
enum class AlignmentTiming { previous, current };
enum class AlignmentReach { global, local_m, local_p };  ///< Luong et al. 2015, section 3.2

struct Seq2SeqSettings {
  int source_words = 0, target_words = 0;  ///< sizes of the vocabularies, special tokens included
  kernels::Cell cell = kernels::Cell::gru;
  int embedding = 32;
  int hidden = 64;              ///< u: the width of the decoder, and of the encoder's annotations (both directions together)
  int depth = 1;                ///< the number of layers of each network, 1 to 4
  bool bidirectional = true;    ///< the encoder runs both ways, u / 2 units each
  bool reverse_source = false;  ///< Sutskever et al. 2014, section 3.3
  bool shared = false;          ///< encoder and decoder use one set of recurrent weights (needs bidirectional = false)
  AlignmentScore score = AlignmentScore::additive;
  AlignmentTiming timing = AlignmentTiming::previous;
  AlignmentReach reach = AlignmentReach::global;
  int window = 2;              ///< D of local attention: positions from p - D to p + D
  bool input_feeding = false;  ///< only with timing current
  bool operator==(const Seq2SeqSettings&) const = default;
};

/// An empty string, or why these settings cannot be built.
std::string check_settings(const Seq2SeqSettings& settings);

/// The layers made of the parameters (seq2seq_layers.h), for those who run the model.
struct Seq2SeqLayers;

using attn::PairBatch;

class Seq2Seq {
 public:
  /// Draws initial weights from `rng`. The settings have passed check_settings().
  Seq2Seq(const Seq2SeqSettings& settings, Rng& rng);
  Seq2Seq(Seq2Seq&&) noexcept;
  Seq2Seq& operator=(Seq2Seq&&) noexcept;
  ~Seq2Seq();

  const Seq2SeqSettings& settings() const { return settings_; }
  nn::Parameters& parameters() { return parameters_; }
  const nn::Parameters& parameters() const { return parameters_; }
  const Seq2SeqLayers& layers() const { return *layers_; }

  struct LossOptions {
    Real label_smoothing = 0;
    Real dropout = 0;    ///< between layers, and on what the words are read from
    Rng* rng = nullptr;  ///< for dropout; null: nothing is dropped
  };
  /// The mean cross-entropy [1,1] of the target tokens and the end token under teacher forcing; padding does not count. backward() on the
  /// tape adds to the gradients of parameters().
  autodiff::Var loss(autodiff::Tape& tape, const PairBatch& batch, const LossOptions& options) const;

 private:
  Seq2SeqSettings settings_;
  nn::Parameters parameters_;
  std::unique_ptr<Seq2SeqLayers> layers_;  ///< refers to entries of parameters_, whose addresses survive a move of the model
};

}  // namespace attn::models
