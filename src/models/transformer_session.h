// Runs a Transformer over some sentences word by word, with or without the cache. Only the functions of decoding use it. With an engine
// (autodiff/engine.h) what a later step reads again stays there.
#pragma once

#include <span>
#include <vector>

#include "models/transformer_layers.h"

namespace attn::models {

/// The rows of `sources`, each followed by the end token if `with_end`.
TokenRows source_rows(autodiff::Tape& tape, std::span<const Tokens> sources, bool with_end);

class DecodingSession {
 public:
  /// Runs the encoder. The model must have a decoder. The model and `bending` must outlive the session.
  DecodingSession(const Transformer& model, std::span<const Tokens> sources, bool cache, const Bending* bending,
                  autodiff::MakeEngine engine = nullptr);

  /// Appends one word to every sentence -> the logits after it, one row a sentence [count, v]. They are valid until the next call.
  autodiff::Var next(std::span<const int> words);
  /// From now on sentence i continues the former sentence from[i]. `from` may repeat sentences and leave some out, so that their number may
  /// change.
  void rearrange(const std::vector<int>& from);

  /// How many words a sentence still has room for.
  int steps_left(std::size_t sentence) const { return model_.settings().max_length - static_cast<int>(given_[sentence].size()); }
  /// The rows of the decoder that the last step computed for the first sentence are first_row() ... rows() - 1.
  int first_row() const { return first_row_; }
  int rows() const { return static_cast<int>(given_.front().size()); }
  std::int64_t multiply_adds() const { return multiply_adds_; }

 private:
  TransformerPass pass();
  /// Frees what the last step computed, but for the cache and the encoder's output.
  void forget_step();

  const Transformer& model_;
  const Bending* bending_;
  bool cached_;
  autodiff::Tape tape_;
  std::vector<Tokens> given_;   ///< what each sentence's decoder has read so far
  Mat memory_;                  ///< the encoder's output
  autodiff::Var memory_there_;  ///< the same where an engine computed it
  std::vector<int> read_first_, read_length_;
  DecoderCache cache_;
  int first_row_ = 0;
  std::int64_t multiply_adds_ = 0;
};

}  // namespace attn::models
