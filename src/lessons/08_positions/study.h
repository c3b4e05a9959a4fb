// Where a token stands, as numbers: what a reader may change, and what follows from it for the four ways to tell attention.
//
// Letters: p, i, j positions (from 0), d the width of an encoding, w_k = base^(-2k/d) the rate of its hand k.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "base/mat.h"
#include "base/tokens.h"
#include "course/training.h"
#include "lessons/08_positions/order_study.h"
#include "models/transformer.h"

namespace attn::lessons::positions {

inline constexpr int kPositions = 64;        ///< that the hands reach
inline constexpr int kPlaces = 24;           ///< n: of a pair of words
inline constexpr int kWordWidth = 8;         ///< d of the two words
inline constexpr int kReach = 4;             ///< offsets from -4 to 4 have a learned number of their own
inline constexpr Real kContentLimit = 2;     ///< entries of the words, and learned numbers, stay within [-limit, limit],
inline constexpr double kContentStep = 0.1;  ///< at multiples of this

/// The ways to tell the score where the two words stand.
enum Kind { kSinusoidal, kLearned, kRelative, kRotary, kKinds };

/// Which table of positions is compared with itself.
enum class Table { kSinusoidal, kRandom };

struct Params : course::TrainingChoices {
  Params();

  Real position = 38;  ///< p of the hands; between whole positions too
  int width_log2 = 2;  ///< 0 to 4: d = 4, 8, 16, 32, 64
  Real base = 10000;
  Table table = Table::kSinusoidal;
  int query_at = 12, key_at = 7;  ///< i and j
  int shift = 8;                  ///< both words so many places further on
  Mat content;                    ///< [2,8] the word that asks and the word that answers
  Mat bias;                       ///< [1,9] the learned numbers of offsets -4 to 4

  int task = 0;                                                       ///< place in tasks::order_tasks()
  models::PositionKind positions = models::PositionKind::sinusoidal;  ///< of the model
  std::string letters;                                                ///< its sentence, as typed
  int head = 2;                                                       ///< the head shown, from 1, layer by layer

  // Follow from the others, see settle().
  Tokens shown;         ///< the last sentence that could be read
  std::string refusal;  ///< why the one in `letters` cannot, or empty

  int width() const { return 4 << width_log2; }
  int pairs() const { return width() / 2; }
};

const tasks::PairTask& task_of(const Params& p);

/// The shift leaves both words among the places; the letters are read (an empty text gives way to the task's sample, one that cannot be
/// read leaves the last one that could); the head shown exists. Idempotent.
void settle(const Params& before, Params& after);

/// A kind's scores of the two words at all places, divided by sqrt(8).
struct KindScores {
  Mat scores;        ///< [n,n]
  Real content = 0;  ///< what the words alone would give
  Real score = 0;    ///< at i and j
  Real moved = 0;    ///< at i + shift and j + shift
  bool stays() const;
};

struct Result {
  Mat rates;          ///< [d/2,1] w_k
  Mat angles;         ///< [d/2,1] p w_k
  Mat encoding;       ///< [1,d] of p
  Mat waves;          ///< [d,64] all whole positions, a column each
  Mat table;          ///< [n,d] the positions that are compared
  Mat similarity;     ///< [n,n] their dot products
  Mat shares;         ///< [1,d/2] what each hand gives to that of i and j: cos((i - j) w_k); empty for a random table
  Mat word_table[2];  ///< [n,8] what is added to the words: sinusoidal, learned
  std::array<KindScores, kKinds> kinds;
  OrderResult order;
};

Result compute(const Params& p, const training::Models& models);

/// [1,d] sin(p w_0), cos(p w_0), sin(p w_1), ... for any p; rows of kernels::sinusoidal_positions at whole ones.
Mat encoding_at(double p, int d, double base);

/// "Sinusoidal", ...
std::string_view kind_name(Kind kind);

}  // namespace attn::lessons::positions
