// An encoder-decoder's layers, and what they do on a tape: encoding a batch of sources, and single steps of the decoder. Training runs them
// with the right words as inputs, translation (translation.h) with the words that came out, on a tape that does not record.
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

inline constexpr int kDeepest = 4;  ///< layers at most

struct Seq2SeqLayers {
  nn::Embedding source, target;
  nn::Recurrent encoder;
  std::vector<nn::Linear> bridge;           ///< per layer [u,u]
  std::vector<nn::RecurrentLayer> decoder;  ///< the encoder's own where they are shared
  nn::Linear context;                       ///< c_i into the gates (previous) [u, g u]
  nn::Linear feed;                          ///< the attentional state into the gates (input feeding) [u, g u]
  nn::Alignment alignment;
  nn::Linear centre, centre_score;  ///< W [u,u] and v [u,1] of local-p
  nn::Linear attentional;           ///< Wc (current) [2u,u]
  nn::Linear word;
};

/// Sources as a network reads them, with their end tokens. The arrays lie on the tape.
struct SourceBatch {
  Index count = 0;               ///< b
  Index steps = 0;               ///< m
  const int* lengths = nullptr;  ///< [b] with the end token
  std::span<const int> ids;      ///< [m b], -1 beyond a source's end; in the order of reading_order()
};
SourceBatch source_batch(autodiff::Tape& tape, std::span<const Tokens> sources, bool reversed);
/// Of a source of `length` positions, the one that a network reads at `step`: the end token last, the others from the end where `reversed`.
inline int reading_order(int step, int length, bool reversed) { return reversed && step + 1 < length ? length - 2 - step : step; }
/// The rows [m b, d] of a batch that was read reversed, in the sources' own order; and of one that was not, as they are.
autodiff::Var in_source_order(autodiff::Var rows, const SourceBatch& batch, bool reversed);

/// What an encoder made of a batch.
struct Encoded {
  SourceBatch batch;
  autodiff::Var embedded;                      ///< [m b, e] in the order in which they were read
  std::array<autodiff::Var, kDeepest> layers;  ///< [m b, u], likewise
  autodiff::Var annotations;                   ///< [m b, u] of the last layer in the sources' order; absent without attention
  std::array<autodiff::Var, kDeepest> bridge;  ///< [b, u] the decoder's first states
};
Encoded encode(const Seq2Seq& model, autodiff::Tape& tape, std::span<const Tokens> sources, const Seq2Seq::LossOptions& options = {});

/// What passes from one step of a decoder to the next.
struct DecoderState {
  std::array<autodiff::State, kDeepest> layers;
  autodiff::Var fed;  ///< [b,u] the attentional state, with input feeding; absent at first
};

/// One step on the tape. Absent where the design has no such thing.
struct DecodedStep {
  DecoderState state;
  autodiff::Var readout;  ///< what the words are read from [b, ...]
  autodiff::Var query;    ///< [b,u]
  std::optional<autodiff::Aligned> aligned;
  autodiff::Var context;          ///< [b,u], of the weights in use
  autodiff::Var attentional;      ///< [b,u]
  autodiff::Var centre;           ///< [b,1] of local-p, which the Gaussian stands about
  const Real* centres = nullptr;  ///< [b] of local attention's window, positions from 0; null: all positions
  Real deviation = 0;             ///< of the Gaussian; 0 without one
  const int* first = nullptr;     ///< [b] window, uncut; null: all positions
  const int* last = nullptr;
};

/// A decoder at work on an encoded batch: at most `steps` steps.
class DecoderRun {
 public:
  DecoderRun(const Seq2Seq& model, autodiff::Tape& tape, const Encoded& encoded, int steps);

  DecoderState first_state() const;
  /// Input words [n] -> their share of the lowest layer's gates [n, g u]; -1: a row of zeros.
  autodiff::Var project(std::span<const int> words) const { return autodiff::gather_rows(projected_words_, words); }
  /// `projected` [b, g u]; `step` counts from 0. `weights` [1,m] takes the place of the model's own alignment (one example only).
  DecodedStep operator()(autodiff::Var projected, const DecoderState& previous, int step, const Mat* weights = nullptr);
  /// [n, ...] -> logits [n,v].
  autodiff::Var words(autodiff::Var readouts) const;

 private:
  void look(DecodedStep* out, int step, const Mat* weights);
  autodiff::Window window(DecodedStep* out, int step);

  const Seq2Seq& model_;
  autodiff::Tape& tape_;
  const Encoded& encoded_;
  autodiff::Var projected_words_;                                    ///< [v, g u] every word's share of the lowest layer's gates
  std::array<std::optional<autodiff::StepLinear>, kDeepest> lower_;  ///< from the layer below into a layer's gates; none into the lowest
  std::array<std::optional<autodiff::RecurrentSteps>, kDeepest> recurrent_;
  std::optional<autodiff::StepLinear> context_, feed_, attentional_, centre_, centre_score_;
  std::optional<nn::Alignment::Prepared> alignment_;
  autodiff::Var reach_;  ///< [b,1] each source's last position, for local-p
};

}  // namespace attn::models
