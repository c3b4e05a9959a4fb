// The layers of an encoder-decoder, and what they do on a tape: they encode a batch of sources and take single steps of the decoder.
// Training gives the decoder the right words as inputs. Translation (translation.h) gives it the words that it has answered, on a tape that
// does not record.
//
// b batch, m positions of the longest source with its end token, t steps, e embedding, u units, g gates, v words. Positions and steps are
// time-major: row j b + i is position j of example i.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "models/seq2seq.h"
#include "nn/attention.h"
#include "nn/layers.h"
#include "nn/recurrent.h"

namespace attn::models {

inline constexpr int kDeepest = 4;  ///< the largest number of layers

struct Seq2SeqLayers {
  nn::Embedding source, target;
  nn::Recurrent encoder;
  std::vector<nn::Linear> bridge;           ///< per layer [u,u]
  std::vector<nn::RecurrentLayer> decoder;  ///< the encoder's own where they are shared
  nn::Linear context;                       ///< c_i into the gates (previous) [u, g u]
  nn::Linear feed;                          ///< the attentional state into the gates (input feeding) [u, g u]
  nn::Alignment alignment;
  nn::Linear centre, centre_score;  ///< W [u,u] and v [u,1], for local-p
  nn::Linear attentional;           ///< Wc (current) [2u,u]
  nn::Linear word;
};

/// Sources with their end tokens, in the order in which a network reads them. The arrays belong to the tape.
struct SourceBatch {
  Index count = 0;               ///< b
  Index steps = 0;               ///< m
  const int* lengths = nullptr;  ///< [b] with the end token
  std::span<const int> ids;      ///< [m b], -1 beyond a source's end; in the order of reading_order()
};
SourceBatch source_batch(autodiff::Tape& tape, std::span<const Tokens> sources, bool reversed);
/// The position that a network reads at `step` in a source of `length` positions. With `reversed` it reads the words from the last to the
/// first; the end token is always read last.
inline int reading_order(int step, int length, bool reversed) { return reversed && step + 1 < length ? length - 2 - step : step; }
/// Puts the rows [m b, d] of a batch that was read reversed into the sources' own order. Without `reversed` they stay as they are.
autodiff::Var in_source_order(autodiff::Var rows, const SourceBatch& batch, bool reversed);

/// What an encoder computed for a batch.
struct Encoded {
  SourceBatch batch;
  autodiff::Var embedded;                      ///< [m b, e] in the order in which they were read
  std::array<autodiff::Var, kDeepest> layers;  ///< [m b, u], likewise
  autodiff::Var annotations;                   ///< [m b, u] the last layer in the sources' order; absent without attention
  std::array<autodiff::Var, kDeepest> bridge;  ///< [b, u] the decoder's first state in each layer
};
Encoded encode(const Seq2Seq& model, autodiff::Tape& tape, std::span<const Tokens> sources, const Seq2Seq::LossOptions& options = {});

/// What passes from one step of a decoder to the next.
struct DecoderState {
  std::array<autodiff::State, kDeepest> layers;
  autodiff::Var fed;  ///< [b,u] the attentional state, with input feeding; absent at first
};

/// One step on the tape. A variable is absent where the design does not have it.
struct DecodedStep {
  DecoderState state;
  autodiff::Var readout;  ///< what the words are read from [b, ...]
  autodiff::Var query;    ///< [b,u]
  std::optional<autodiff::Aligned> aligned;
  autodiff::Var context;          ///< [b,u] made with the weights in use
  autodiff::Var attentional;      ///< [b,u]
  autodiff::Var centre;           ///< [b,1] the centre of local-p's Gaussian
  const Real* centres = nullptr;  ///< [b] centres of local attention's windows, as positions from 0; null: all positions
  Real deviation = 0;             ///< the Gaussian's standard deviation; 0 where there is none
  const int* first = nullptr;     ///< [b] first and last position of each window, which may lie outside the source; null: all positions
  const int* last = nullptr;
};

/// Runs a decoder over an encoded batch, for at most `steps` steps.
class DecoderRun {
 public:
  DecoderRun(const Seq2Seq& model, autodiff::Tape& tape, const Encoded& encoded, int steps);

  DecoderState first_state() const;
  /// Input words [n] -> their contribution to the lowest layer's gates [n, g u]; a word of -1 gives a row of zeros.
  autodiff::Var project(std::span<const int> words) const { return autodiff::gather_rows(projected_words_, words); }
  /// Takes the step `step`, counted from 0, with the input `projected` [b, g u]. `weights` [1,m] replaces the model's own alignment; it is
  /// for a batch of one example.
  DecodedStep operator()(autodiff::Var projected, const DecoderState& previous, int step, const Mat* weights = nullptr);
  /// [n, ...] -> logits [n,v].
  autodiff::Var words(autodiff::Var readouts) const;

 private:
  void look(DecodedStep* out, int step, const Mat* weights);
  autodiff::Window window(DecodedStep* out, int step);

  const Seq2Seq& model_;
  autodiff::Tape& tape_;
  const Encoded& encoded_;
  autodiff::Var projected_words_;                                    ///< [v, g u] every word's contribution to the lowest layer's gates
  std::array<std::optional<autodiff::StepLinear>, kDeepest> lower_;  ///< from the layer below into a layer's gates; the lowest has none
  std::array<std::optional<autodiff::RecurrentSteps>, kDeepest> recurrent_;
  std::optional<autodiff::StepLinear> context_, feed_, attentional_, centre_, centre_score_;
  std::optional<nn::Alignment::Prepared> alignment_;
  autodiff::Var reach_;  ///< [b,1] each source's last position, for local-p
};

}  // namespace attn::models
