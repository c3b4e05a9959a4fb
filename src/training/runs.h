// Earlier runs of training: the settings of each, how far it came, and its curves, so that the next run can be compared with them.
#pragma once

#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "base/mat.h"

namespace attn::training {

/// The value that a parameter had: {"optimiser", "Optimiser", "sgd", "SGD"}.
struct Chosen {
  std::string id, label;
  std::string text;   ///< the value as addresses write it
  std::string shown;  ///< the value as readers see it
};
/// All parameters that decide how a training goes, in the order of the lesson's table.
using Settings = std::vector<Chosen>;

/// The reader's own weights, from a file that the reader opened.
struct OwnWeights {
  std::string file, bytes;
};

struct Run {
  int number = 0;  ///< counts the runs that were kept, from 1
  Settings settings;
  std::shared_ptr<const OwnWeights> own;  ///< the weights that it began with; null for shipped or random ones
  int steps = 0;
  double loss = std::numeric_limits<double>::quiet_NaN();                  ///< the mean of the last kRecentSteps steps
  double held_out = std::numeric_limits<double>::quiet_NaN();              ///< the value of the last check; NaN where there was none
  Mat losses = Mat(0, 2), gradient_norms = Mat(0, 2), checks = Mat(0, 2);  ///< as in Curves
};

/// The runs that are kept of one model.
class Runs {
 public:
  static constexpr int kMost = 6;
  static constexpr int kLeastSteps = 20;  ///< a shorter run has no curve worth keeping

  /// Keeps `run` under the next number. A run with the same settings is replaced instead if it came less far, and stays if it did not.
  /// Where there are more than kMost, the oldest is removed. Returns whether anything changed.
  bool keep(Run run);
  /// Returns whether there was a run of this number.
  bool remove(int number);
  void clear();
  /// Null for an unknown number.
  const Run* find(int number) const;
  /// All runs, the oldest first. The pointer is never null, and the list that it points to never changes: a change makes a new list.
  std::shared_ptr<const std::vector<Run>> all() const { return all_; }

 private:
  std::shared_ptr<const std::vector<Run>> all_ = std::make_shared<const std::vector<Run>>();
  int count_ = 0;
};

/// The kept runs, and the settings of the one in training.
struct Book {
  std::shared_ptr<const std::vector<Run>> earlier = std::make_shared<const std::vector<Run>>();
  Settings settings;
};
/// The indices into Settings at which some earlier run shows another value than the one in training.
std::vector<std::size_t> differing(const Book& book);

}  // namespace attn::training
