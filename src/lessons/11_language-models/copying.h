// The test of copying (Olsson et al. 2022, "In-context learning and induction heads"): random tokens that are said twice. Only who looks
// back at what followed the first time can know the second half. And what each head of a model does in it:
//
//   previous token   how much of its weight lies on the token before
//   induction        how much of its weight lies, in the second half, on the token that followed the same token in the first half
//   first token      how much of its weight lies on the very first token, whatever that is: a sink (Xiao et al. 2024, "Efficient streaming
//                    language models with attention sinks")
//
// All are means over places and sequences. B tokens of a block; L layers, h heads.
#pragma once

#include <optional>
#include <vector>

#include "base/mat.h"
#include "lessons/11_language-models/corpus.h"
#include "models/gpt.h"

namespace attn::lessons::language_models {

struct Copying {
  int block = 0;
  bool causal = true;                                                   ///< of the model that was tested
  Mat loss_of_each;                                                     ///< [sequences,2B-1] -ln p of the token at place 2, 3, ... 2B
  Mat loss;                                                             ///< [2B-1,1] their means
  std::vector<Mat> previous_of_each, induction_of_each, first_of_each;  ///< [L,h] of each sequence whose weights were looked at
  Mat previous_token, induction, first_token;                           ///< [L,h] their means
  double first_half = 0;                                                ///< mean loss of places 2 ... B, where nothing can be known
  double second_half = 0;  ///< of places B + 2 ... 2B, which can be known: a token is seen for the second time
};
/// Random tokens, each at most once in a block, twice over: always the same for a corpus and a block.
std::vector<Tokens> copying_texts(const Corpus& corpus, int block, int count);
/// The test with so many of them. A model that guesses hidden tokens is asked for each of them in turn, with
/// all others in sight.
Copying test_copying(const models::Gpt& model, const Corpus& corpus, int block, int sequences, const models::Bending& bending = {});

/// The same in pieces, with fewer sequences, for models of which one run takes longer than a frame.
class CopyWalk {
 public:
  /// All of these must outlive it. A context that does not hold two blocks, or a vocabulary without so many words, gives an empty test.
  CopyWalk(const models::Gpt& model, const Corpus& corpus, int block, models::Bending bending);
  /// Does the next piece. Returns whether there is more to do.
  bool advance();
  double share() const;
  /// Empty until there is no more to do.
  const Copying& copying() const { return copying_; }

 private:
  /// A run: a sequence, in which a token is asked for (place > 0) or the weights are looked at (0).
  struct Task {
    int sequence = 0, place = 0;
  };
  void begin();
  void note(Index first, In logits);
  void finish();

  const models::Gpt& model_;
  const Corpus& corpus_;
  models::Bending bending_;
  std::vector<Tokens> sequences_;
  std::vector<Task> tasks_;
  std::size_t at_ = 0;
  std::optional<models::GptWalk> walk_;
  Copying found_, copying_;
};

}  // namespace attn::lessons::language_models
