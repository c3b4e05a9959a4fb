#include "models/seq2seq.h"

#include <algorithm>
#include <string>

#include "models/seq2seq_layers.h"

namespace attn::models {
namespace {

using autodiff::Tape;
using autodiff::Var;

void add_recurrent(const Seq2SeqSettings& s, nn::Parameters* parameters, Seq2SeqLayers* layers, Rng& rng) {
  layers->encoder =
      nn::Recurrent(*parameters, s.shared ? "recurrent" : "encoder",
                    {.cell = s.cell, .inputs = s.embedding, .units = s.hidden, .depth = s.depth, .bidirectional = s.bidirectional}, rng);
  for (int l = 0; l < s.depth; ++l) {
    const std::string name = std::to_string(l);
    layers->bridge.emplace_back(*parameters, "bridge." + name, s.hidden, s.hidden, rng);
    if (s.shared)
      layers->decoder.push_back(layers->encoder.layer(l));
    else
      layers->decoder.emplace_back(*parameters, "decoder." + name, s.cell, l ? s.hidden : s.embedding, s.hidden, rng);
  }
}

void add_attention(const Seq2SeqSettings& s, nn::Parameters* parameters, Seq2SeqLayers* layers, Rng& rng) {
  const Index gates = kernels::gate_count(s.cell) * s.hidden;
  layers->alignment = nn::Alignment(*parameters, "alignment", s.score, s.hidden, s.hidden, s.hidden, rng);
  if (s.timing == AlignmentTiming::previous)
    layers->context = nn::Linear(*parameters, "decoder.context", s.hidden, gates, rng, false);
  else
    layers->attentional = nn::Linear(*parameters, "attentional", 2 * s.hidden, s.hidden, rng);
  if (s.input_feeding) layers->feed = nn::Linear(*parameters, "decoder.feed", s.hidden, gates, rng, false);
  if (s.reach == AlignmentReach::local_p) {
    layers->centre = nn::Linear(*parameters, "centre", s.hidden, s.hidden, rng, false);
    layers->centre_score = nn::Linear(*parameters, "centre.score", s.hidden, 1, rng, false);
  }
}

/// The decoder's words at step `step` of example `i`: what it is given (the start token, then the target), and what it should answer (the
/// target, then the end token). Both are -1 beyond the end.
int given(const Tokens& target, int step) {
  const int length = static_cast<int>(target.size());
  return step == 0 ? kStartToken : step <= length ? target[static_cast<std::size_t>(step - 1)] : -1;
}
int wanted(const Tokens& target, int step) {
  const int length = static_cast<int>(target.size());
  return step < length ? target[static_cast<std::size_t>(step)] : step == length ? kEndToken : -1;
}

/// The readouts of all steps under teacher forcing, one step below the other.
Var forced_readouts(DecoderRun& run, Tape& tape, const PairBatch& batch, int steps) {
  const std::size_t count = batch.targets.size(), rows = count * static_cast<std::size_t>(steps);
  int* inputs = tape.scratch_array<int>(rows);
  for (std::size_t row = 0; row < rows; ++row) inputs[row] = given(batch.targets[row % count], static_cast<int>(row / count));
  const Var projected = run.project({inputs, rows});
  Var* readouts = new (tape.scratch_array<Var>(static_cast<std::size_t>(steps))) Var[static_cast<std::size_t>(steps)];
  DecoderState state = run.first_state();
  for (int step = 0; step < steps; ++step) {
    const Index height = static_cast<Index>(count);
    const DecodedStep now = run(autodiff::slice_rows(projected, step * height, height), state, step);
    readouts[step] = now.readout;
    state = now.state;
  }
  return autodiff::concat_rows({readouts, static_cast<std::size_t>(steps)});
}

}  // namespace

std::string check_settings(const Seq2SeqSettings& s) {
  if (s.source_words <= kFirstToken || s.target_words <= kFirstToken) return "a vocabulary has no words of its own";
  if (s.embedding < 1 || s.hidden < 1) return "the widths of embedding and hidden state are at least 1";
  if (s.depth < 1 || s.depth > kDeepest) return "the depth is 1 to 4";
  if (s.bidirectional && s.hidden % 2) return "a bidirectional encoder needs an even hidden width";
  if (s.shared && s.bidirectional) return "shared recurrent weights need an encoder of one direction";
  if (s.input_feeding && (s.score == AlignmentScore::none || s.timing != AlignmentTiming::current))
    return "input feeding needs attention with the score of the current state";
  if (s.reach != AlignmentReach::global && s.window < 1) return "the window of local attention is at least 1";
  return "";
}

Seq2Seq::Seq2Seq(const Seq2SeqSettings& settings, Rng& rng) : settings_(settings), layers_(std::make_unique<Seq2SeqLayers>()) {
  const Seq2SeqSettings& s = settings_;
  CHECK(check_settings(s).empty(), "Seq2Seq: ", check_settings(s));
  layers_->source = nn::Embedding(parameters_, "source", s.source_words, s.embedding, rng);
  layers_->target = nn::Embedding(parameters_, "target", s.target_words, s.embedding, rng);
  add_recurrent(s, &parameters_, layers_.get(), rng);
  if (s.score != AlignmentScore::none) add_attention(s, &parameters_, layers_.get(), rng);
  const bool both = s.score != AlignmentScore::none && s.timing == AlignmentTiming::previous;
  layers_->word = nn::Linear(parameters_, "word", both ? 2 * s.hidden : s.hidden, s.target_words, rng);
}

Seq2Seq::Seq2Seq(Seq2Seq&&) noexcept = default;
Seq2Seq& Seq2Seq::operator=(Seq2Seq&&) noexcept = default;
Seq2Seq::~Seq2Seq() = default;

Var Seq2Seq::loss(Tape& tape, const PairBatch& batch, const LossOptions& options) const {
  CHECK(batch.sources.size() == batch.targets.size() && !batch.sources.empty(), "Seq2Seq::loss: ", batch.sources.size(), " sources, ",
        batch.targets.size(), " targets");
  std::size_t longest = 0;
  for (const Tokens& target : batch.targets) longest = std::max(longest, target.size());
  const int steps = static_cast<int>(longest) + 1;
  const Encoded encoded = encode(*this, tape, batch.sources, options);
  DecoderRun run(*this, tape, encoded, steps);
  Var readouts = forced_readouts(run, tape, batch, steps);
  if (options.rng) readouts = autodiff::dropout(readouts, options.dropout, options.rng);

  const std::size_t count = batch.targets.size(), rows = count * static_cast<std::size_t>(steps);
  int* targets = tape.scratch_array<int>(rows);
  for (std::size_t row = 0; row < rows; ++row) targets[row] = wanted(batch.targets[row % count], static_cast<int>(row / count));
  return autodiff::cross_entropy(run.words(readouts), {targets, rows}, options.label_smoothing);
}

}  // namespace attn::models
