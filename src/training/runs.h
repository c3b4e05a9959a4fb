// Trainings that have been: what each was set to, how far it came, and its curves, so that the next one can be seen beside them.
#pragma once

#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "base/mat.h"

namespace attn::training {

/// What a parameter was: {"optimiser", "Optimiser", "sgd", "SGD"}.
struct Chosen {
  std::string id, label;
  std::string text;   ///< as addresses write it
  std::string shown;  ///< as readers see it
};
/// All that decides how a training goes, in the order of the parameters.
using Settings = std::vector<Chosen>;

/// Weights of the reader's own that a model began with.
struct OwnWeights {
  std::string file, bytes;
};

struct Run {
  int number = 0;  ///< counted from 1 as runs are kept
  Settings settings;
  std::shared_ptr<const OwnWeights> own;  ///< null where it began with shipped or random ones
  int steps = 0;
  double loss = std::numeric_limits<double>::quiet_NaN();                  ///< the mean of the last steps
  double held_out = std::numeric_limits<double>::quiet_NaN();              ///< the last check's value; NaN where none was made
  Mat losses = Mat(0, 2), gradient_norms = Mat(0, 2), checks = Mat(0, 2);  ///< as in Curves
};

/// The runs that are kept of one model.
class Runs {
 public:
  static constexpr int kMost = 6;
  static constexpr int kLeastSteps = 20;  ///< a shorter one has no curve to speak of

  /// Keeps it under the next number, or in the place of one with the same settings that came less far; the oldest goes where there are too
  /// many. Returns whether anything changed.
  bool keep(Run run);
  /// Whether there was one of this number.
  bool remove(int number);
  void clear();
  /// Null for an unknown number.
  const Run* find(int number) const;
  /// The oldest first. Never null; what was given out does not change.
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
/// The places in Settings at which not all runs and the one in training show the same.
std::vector<std::size_t> differing(const Book& book);

}  // namespace attn::training
