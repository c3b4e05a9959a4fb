#include "models/transformer_layers.h"

#include <algorithm>
#include <array>
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

void KeyValues::append(const kernels::Sentences& rows, Var new_k, Var new_v) {
  if (new_k.tape->engine()) {
    if (empty()) return take(rows, new_k, new_v);
    std::vector<int> order;
    const auto add = [&](int from, int count) {
      for (int row = from; row < from + count; ++row) order.push_back(row);
    };
    const auto before = static_cast<int>(k_there.rows());
    for (std::size_t i = 0; i < first.size(); ++i) {
      const int begin = static_cast<int>(order.size());
      add(first[i], length[i]);
      add(before + rows.first[i], rows.length[i]);
      first[i] = begin;
      length[i] += rows.length[i];
    }
    for (const auto& [kept, added] : {std::pair{&k_there, new_k}, std::pair{&v_there, new_v}})
      *kept = autodiff::gather_rows(autodiff::concat_rows(std::array{*kept, added}), order);
    return;
  }
  for (Index i = 0; i < rows.count; ++i) {
    const Index to = first[at(static_cast<int>(i))] + length[at(static_cast<int>(i))];
    k.middleRows(to, rows.length[i]) = new_k.value().middleRows(rows.first[i], rows.length[i]);
    v.middleRows(to, rows.length[i]) = new_v.value().middleRows(rows.first[i], rows.length[i]);
    length[at(static_cast<int>(i))] += rows.length[i];
  }
}

void KeyValues::take(const kernels::Sentences& rows, Var new_k, Var new_v) {
  if (new_k.tape->engine()) {
    k_there = new_k, v_there = new_v;
  } else {
    k = new_k.value(), v = new_v.value();
  }
  first.assign(rows.first, rows.first + rows.count);
  length.assign(rows.length, rows.length + rows.count);
}

void KeyValues::give(Tape& tape, AttentionVars* to) const {
  to->k = k_there ? k_there : tape.parameter(k, nullptr);
  to->v = v_there ? v_there : tape.parameter(v, nullptr);
  to->keys = sentences();
}

/// The encoder's output as a decoder's cross-attention reads it.
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

Var TransformerPass::attend(const TransformerAttention& a, const HeadPlace& place, const TokenRows& rows, bool causal, AttentionVars vars,
                            AttentionRun* run) {
  const TransformerSettings& s = model_.settings();
  const Real width = static_cast<Real>(s.d_model / s.heads);
  const autodiff::HeadsResult heads = autodiff::multi_head(
      vars.q, vars.k, vars.v,
      {.queries = rows.sentences, .keys = vars.keys, .heads = s.heads, .scale = s.scale ? 1 / std::sqrt(width) : Real(1), .causal = causal},
      a.offsets ? nn::on(tape_, *a.offsets) : Var(), run != nullptr);
  multiply_adds_ += heads.cells * 2 * (s.d_model / s.heads);
  vars.concat = heads.output;
  vars.weights = heads.weights;
  if (options_.bending) bend(*options_.bending, place, s.heads, rows, causal, &vars);
  const Var output = linear(a.o, vars.concat);
  shown_.attention(vars, heads, output, s.heads, run);
  return output;
}

AttentionVars TransformerPass::project(const TransformerAttention& a, Var x, const TokenRows& rows) {
  const TransformerSettings& s = model_.settings();
  AttentionVars vars{.q = linear(a.q, x), .k = linear(a.k, x), .v = linear(a.v, x), .keys = rows.sentences};
  if (s.positions == PositionKind::rotary) {
    vars.q = autodiff::turn(vars.q, s.heads, model_.layers().turns, rows.positions);
    vars.k = autodiff::turn(vars.k, s.heads, model_.layers().turns, rows.positions);
  }
  return vars;
}

Var TransformerPass::self_attention(const TransformerAttention& a, int layer, Var x, const TokenRows& rows, bool causal, KeyValues* cache,
                                    AttentionRun* run) {
  AttentionVars vars = project(a, x, rows);
  if (cache) {
    cache->append(rows.sentences, vars.k, vars.v);
    cache->give(tape_, &vars);
  }
  return attend(a, {causal ? AttentionPart::decoder_self : AttentionPart::encoder_self, layer}, rows, causal, vars, run);
}

Var TransformerPass::cross_attention(const TransformerAttention& a, int layer, Var x, const TokenRows& rows, const Memory& memory,
                                     KeyValues* cache, AttentionRun* run) {
  AttentionVars vars{.q = linear(a.q, x), .keys = memory.read};
  if (cache && !cache->empty()) {
    cache->give(tape_, &vars);
  } else {
    CHECK(memory.rows, "TransformerPass: nothing of an encoder to look at");
    vars.k = linear(a.k, memory.rows);
    vars.v = linear(a.v, memory.rows);
    if (cache) cache->take(memory.read, vars.k, vars.v);
  }
  return attend(a, {AttentionPart::decoder_cross, layer}, rows, false, vars, run);
}

