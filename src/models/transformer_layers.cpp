#include "models/transformer_layers.h"

#include <algorithm>
#include <cmath>

namespace attn::models {
namespace {

using autodiff::Tape;
using autodiff::Var;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

TokenRows token_rows(Tape& tape, std::size_t count, const int* lengths, const int* begin) {
  int* first = tape.scratch_array<int>(count);
  int rows = 0;
  for (std::size_t i = 0; i < count; ++i) first[i] = std::exchange(rows, rows + lengths[i]);
  int* positions = tape.scratch_array<int>(at(rows));
  int* next = positions;
  for (std::size_t i = 0; i < count; ++i)
    for (int t = 0; t < lengths[i]; ++t) *next++ = (begin ? begin[i] : 0) + t;
  return {{static_cast<Index>(count), first, lengths}, {static_cast<const int*>(nullptr), at(rows)}, positions};
}

KeyValues::KeyValues(std::size_t count, int room, Index d)
    : k(static_cast<Index>(count) * room, d), v(static_cast<Index>(count) * room, d), first(count), length(count, 0) {
  for (std::size_t i = 0; i < count; ++i) first[i] = static_cast<int>(i) * room;
}

void KeyValues::append(const kernels::Sentences& rows, In new_k, In new_v) {
  for (Index i = 0; i < rows.count; ++i) {
    const Index to = first[at(static_cast<int>(i))] + length[at(static_cast<int>(i))];
    k.middleRows(to, rows.length[i]) = new_k.middleRows(rows.first[i], rows.length[i]);
    v.middleRows(to, rows.length[i]) = new_v.middleRows(rows.first[i], rows.length[i]);
    length[at(static_cast<int>(i))] += rows.length[i];
  }
}

/// What a decoder's cross-attention reads.
struct TransformerPass::Memory {
  Var rows;
  kernels::Sentences read;
  DecoderCache* cache = nullptr;
};

Var TransformerPass::linear(const nn::Linear& layer, Var x) {
  const Var y = layer(tape_, x);
  multiply_adds_ += std::int64_t(x.rows()) * x.cols() * y.cols();
  return y;
}

Var TransformerPass::dropped(Var x) const { return options_.loss.rng ? autodiff::dropout(x, options_.loss.dropout, options_.loss.rng) : x; }

Var TransformerPass::before(const nn::LayerNorm& norm, Var x) { return model_.settings().norm == NormPlace::pre ? norm(tape_, x) : x; }

Var TransformerPass::after(const nn::LayerNorm& norm, Var x, Var part) {
  const Var dropped_part = dropped(part);
  const Var sum = model_.settings().residual ? autodiff::add(x, dropped_part) : dropped_part;
  return model_.settings().norm == NormPlace::post ? norm(tape_, sum) : sum;
}

void TransformerPass::attend(const TransformerAttention& a, const HeadPlace& place, const TokenRows& rows, bool causal,
                             AttentionVars* out) {
  const TransformerSettings& s = model_.settings();
  const Real width = static_cast<Real>(s.d_model / s.heads);
  const autodiff::HeadsResult heads = autodiff::multi_head(
      out->q, out->k, out->v,
      {.queries = rows.sentences, .keys = out->keys, .heads = s.heads, .scale = s.scale ? 1 / std::sqrt(width) : Real(1), .causal = causal},
      a.offsets ? nn::on(tape_, *a.offsets) : Var(), options_.show);
  multiply_adds_ += heads.cells * 2 * (s.d_model / s.heads);
  out->concat = heads.output;
  out->scores = heads.scores;
  out->weights = heads.weights;
  if (options_.bending) bend(*options_.bending, place, s.heads, rows, causal, out);
  out->output = linear(a.o, out->concat);
}

AttentionVars TransformerPass::self_attention(const TransformerAttention& a, int layer, Var x, const TokenRows& rows, bool causal,
                                              KeyValues* cache) {
  const TransformerSettings& s = model_.settings();
  AttentionVars out{.q = linear(a.q, x), .k = linear(a.k, x), .v = linear(a.v, x), .keys = rows.sentences};
  if (s.positions == PositionKind::rotary) {
    out.q = autodiff::turn(out.q, s.heads, model_.layers().turns, rows.positions);
    out.k = autodiff::turn(out.k, s.heads, model_.layers().turns, rows.positions);
  }
  if (cache) {
    cache->append(rows.sentences, out.k.value(), out.v.value());
    out.k = tape_.parameter(cache->k, nullptr);
    out.v = tape_.parameter(cache->v, nullptr);
    out.keys = cache->sentences();
  }
  attend(a, {causal ? AttentionPart::decoder_self : AttentionPart::encoder_self, layer}, rows, causal, &out);
  return out;
}

AttentionVars TransformerPass::cross_attention(const TransformerAttention& a, int layer, Var x, const TokenRows& rows, const Memory& memory,
                                               KeyValues* cache) {
  AttentionVars out{.q = linear(a.q, x), .keys = memory.read};
  if (cache && cache->k.size()) {
    out.keys = cache->sentences();
    out.k = tape_.parameter(cache->k, nullptr);
    out.v = tape_.parameter(cache->v, nullptr);
  } else {
    CHECK(memory.rows, "TransformerPass: nothing of an encoder to look at");
    out.k = linear(a.k, memory.rows);
    out.v = linear(a.v, memory.rows);
    if (cache) {
      cache->k = out.k.value();
      cache->v = out.v.value();
      cache->first.assign(memory.read.first, memory.read.first + memory.read.count);
      cache->length.assign(memory.read.length, memory.read.length + memory.read.count);
    }
  }
  attend(a, {AttentionPart::decoder_cross, layer}, rows, false, &out);
  return out;
}

BlockVars TransformerPass::block(const TransformerBlock& b, int layer, Var x, const TokenRows& rows, bool causal, const Memory& memory) {
  BlockVars out{.input = x};
  const auto cache = [&](std::vector<KeyValues> DecoderCache::*of) { return memory.cache ? &(memory.cache->*of)[at(layer)] : nullptr; };
  out.self_normed = before(b.self_norm, x);
  out.self = self_attention(b.self, layer, out.self_normed, rows, causal, cache(&DecoderCache::self));
  out.after_self = x = after(b.self_norm, x, out.self.output);
  if (causal && has_cross(model_.settings())) {
    out.cross_normed = before(b.cross_norm, x);
    out.cross = cross_attention(b.cross, layer, out.cross_normed, rows, memory, cache(&DecoderCache::cross));
    out.after_cross = x = after(b.cross_norm, x, out.cross.output);
  }
  out.feed_normed = before(b.feed_norm, x);
  const Var inner = linear(b.in, out.feed_normed);
  out.hidden = model_.settings().activation == Activation::gelu ? autodiff::gelu(inner) : autodiff::relu(inner);
  out.feed = linear(b.out, out.hidden);
  out.output = after(b.feed_norm, x, out.feed);
  return out;
}

Var TransformerPass::embed(const TransformerNetwork& network, const TokenRows& rows, NetworkVars* out) {
  const TransformerSettings& s = model_.settings();
  out->embedded = autodiff::scale(network.words(tape_, rows.ids), std::sqrt(static_cast<Real>(s.d_model)));
  if (s.positions == PositionKind::learned) out->positions = network.positions(tape_, {rows.positions, rows.ids.size()});
  if (s.positions == PositionKind::sinusoidal) {
    out->positions = tape_.make(static_cast<Index>(rows.ids.size()), s.d_model, false);
    for (Index row = 0; row < out->positions.rows(); ++row)
      out->positions.value().row(row) = model_.layers().sinusoids.row(rows.positions[row]);
  }
  return dropped(out->positions ? autodiff::add(out->embedded, out->positions) : out->embedded);
}

NetworkVars TransformerPass::network(const TransformerNetwork& network, const TokenRows& rows, bool causal, const Memory& memory) {
  for (std::size_t row = 0; row < rows.ids.size(); ++row)
    CHECK(rows.positions[row] < model_.settings().max_length, "TransformerPass: position ", rows.positions[row], " of ",
          model_.settings().max_length);
  NetworkVars out;
  Var x = out.input = embed(network, rows, &out);
  for (std::size_t l = 0; l < network.blocks.size(); ++l) {
    const BlockVars ran = block(network.blocks[l], static_cast<int>(l), x, rows, causal, memory);
    x = ran.output;
    if (options_.show) out.blocks.push_back(ran);
  }
  out.output = before(network.norm, x);
  return out;
}

NetworkVars TransformerPass::encode(const TokenRows& rows) { return network(model_.layers().encoder, rows, false, {}); }

NetworkVars TransformerPass::decode(const TokenRows& rows, Var memory, const kernels::Sentences& read, DecoderCache* cache) {
  return network(model_.layers().decoder, rows, true, {memory, read, cache});
}

Var TransformerPass::words(Var x) {
  const TransformerLayers& layers = model_.layers();
  if (!model_.settings().tied) return linear(layers.word, x);
  const TransformerNetwork& answers = has_decoder(model_.settings()) ? layers.decoder : layers.encoder;
  const Var y = autodiff::product_bt(x, answers.words.table(tape_));
  multiply_adds_ += std::int64_t(x.rows()) * x.cols() * y.cols();
  return autodiff::add_row(y, nn::on(tape_, *layers.word_bias));
}

void bend(const Bending& bending, const HeadPlace& place, int heads, const TokenRows& rows, bool causal, AttentionVars* attention) {
  const Index width = attention->concat.cols() / heads;
  const kernels::SentenceHeads batch{.queries = rows.sentences, .keys = attention->keys, .heads = heads, .causal = causal};
  const auto is_here = [&](const HeadPlace& other) { return other.part == place.part && other.layer == place.layer; };
  for (const WeightsOverride& own : bending.overrides) {
    if (!is_here(own.head)) continue;
    for (Index s = 0; s < batch.queries.count; ++s)
      for (int i = 0; i < batch.queries.length[s]; ++i) {
        const Index row = batch.queries.first[s] + i, m = batch.keys.length[s], seen = causal ? m - batch.queries.length[s] + i + 1 : m;
        if (rows.positions[row] != own.query || own.weights.size() != seen) continue;
        const auto values = attention->v.value().block(batch.keys.first[s], own.head.head * width, seen, width);
        attention->concat.value().row(row).middleCols(own.head.head * width, width) = own.weights * values;
        if (!attention->weights) continue;
        Real* shown = const_cast<Real*>(attention->weights) + kernels::weights_begin(batch, s, own.head.head) + i * m;
        std::copy(own.weights.data(), own.weights.data() + seen, shown);
      }
  }
  for (const HeadPlace& cut : bending.cut)
    if (is_here(cut)) attention->concat.value().middleCols(cut.head * width, width).setZero();
}

}  // namespace attn::models
