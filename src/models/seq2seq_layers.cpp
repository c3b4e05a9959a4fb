#include "models/seq2seq_layers.h"

#include <algorithm>
#include <cmath>

namespace attn::models {
namespace {

using autodiff::Tape;
using autodiff::Var;

/// Computes x w + b at each of at most `steps` steps.
autodiff::StepLinear stepwise(const nn::Linear& linear, Tape& tape, int steps, Index batch) {
  return autodiff::StepLinear(linear.w(tape), linear.b(tape), steps, batch);
}

}  // namespace

SourceBatch source_batch(Tape& tape, std::span<const Tokens> sources, bool reversed) {
  const std::size_t count = sources.size();
  int* lengths = tape.scratch_array<int>(count);
  int longest = 1;
  for (std::size_t i = 0; i < count; ++i) {
    lengths[i] = static_cast<int>(sources[i].size()) + 1;
    longest = std::max(longest, lengths[i]);
  }
  const std::size_t rows = count * static_cast<std::size_t>(longest);
  int* ids = tape.scratch_array<int>(rows);
  for (std::size_t row = 0; row < rows; ++row) {
    const Tokens& source = sources[row % count];
    const int length = lengths[row % count], step = static_cast<int>(row / count), position = reading_order(step, length, reversed);
    ids[row] = step >= length ? -1 : position + 1 == length ? kEndToken : source[static_cast<std::size_t>(position)];
  }
  return {static_cast<Index>(count), longest, lengths, {ids, rows}};
}

Var in_source_order(Var rows, const SourceBatch& batch, bool reversed) {
  if (!reversed) return rows;
  int* from = rows.tape->scratch_array<int>(batch.ids.size());
  for (Index row = 0; row < batch.count * batch.steps; ++row) {
    const Index example = row % batch.count, step = row / batch.count;
    const int length = batch.lengths[example];
    const int read_at = step < length ? reading_order(static_cast<int>(step), length, true) : static_cast<int>(step);  // its own inverse
    from[row] = static_cast<int>(read_at * batch.count + example);
  }
  return autodiff::gather_rows(rows, {from, batch.ids.size()});
}

Encoded encode(const Seq2Seq& model, Tape& tape, std::span<const Tokens> sources, const Seq2Seq::LossOptions& options) {
  const Seq2SeqSettings& s = model.settings();
  const Seq2SeqLayers& layers = model.layers();
  Encoded out;
  out.batch = source_batch(tape, sources, s.reverse_source);
  out.embedded = layers.source(tape, out.batch.ids);
  const nn::Recurred recurred = layers.encoder(tape, out.embedded, out.batch.count, out.batch.lengths, options.dropout, options.rng);
  for (std::size_t l = 0; l < layers.bridge.size(); ++l) {
    out.layers[l] = recurred.layers[l];
    const Var last = s.bidirectional ? autodiff::concat_cols({recurred.last[2 * l].h, recurred.last[2 * l + 1].h}) : recurred.last[l].h;
    out.bridge[l] = autodiff::tanh(layers.bridge[l](tape, last));
  }
  if (s.score != AlignmentScore::none) out.annotations = in_source_order(recurred.output, out.batch, s.reverse_source);
  return out;
}

DecoderRun::DecoderRun(const Seq2Seq& model, Tape& tape, const Encoded& encoded, int steps)
    : model_(model), tape_(tape), encoded_(encoded) {
  const Seq2SeqSettings& s = model.settings();
  const Seq2SeqLayers& layers = model.layers();
  const Index batch = encoded.batch.count;
  projected_words_ = layers.decoder.front().project(tape, layers.target.table(tape));
  for (std::size_t l = 0; l < layers.decoder.size(); ++l) {
    if (l) lower_[l].emplace(layers.decoder[l].wx(tape), layers.decoder[l].bx(tape), steps, batch);
    recurrent_[l].emplace(layers.decoder[l].steps(tape, steps, batch));
  }
  if (s.score == AlignmentScore::none) return;
  alignment_ = layers.alignment.prepare(tape, encoded.annotations, batch, encoded.batch.lengths, steps);
  if (s.timing == AlignmentTiming::previous)
    context_ = stepwise(layers.context, tape, steps, batch);
  else
    attentional_ = stepwise(layers.attentional, tape, steps, batch);
  if (s.input_feeding) feed_ = stepwise(layers.feed, tape, steps, batch);
  if (s.reach != AlignmentReach::local_p) return;
  centre_ = stepwise(layers.centre, tape, steps, batch);
  centre_score_ = stepwise(layers.centre_score, tape, steps, batch);
  reach_ = tape.make(batch, 1, false);
  for (Index i = 0; i < batch; ++i) reach_.value()(i, 0) = static_cast<Real>(encoded.batch.lengths[i] - 1);
}

DecoderState DecoderRun::first_state() const {
  DecoderState state;
  for (std::size_t l = 0; l < model_.layers().decoder.size(); ++l) {
    state.layers[l].h = encoded_.bridge[l];
    if (model_.settings().cell == kernels::Cell::lstm) state.layers[l].c = encoded_.bridge[l];
  }
  return state;
}

autodiff::Window DecoderRun::window(DecodedStep* out, int step) {
  const Seq2SeqSettings& s = model_.settings();
  if (s.reach == AlignmentReach::global) return {};
  const auto batch = static_cast<std::size_t>(encoded_.batch.count);
  int* first = tape_.scratch_array<int>(batch);
  int* last = tape_.scratch_array<int>(batch);
  Real* centres = tape_.scratch_array<Real>(batch);
  if (s.reach == AlignmentReach::local_p) {
    out->centre = autodiff::multiply(autodiff::sigmoid((*centre_score_)(autodiff::tanh((*centre_)(out->query)))), reach_);
    out->deviation = static_cast<Real>(s.window) / 2;
  }
  for (std::size_t i = 0; i < batch; ++i) {
    const Real centre =
        out->centre ? out->centre.value()(static_cast<Index>(i), 0) : static_cast<Real>(std::min(step, encoded_.batch.lengths[i] - 1));
    const Real reach = static_cast<Real>(s.window);
    centres[i] = centre;
    first[i] = std::isfinite(centre) ? static_cast<int>(std::ceil(centre - reach)) : 0;
    last[i] = std::isfinite(centre) ? static_cast<int>(std::floor(centre + reach)) : 0;
  }
  out->first = first;
  out->last = last;
  out->centres = centres;
  return {.first = first, .last = last, .centre = out->centre, .deviation = out->centre ? out->deviation : Real(1)};
}

void DecoderRun::look(DecodedStep* out, int step, const Mat* weights) {
  out->aligned = (*alignment_)(out->query, window(out, step));
  out->context = out->aligned->context;
  if (!weights) return;
  CHECK(encoded_.batch.count == 1, "DecoderRun: weights of one's own are for one source, not ", encoded_.batch.count);
  out->context = autodiff::product(tape_.constant(*weights), encoded_.annotations);
}

DecodedStep DecoderRun::operator()(Var projected, const DecoderState& previous, int step, const Mat* weights) {
  const std::size_t top = model_.layers().decoder.size() - 1;
  DecodedStep out;
  if (context_) {
    out.query = previous.layers[top].h;
    look(&out, step, weights);
    projected = autodiff::add(projected, (*context_)(out.context));
  }
  if (feed_ && previous.fed) projected = autodiff::add(projected, (*feed_)(previous.fed));
  for (std::size_t l = 0; l <= top; ++l) {
    const Var input = l ? (*lower_[l])(out.state.layers[l - 1].h) : projected;
    out.state.layers[l] = (*recurrent_[l])(input, previous.layers[l]);
  }
  const Var s = out.state.layers[top].h;
  out.readout = s;
  if (context_) out.readout = autodiff::concat_cols({s, out.context});
  if (attentional_) {
    out.query = s;
    look(&out, step, weights);
    out.readout = out.attentional = autodiff::tanh((*attentional_)(autodiff::concat_cols({out.context, s})));
    if (feed_) out.state.fed = out.attentional;
  }
  return out;
}

Var DecoderRun::words(Var readouts) const { return model_.layers().word(tape_, readouts); }

}  // namespace attn::models
