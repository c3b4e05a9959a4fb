// A state of the open lesson that was kept, A, to be read beside the present one, B.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "canvas/part.h"
#include "course/lesson.h"
#include "session/training.h"

namespace attn::session {

/// What a place that has no room for all three shows.
enum class Side { kBoth, kA, kB, kDifference };
std::string_view name_of(Side side);  ///< "both", "a", "b", "difference"

/// How the pictures of A and B and what differs stand: all three beside each other, the difference below the two, or by a switch, the two
/// beside or above each other, or one of the three.
enum class Arrangement { kThree, kBelow, kBeside, kStacked, kOne };

/// A setting that is not the same in A and in B, for the eye.
struct Setting {
  std::string id, label;
  std::string a, b;  ///< empty where the value is too long to be shown
};

/// A result that both pictures show.
struct Compared {
  const course::Lesson::ResultRow* row = nullptr;
  bool curve = false;
};

struct Comparison {
  course::Lesson::Params params;
  /// As it was computed when the state was kept, whatever happens to the model since. Null while a model has to be made for it.
  course::Lesson::Result result;
  /// The model of a state that came by an address: made, given its weights and trained as far as A was. Null elsewhere, and once `result`
  /// is there.
  std::unique_ptr<Training> training;
  std::shared_ptr<const training::OwnWeights> own;  ///< the reader's, that its model began with; no address carries them
  std::string note;                                 ///< what is to be said of its model, or empty
  Side side = Side::kBoth;
  std::string chosen;  ///< by the reader or the address: the result whose difference is shown; empty: the first of `shown` that differs, or
                       ///< the first

  // Of the open figure, found out by drawing both pictures (comparison_figure.h).
  std::vector<Compared> shown;
  size_t differs = 0;  ///< place of the first of them that is not the same in both
  canvas::SharedRanges ranges;
  canvas::Size size{400, 290};  ///< of each picture
  Arrangement arrangement = Arrangement::kOne;
  std::string arranged;        ///< for which figure, size and A that is
  std::string seen_a, seen_b;  ///< for which figure, size and result that was

  /// The one whose difference is shown, or null.
  const Compared* compared() const;
};

}  // namespace attn::session
