// Encoder and decoder: two recurrent networks, with a fixed-size vector between them or with an alignment (attention) to every annotation.
//
// Without attention: Cho et al. 2014, Sutskever et al. 2014. With it, the two published designs, told apart by the timing of the score:
//   previous  Bahdanau et al. 2015, section 3.1 and appendix A: e_ij = score(s_{i-1}, h_j), c_i = sum_j alpha_ij h_j enters the step that
//             makes s_i, and the word is read from s_i and c_i.
//   current   Luong et al. 2015, section 3: s_i is made first, e_ij = score(s_i, h_j), the attentional state is tanh(Wc [c_i; s_i]), the
//             word is read from it, and with input feeding it enters the next step.
// The end token closes every source, so that a source of m tokens has m + 1 annotations.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "autodiff/tape.h"
#include "base/rng.h"
#include "base/tokens.h"
#include "kernels/recurrent.h"
#include "nn/parameters.h"

namespace attn::models {

enum class AlignmentScore { none, additive, dot, general, concat };  ///< none: the decoder gets the last encoder state and nothing else
enum class AlignmentTiming { previous, current };
enum class AlignmentReach { global, local_m, local_p };  ///< Luong et al. 2015, section 3.2

struct Seq2SeqSettings {
  int source_words = 0, target_words = 0;  ///< sizes of the vocabularies, special tokens included
  kernels::Cell cell = kernels::Cell::gru;
  int embedding = 32;
  int hidden = 64;              ///< u: of the decoder, and of the encoder's annotations (both directions together)
  int depth = 1;                ///< layers of either network, 1 to 4
  bool bidirectional = true;    ///< the encoder runs both ways, u / 2 units each
  bool reverse_source = false;  ///< Sutskever et al. 2014, section 3.3
  bool shared = false;  ///< encoder and decoder use one set of recurrent weights (needs bidirectional = false, and no input feeding)
  AlignmentScore score = AlignmentScore::additive;
  AlignmentTiming timing = AlignmentTiming::previous;
  AlignmentReach reach = AlignmentReach::global;
  int window = 2;              ///< D of local attention: positions from p - D to p + D
  bool input_feeding = false;  ///< only with timing current
  bool operator==(const Seq2SeqSettings&) const = default;
};

/// An empty string, or why these settings cannot be built.
std::string check_settings(const Seq2SeqSettings& settings);

/// Pairs of equal count. Sources without, targets without special tokens; the model adds them.
struct PairBatch {
  std::vector<Tokens> sources, targets;
};

class Seq2Seq {
 public:
  /// Draws initial weights from `rng`. The settings have passed check_settings().
  Seq2Seq(const Seq2SeqSettings& settings, Rng& rng);

  const Seq2SeqSettings& settings() const { return settings_; }
  nn::Parameters& parameters() { return parameters_; }
  const nn::Parameters& parameters() const { return parameters_; }

  struct LossOptions {
    Real label_smoothing = 0;
    Real dropout = 0;
    Rng* rng = nullptr;  ///< for dropout
  };
  /// Mean cross-entropy of the target tokens and the end token under teacher forcing [1,1], over all tokens that are no padding.
  autodiff::Var loss(autodiff::Tape& tape, const PairBatch& batch, const LossOptions& options) const;

 private:
  friend class Decoder;
  Seq2SeqSettings settings_;
  nn::Parameters parameters_;
};

}  // namespace attn::models