Var TransformerPass::block(const TransformerBlock& b, int layer, Var x, const TokenRows& rows, bool causal, const Memory& memory,
                           BlockRun* run) {
  const auto cache = [&](std::vector<KeyValues> DecoderCache::*of) { return memory.cache ? &(memory.cache->*of)[at(layer)] : nullptr; };
  const auto attention = [run](AttentionRun BlockRun::*part) { return run ? &(run->*part) : nullptr; };
  const Var self_normed = shown(before(b.self_norm, shown(x, &BlockRun::input, run)), &BlockRun::self_normed, run);
  const Var self = self_attention(b.self, layer, self_normed, rows, causal, cache(&DecoderCache::self), attention(&BlockRun::self));
  x = shown(after(b.self_norm, x, self), &BlockRun::after_self, run);
  if (causal && has_cross(model_.settings())) {
    const Var cross_normed = shown(before(b.cross_norm, x), &BlockRun::cross_normed, run);
    const Var cross = cross_attention(b.cross, layer, cross_normed, rows, memory, cache(&DecoderCache::cross), attention(&BlockRun::cross));
    x = shown(after(b.cross_norm, x, cross), &BlockRun::after_cross, run);
  }
  const Var inner = linear(b.in, shown(before(b.feed_norm, x), &BlockRun::feed_normed, run));
  const bool gelu = model_.settings().activation == Activation::gelu;
  const Var hidden = shown(gelu ? autodiff::gelu(inner) : autodiff::relu(inner), &BlockRun::hidden, run);
  return shown(after(b.feed_norm, x, shown(linear(b.out, hidden), &BlockRun::feed, run)), &BlockRun::output, run);
}

Var TransformerPass::embed(const TransformerNetwork& network, const TokenRows& rows, NetworkRun* run) {
  const TransformerSettings& s = model_.settings();
  const Var words = autodiff::scale(network.words(tape_, rows.ids), std::sqrt(static_cast<Real>(s.d_model)));
  shown(words, &NetworkRun::embedded, run);
  if (run) run->positions = Mat::Zero(words.rows(), words.cols());
  Var positions;
  if (s.positions == PositionKind::learned) positions = network.positions(tape_, {rows.positions, rows.ids.size()});
  if (s.positions == PositionKind::sinusoidal) {
    positions = tape_.make(words.rows(), s.d_model, false);
    for (Index row = 0; row < words.rows(); ++row) positions.value().row(row) = model_.layers().sinusoids.row(rows.positions[row]);
  }
  return dropped(positions ? autodiff::add(words, shown(positions, &NetworkRun::positions, run)) : words);
}

Var TransformerPass::stream(const TransformerNetwork& network, std::size_t end, const TokenRows& rows, bool causal, const Memory& memory,
                            NetworkRun* run) {
  for (std::size_t row = 0; row < rows.ids.size(); ++row)
    CHECK(rows.positions[row] < model_.settings().max_length, "TransformerPass: position ", rows.positions[row], " of ",
          model_.settings().max_length);
  if (run) run->tokens.assign(rows.ids.begin(), rows.ids.end());
  if (run) run->layers.reserve(end);  // their places are kept until bring()
  Var x = shown(embed(network, rows, run), &NetworkRun::input, run);
  for (std::size_t l = 0; l < end; ++l)
    x = block(network.blocks[l], static_cast<int>(l), x, rows, causal, memory, run ? &run->layers.emplace_back() : nullptr);
  return x;
}

Var TransformerPass::network(const TransformerNetwork& network, const TokenRows& rows, bool causal, const Memory& memory, NetworkRun* run) {
  const Var x = stream(network, network.blocks.size(), rows, causal, memory, run);
  return shown(before(network.norm, x), &NetworkRun::output, run);
}

AttentionVars TransformerPass::encoder_queries_and_keys(const TokenRows& rows, int layer) {
  const TransformerNetwork& encoder = model_.layers().encoder;
  const TransformerBlock& block = encoder.blocks[at(layer)];
  return project(block.self, before(block.self_norm, stream(encoder, at(layer), rows, false, {}, nullptr)), rows);
}

Var TransformerPass::encode(const TokenRows& rows, NetworkRun* run) { return network(model_.layers().encoder, rows, false, {}, run); }

Var TransformerPass::decode(const TokenRows& rows, Var memory, const kernels::Sentences& read, DecoderCache* cache, NetworkRun* run) {
  return network(model_.layers().decoder, rows, true, {memory, read, cache}, run);
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
        attention->concat.changed();
        if (!attention->weights) continue;
        Real* kept = attention->weights.value().data() + kernels::weights_begin(batch, s, own.head.head) + i * m;
        std::copy(own.weights.data(), own.weights.data() + seen, kept);
        attention->weights.changed();
      }
  }
  std::vector<Var> parts(at(heads));
  for (const HeadPlace& cut : bending.cut)
    if (is_here(cut) && cut.head < heads)
      parts[at(cut.head)] = attention->concat.tape->constant(Mat::Zero(attention->concat.rows(), width));
  if (std::none_of(parts.begin(), parts.end(), [](Var part) { return bool(part); })) return;
  for (int head = 0; head < heads; ++head)
    if (!parts[at(head)]) parts[at(head)] = autodiff::slice_cols(attention->concat, head * width, width);
  attention->concat = autodiff::concat_cols(parts);
}

}  // namespace attn::models
