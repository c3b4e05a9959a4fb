// What a reader of the lesson on positions may set: the clock hands, a pair of words and their places, and the model that learns an order.
//
// Letters: p, i, j positions (from 0), d the width of an encoding.
#pragma once

#include <string>

#include "base/mat.h"
#include "base/tokens.h"
#include "course/trained.h"
#include "models/transformer.h"
#include "tasks/pairs.h"

namespace attn::lessons::positions {

inline constexpr int kPositions = 64;        ///< that the hands reach
inline constexpr int kPlaces = 24;           ///< n: of a pair of words
inline constexpr int kWordWidth = 8;         ///< d of the two words
inline constexpr int kReach = 4;             ///< offsets from -4 to 4 have a learned number of their own
inline constexpr Real kContentLimit = 2;     ///< entries of the words, and learned numbers, stay within [-limit, limit],
inline constexpr double kContentStep = 0.1;  ///< at multiples of this

/// Which table of positions is compared with itself.
enum class Table { kSinusoidal, kRandom };

struct Params : course::TrainingChoices {
  Params();

  Real position = 38;  ///< p of the hands; between whole positions too
  int width_log2 = 2;  ///< 0 to 4: d = 4, 8, 16, 32, 64
  Real base = 10000;
  Table position_table = Table::kSinusoidal;
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

  static params::Table<Params> table();
};

const tasks::PairTask& task_of(const Params& p);

/// The shift leaves both words among the places; the letters are read (an empty text gives way to the task's sample, one that cannot be
/// read leaves the last one that could); the head shown exists. Idempotent.
void settle(const Params& before, Params& after);

}  // namespace attn::lessons::positions
