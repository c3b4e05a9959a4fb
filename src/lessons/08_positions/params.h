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

inline constexpr int kPositions = 64;        ///< how many positions the hands can show
inline constexpr int kPlaces = 24;           ///< n: places where the two words can stand
inline constexpr int kWordWidth = 8;         ///< d of the two words
inline constexpr int kReach = 4;             ///< offsets from -4 to 4 have a learned number of their own
inline constexpr Real kContentLimit = 2;     ///< entries of the words, and learned numbers, stay within [-kContentLimit, kContentLimit]
inline constexpr double kContentStep = 0.1;  ///< both are multiples of this

/// Which table of positions is compared with itself.
enum class Table { kSinusoidal, kRandom };

struct Params : course::TrainingChoices {
  Params();

  int word_order = 0;  ///< which of kWordOrders
  bool clocks = true;  ///< whether the three words have the clocks of their places

  Real position = 38;  ///< p that the hands show, which need not be whole
  int width_log2 = 2;  ///< 0 to 4: d = 4, 8, 16, 32, 64
  Real base = 10000;
  Table position_table = Table::kSinusoidal;
  int query_at = 12, key_at = 7;  ///< i and j
  int shift = 8;                  ///< how many places further on both words are moved
  Mat content;                    ///< [2,8] the word that asks and the word that answers
  Mat bias;                       ///< [1,9] the learned numbers of offsets -4 to 4

  int task = 0;                                                       ///< place in tasks::order_tasks()
  models::PositionKind positions = models::PositionKind::sinusoidal;  ///< how the model is told positions
  std::string letters;                                                ///< the model's sentence, as typed
  int head = 2;                                                       ///< the head shown, from 1, layer by layer

  // Set by settle().
  Tokens shown;         ///< the last sentence that could be read
  std::string refusal;  ///< why `letters` cannot be read; empty where they can

  int width() const { return 4 << width_log2; }
  int pairs() const { return width() / 2; }

  static params::Table<Params> table();
};

const tasks::PairTask& task_of(const Params& p);

/// Cuts the shift so that both words stay among the places, reads the letters, and makes sure that the head shown exists. An empty text is
/// replaced by the task's sample; for one that cannot be read, `shown` keeps the last one that could. Idempotent.
void settle(const Params& before, Params& after);

}  // namespace attn::lessons::positions
