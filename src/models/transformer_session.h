// A Transformer at work on some sentences, word by word, with or without the cache. For decoding's own use.
#pragma once

#include <span>
#include <vector>

#include "models/transformer_layers.h"

namespace attn::models {

/// The rows of sources, with the end token where `with_end`.
TokenRows source_rows(autodiff::Tape& tape, std::span<const Tokens> sources, bool with_end);

class DecodingSession {
 public:
  /// Runs the encoder. The model has a decoder; it and `bending` outlive the session.
  DecodingSession(const Transformer& model, std::span<const Tokens> sources, bool cache, const Bending* bending);

  /// Gives every sentence one word more -> the logits after it, a row each [count, v]; stay until the next call.
  autodiff::Var next(std::span<const int> words);
  /// From now on sentence i goes on from what was sentence from[i]; their number may change. `from` may repeat and leave out.
  void rearrange(const std::vector<int>& from);

  /// Words that a sentence has room for.
  int steps_left(std::size_t sentence) const { return model_.settings().max_length - static_cast<int>(given_[sentence].size()); }
  /// Of the last step and of the first sentence: the decoder rows that it computed, first_row() ... rows() - 1.
  int first_row() const { return first_row_; }
  int rows() const { return static_cast<int>(given_.front().size()); }
  std::int64_t multiply_adds() const { return multiply_adds_; }

 private:
  TransformerPass pass();

  const Transformer& model_;
  const Bending* bending_;
  bool cached_;
  autodiff::Tape tape_;
  std::vector<Tokens> given_;  ///< what each sentence's decoder has read so far
  Mat memory_;                 ///< of the encoder
  std::vector<int> read_first_, read_length_;
  DecoderCache cache_;
  int first_row_ = 0;
  std::int64_t multiply_adds_ = 0;
};

}  // namespace attn::models
