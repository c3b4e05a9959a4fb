#include "models/transformer.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "kernels/positions.h"
#include "models/transformer_layers.h"

namespace attn::models {
namespace {

using autodiff::Tape;
using autodiff::Var;

constexpr int kMostLayers = 4;

TransformerAttention attention_layer(const TransformerSettings& s, nn::Parameters* parameters, const std::string& name, bool self,
                                     Rng& rng) {
  const auto linear = [&](const char* part) { return nn::Linear(*parameters, name + part, s.d_model, s.d_model, rng); };
  TransformerAttention a;
  a.q = linear(".q");
  a.k = linear(".k");
  a.v = linear(".v");
  a.o = linear(".o");
  if (self && s.positions == PositionKind::relative) a.offsets = &parameters->add(name + ".offsets", Mat::Zero(2 * s.reach + 1, s.heads));
  return a;
}

TransformerBlock block_layer(const TransformerSettings& s, nn::Parameters* parameters, const std::string& name, bool cross, Rng& rng) {
  TransformerBlock block;
  const auto norm = [&](const char* part) {
    return s.norm == NormPlace::none ? nn::LayerNorm() : nn::LayerNorm(*parameters, name + ".norm." + part, s.d_model);
  };
  block.self = attention_layer(s, parameters, name + ".self", true, rng);
  block.self_norm = norm("self");
  if (cross) {
    block.cross = attention_layer(s, parameters, name + ".cross", false, rng);
    block.cross_norm = norm("cross");
  }
  block.in = nn::Linear(*parameters, name + ".feed.in", s.d_model, s.d_ff, rng);
  block.out = nn::Linear(*parameters, name + ".feed.out", s.d_ff, s.d_model, rng);
  block.feed_norm = norm("feed");
  return block;
}

/// Makes the parameters of a network. `side` says whose words it reads, "source" or "target".
TransformerNetwork network_layers(const TransformerSettings& s, nn::Parameters* parameters, const std::string& side, bool encoder,
                                  Rng& rng) {
  TransformerNetwork network;
  const std::string name = encoder ? "encoder" : "decoder";
  network.words = nn::Embedding(*parameters, side, side == "source" ? s.source_words : s.target_words, s.d_model, rng);
  if (s.positions == PositionKind::learned)
    network.positions = nn::Embedding(*parameters, side + ".positions", s.max_length, s.d_model, rng);
  for (int l = 0; l < (encoder ? s.encoder_layers : s.decoder_layers); ++l)
    network.blocks.push_back(block_layer(s, parameters, name + "." + std::to_string(l), !encoder && has_cross(s), rng));
  if (s.norm == NormPlace::pre) network.norm = nn::LayerNorm(*parameters, name + ".norm", s.d_model);
  return network;
}

/// Writes a sentence's tokens one after the other, each with the token that should be answered to it.
struct RowWriter {
  int *id, *target;
  void put(int token, int answer) { *id++ = token, *target++ = answer; }
};

/// The rows that a network reads. `fill(i, &writer)` writes the length(i) rows of sentence i.
template <class Length, class Fill>
TokenRows filled_rows(Tape& tape, std::size_t count, int** targets, const Length& length, const Fill& fill) {
  int* lengths = tape.scratch_array<int>(count);
  for (std::size_t i = 0; i < count; ++i) lengths[i] = length(i);
  TokenRows rows = token_rows(tape, count, lengths);
  int* ids = tape.scratch_array<int>(rows.ids.size());
  *targets = tape.scratch_array<int>(rows.ids.size());
  RowWriter writer{ids, *targets};
  for (std::size_t i = 0; i < count; ++i) fill(i, &writer);
  rows.ids = {ids, rows.ids.size()};
  return rows;
}

TokenRows encoder_rows(Tape& tape, const PairBatch& batch, bool with_end, int** targets) {
  return filled_rows(
      tape, batch.sources.size(), targets, [&](std::size_t i) { return size_of(batch.sources[i]) + with_end; },
      [&](std::size_t i, RowWriter* writer) {
        for (std::size_t t = 0; t < batch.sources[i].size(); ++t) writer->put(batch.sources[i][t], with_end ? -1 : batch.targets[i][t]);
        if (with_end) writer->put(kEndToken, -1);
      });
}

TokenRows decoder_rows(Tape& tape, const PairBatch& batch, bool with_source, int** targets) {
  return filled_rows(
      tape, batch.targets.size(), targets,
      [&](std::size_t i) { return (with_source ? size_of(batch.sources[i]) : 0) + size_of(batch.targets[i]) + 1; },
      [&](std::size_t i, RowWriter* writer) {
        if (with_source)
          for (const int token : batch.sources[i]) writer->put(token, -1);
        int input = kStartToken;
        for (const int token : batch.targets[i]) writer->put(std::exchange(input, token), token);
        writer->put(input, kEndToken);
      });
}

}  // namespace

std::string check_settings(const TransformerSettings& s) {
  const bool encoder = has_encoder(s), decoder = has_decoder(s);
  if (s.source_words <= kFirstToken || (answers_words(s) && s.target_words <= kFirstToken)) return "a vocabulary has no words of its own";
  if (s.shape == TransformerShape::decoder && s.source_words != s.target_words) return "a decoder alone has one vocabulary";
  if (s.shape == TransformerShape::encoder && s.tied && s.source_words != s.target_words)
    return "an encoder whose output is tied to its words has as many classes as words";
  if (s.d_model < 1 || s.d_ff < 1) return "the widths d_model and d_ff are at least 1";
  if (s.heads < 1 || s.d_model % s.heads) return "the number of heads divides d_model";
  if (encoder && (s.encoder_layers < 1 || s.encoder_layers > kMostLayers)) return "the encoder has 1 to 4 layers";
  if (decoder && (s.decoder_layers < 1 || s.decoder_layers > kMostLayers)) return "the decoder has 1 to 4 layers";
  if (s.positions == PositionKind::rotary && s.d_model / s.heads % 2) return "rotary positions need heads of even width";
  if (s.positions == PositionKind::relative && s.reach < 1) return "the reach of relative positions is at least 1";
  if (s.max_length < 2) return "the longest sentence has at least 2 positions";
  return "";
}

std::string check_pair(const TransformerSettings& s, const Tokens& source, const Tokens& target) {
  const auto longest = static_cast<std::size_t>(s.max_length);
  if (s.shape == TransformerShape::encoder) {
    if (source.size() != target.size()) return "an encoder answers one class for each position";
    return source.size() > longest ? "the source is longer than the model's positions" : "";
  }
  if (has_encoder(s) && source.size() + 1 > longest) return "the source is longer than the model's positions";
  const std::size_t before = has_encoder(s) ? 0 : source.size();
  return before + target.size() + 1 > longest ? "the target is longer than the model's positions" : "";
}

Transformer::Transformer(const TransformerSettings& settings, Rng& rng)
    : settings_(settings), layers_(std::make_unique<TransformerLayers>()) {
  const TransformerSettings& s = settings_;
  CHECK(check_settings(s).empty(), "Transformer: ", check_settings(s));
  if (has_encoder(s)) layers_->encoder = network_layers(s, &parameters_, "source", true, rng);
  if (has_decoder(s)) layers_->decoder = network_layers(s, &parameters_, "target", false, rng);
  if (answers_words(s) && s.tied)
    layers_->word_bias = &parameters_.add("word.b", Mat::Zero(1, s.target_words));
  else if (answers_words(s))
    layers_->word = nn::Linear(parameters_, "word", s.d_model, s.target_words, rng);
  if (s.positions == PositionKind::sinusoidal) layers_->sinusoids = kernels::sinusoidal_positions(s.max_length, s.d_model);
  if (s.positions == PositionKind::rotary) layers_->turns = kernels::rotations(s.max_length, s.d_model / s.heads);
}

Transformer::Transformer(Transformer&&) noexcept = default;
Transformer& Transformer::operator=(Transformer&&) noexcept = default;
Transformer::~Transformer() = default;

Var Transformer::loss(Tape& tape, const PairBatch& batch, const LossOptions& options) const {
  CHECK(batch.sources.size() == batch.targets.size() && !batch.sources.empty(), "Transformer::loss: ", batch.sources.size(), " sources, ",
        batch.targets.size(), " targets");
  for (std::size_t i = 0; i < batch.sources.size(); ++i) {
    const std::string refused = check_pair(settings_, batch.sources[i], batch.targets[i]);
    CHECK(refused.empty(), "Transformer::loss: pair ", i, ": ", refused);
  }
  CHECK(answers_words(settings_), "Transformer::loss: an encoder without words to answer");
  TransformerPass pass(*this, tape, {.loss = options});
  int* targets = nullptr;
  TokenRows read;
  Var memory, output;
  if (has_encoder(settings_)) {
    read = encoder_rows(tape, batch, has_decoder(settings_), &targets);
    output = memory = pass.encode(read);
  }
  if (has_decoder(settings_)) {
    const TokenRows rows = decoder_rows(tape, batch, !has_encoder(settings_), &targets);
    output = pass.decode(rows, memory, read.sentences);
  }
  const Var logits = pass.words(output);
  return autodiff::cross_entropy(logits, {targets, static_cast<std::size_t>(logits.rows())}, options.label_smoothing);
}

}  // namespace attn::models
