// The trained block that sorts letters, with any of its parts left out. It is post-norm, as the original Transformer is:
//
//   y = norm(x + attention(x)),   z = norm(y + feedforward(y)),   answer = the letter whose embedding fits a row of z best
//
// n letters, d the width of the model, f the hidden width, h heads, 26 letters to answer with.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/mat.h"
#include "base/tokens.h"
#include "compute/backend.h"
#include "kernels/encoder_layer.h"
#include "models/transformer.h"
#include "training/models.h"
#include "training/recipe.h"

namespace attn::lessons::transformer_block {

/// The parts from top to bottom.
enum Part { kAttentionPart, kFirstSum, kFirstNorm, kFeedForwardPart, kSecondSum, kSecondNorm };
inline constexpr int kBlockParts = 6;
inline constexpr std::array<std::string_view, kBlockParts> kPartNames{"attention",    "first sum",  "first norm",
                                                                      "feed-forward", "second sum", "second norm"};
inline constexpr int kLetters = 26;

/// What flows through the block. Of an attention or a feed-forward network that is left out, nothing comes: its output is zero. A sum that
/// is left out hands on what comes from its part alone; a norm that is left out, what came in.
struct SortRun {
  Tokens source, target;         ///< [n] the letters, and the same in alphabetical order
  Mat input;                     ///< [n,d] embeddings and positions
  kernels::MultiHead attention;  ///< as it would be, whether it is left out or not
  Mat added;                     ///< [n,d] after the first sum, which the first norm makes y of
  Mat middle;                    ///< [n,d] y
  Mat fed;                       ///< [n,d] what the feed-forward network makes of y, whether it is left out or not
  Mat added_again;               ///< [n,d] after the second sum, which the second norm makes z of
  Mat output;                    ///< [n,d] z
  /// [n,26] how well each letter fits a row of the input, of y and of z: scores with the embeddings, and the softmax of these.
  struct Reading {
    Mat scores, shares;
  } before, between, after;
  Tokens answer;  ///< [n] the likeliest letter of each row of z
  int right = 0;  ///< how many of them are those of `target`
};

/// How many letters and sentences of a small held-out set are right.
struct SortCount {
  int right = 0, letters = 0;
  int whole = 0, sentences = 0;
  double share() const { return letters ? static_cast<double>(right) / letters : 0; }
  double whole_share() const { return sentences ? static_cast<double>(whole) / sentences : 0; }
};

/// Which parts are there.
using Present = std::array<bool, kBlockParts>;
inline constexpr Present kAllPresent{true, true, true, true, true, true};

/// The numbers of an encoder with one block that has learned to sort.
class TrainedBlock {
 public:
  explicit TrainedBlock(const models::Transformer& model);

  /// `source` has one letter at least, and no more than the task's longest.
  SortRun run(const Tokens& source, const Present& present, const compute::Backend& backend = compute::cpu()) const;
  /// Counts over `sentences` held-out sentences, which are always the same.
  SortCount count(const Present& present, int sentences) const;
  int heads() const { return heads_; }
  /// [1,d] and a number: how well letter `j` fits a row z is z . embedding + bias.
  Mat embedding(Index j) const { return table_.row(j); }
  Real bias(Index j) const { return bias_(0, j); }
  /// Whether both have the same numbers.
  bool operator==(const TrainedBlock& other) const;

 private:
  SortRun::Reading read(In rows) const;
  std::vector<const Mat*> numbers() const;

  Mat table_, bias_;  ///< [26,d], [1,26] of the letters alone
  kernels::EncoderLayerWeights weights_;
  int heads_;
};

/// The settings of the shipped block, and its recipe.
models::TransformerSettings block_settings();
const training::Recipes& recipes();
const training::Recipe* trained_block();

/// Reads a reader's letters. Returns an empty string, or why they cannot be read.
std::string read_letters(std::string_view text, Tokens* letters);
/// "a b c" as names.
std::vector<std::string> letter_names(const Tokens& letters);
/// The names of the 26 columns of a reading.
const std::vector<std::string>& alphabet();

/// The letters through the trained block, and how many of the held-out ones are right.
struct Sorting {
  bool trained = false;                       ///< false until the weights are there: the block is then a random one
  std::shared_ptr<const TrainedBlock> block;  ///< for explanations
  SortRun run;
  SortCount count, whole;  ///< with the present parts, and with all of them
};
inline constexpr int kHeldOutWords = 200;
/// `models` has the trained block beside it, or not yet.
Sorting sort_letters(const Tokens& letters, const Present& present, const training::Models& models, const compute::Backend& backend);

}  // namespace attn::lessons::transformer_block
