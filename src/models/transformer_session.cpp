#include "models/transformer_session.h"

#include <algorithm>

namespace attn::models {
namespace {

using autodiff::Tape;
using autodiff::Var;

/// The rows of each sentence's tokens from begin[i] on.
TokenRows rows_from(Tape& tape, std::span<const Tokens> sentences, const int* begin, bool with_end) {
  const std::size_t count = sentences.size();
  int* lengths = tape.scratch_array<int>(count);
  for (std::size_t i = 0; i < count; ++i) lengths[i] = static_cast<int>(sentences[i].size()) - begin[i] + with_end;
  TokenRows rows = token_rows(tape, count, lengths, begin);
  int* ids = tape.scratch_array<int>(rows.ids.size());
  int* next = ids;
  for (std::size_t i = 0; i < count; ++i) {
    next = std::copy(sentences[i].begin() + begin[i], sentences[i].end(), next);
    if (with_end) *next++ = kEndToken;
  }
  rows.ids = {ids, rows.ids.size()};
  return rows;
}

template <class T>
std::vector<T> picked(const std::vector<T>& all, const std::vector<int>& from) {
  std::vector<T> out;
  for (const int i : from) out.push_back(all[static_cast<std::size_t>(i)]);
  return out;
}

/// The keys and values of the sentences from[0], from[1], ..., in this order.
KeyValues rearranged(const KeyValues& from, int room, const std::vector<int>& order) {
  KeyValues out(order.size(), room, from.k.cols());
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto old = static_cast<std::size_t>(order[i]);
    const Index to = out.first[i], begin = from.first[old], count = from.length[old];
    out.k.middleRows(to, count) = from.k.middleRows(begin, count);
    out.v.middleRows(to, count) = from.v.middleRows(begin, count);
    out.length[i] = from.length[old];
  }
  return out;
}

}  // namespace

TokenRows source_rows(Tape& tape, std::span<const Tokens> sources, bool with_end) {
  int* begin = tape.scratch_array<int>(sources.size());
  std::fill(begin, begin + sources.size(), 0);
  return rows_from(tape, sources, begin, with_end);
}

DecodingSession::DecodingSession(const Transformer& model, std::span<const Tokens> sources, bool cache, const Bending* bending,
                                 autodiff::MakeEngine engine)
    : model_(model), bending_(bending), cached_(cache), tape_(engine ? engine() : nullptr), given_(sources.size()) {
  const TransformerSettings& s = model.settings();
  CHECK(has_decoder(s) && !sources.empty(), "DecodingSession: ", sources.size(), " sources for a model that needs a decoder");
  tape_.set_recording(false);
  if (has_encoder(s)) {
    TransformerPass run = pass();
    const TokenRows rows = source_rows(tape_, sources, true);
    const Var memory = run.encode(rows);
    if (tape_.engine())
      memory_there_ = memory;
    else
      memory_ = memory.value();
    read_first_.assign(rows.sentences.first, rows.sentences.first + rows.sentences.count);
    read_length_.assign(rows.sentences.length, rows.sentences.length + rows.sentences.count);
    multiply_adds_ += run.multiply_adds();
  } else {
    given_.assign(sources.begin(), sources.end());
  }
  if (!cached_) return;
  const KeyValues room = tape_.engine() ? KeyValues() : KeyValues(sources.size(), s.max_length, s.d_model);
  cache_.self.assign(static_cast<std::size_t>(s.decoder_layers), room);
  cache_.cross.resize(static_cast<std::size_t>(s.decoder_layers));
}

TransformerPass DecodingSession::pass() { return TransformerPass(model_, tape_, {.loss = {}, .bending = bending_}); }

void DecodingSession::forget_step() {
  if (!tape_.engine()) return tape_.clear();
  std::vector<Var> kept{memory_there_};
  for (const std::vector<KeyValues>* all : {&cache_.self, &cache_.cross})
    for (const KeyValues& one : *all) kept.insert(kept.end(), {one.k_there, one.v_there});
  std::erase_if(kept, [](Var x) { return !x; });
  tape_.engine()->keep_only(kept);
}

Var DecodingSession::next(std::span<const int> words) {
  const std::size_t count = given_.size();
  CHECK(words.size() == count, "DecodingSession: ", words.size(), " words for ", count, " sentences");
  forget_step();
  int* begin = tape_.scratch_array<int>(count);
  for (std::size_t i = 0; i < count; ++i) {
    given_[i].push_back(words[i]);
    begin[i] = cached_ && !cache_.self.front().empty() ? cache_.self.front().length[i] : 0;
  }
  first_row_ = begin[0];
  const TokenRows rows = rows_from(tape_, given_, begin, false);
  TransformerPass run = pass();
  const kernels::Sentences read{static_cast<Index>(read_first_.size()), read_first_.data(), read_length_.data()};
  const Var memory = memory_.size() ? tape_.parameter(memory_, nullptr) : memory_there_;
  const Var output = run.decode(rows, memory, read, cached_ ? &cache_ : nullptr);
  int* last = tape_.scratch_array<int>(count);
  for (std::size_t i = 0; i < count; ++i) last[i] = rows.sentences.first[i] + rows.sentences.length[i] - 1;
  const Var logits = run.words(autodiff::gather_rows(output, {last, count}));
  multiply_adds_ += run.multiply_adds();
  return logits;
}

void DecodingSession::rearrange(const std::vector<int>& from) {
  if (from.empty()) return;
  given_ = picked(given_, from);
  if (!read_first_.empty()) {
    read_first_ = picked(read_first_, from);
    read_length_ = picked(read_length_, from);
  }
  const auto point = [&](KeyValues& kept) {  // the rows stay; only which sentence reads them changes
    kept.first = picked(kept.first, from);
    kept.length = picked(kept.length, from);
  };
  for (KeyValues& kept : cache_.self)
    if (kept.k_there)
      point(kept);
    else
      kept = rearranged(kept, model_.settings().max_length, from);
  if (has_cross(model_.settings())) std::for_each(cache_.cross.begin(), cache_.cross.end(), point);
}

}  // namespace attn::models
