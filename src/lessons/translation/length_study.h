// How often a model is right on held-out sources, and how often it looks at the right word, by the length of the source.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "base/mat.h"
#include "models/seq2seq.h"
#include "tasks/pairs.h"

namespace attn::lessons::translation {

/// The type of a function that says what a model makes of each source, greedily and in at most `max_length` words. `alignments`, which may
/// be null, gets for each source the weights that each word gave to the source's positions [words,m+1], or an empty matrix from a model
/// without attention weights.
using Speak = std::function<std::vector<Tokens>(const std::vector<Tokens>& sources, int max_length, std::vector<Mat>* alignments)>;

/// Exact matches on held-out examples by source length, measured in pieces so that no frame waits.
class LengthStudy {
 public:
  struct Point {
    int length = 0;                ///< length of the source, in tokens
    int right = 0, total = 0;      ///< exact matches, of how many examples
    int content = 0, aligned = 0;  ///< words with a gold alignment in exact matches, and how many of them have their largest weight there
    double accuracy() const { return total ? static_cast<double>(right) / total : 0; }
  };
  /// `each` held-out examples of every length from `shortest` to `longest`. They are the same for every model. Lengths that the task cannot
  /// make have no examples.
  LengthStudy(const tasks::PairTask& task, int shortest, int longest, int each);

  /// Draws or measures a few more examples, in about 5 ms. Returns whether there is more to do.
  bool advance(const Speak& speak);
  bool advance(const models::Seq2Seq& model);
  void restart();
  bool finished() const;
  int finished_points() const;  ///< how many points are finished; they are the first ones
  double progress() const;      ///< from 0 to 1
  const std::vector<Point>& points() const { return points_; }
  Point total(int shortest, int longest) const;  ///< over the lengths from `shortest` to `longest`

 private:
  struct Parts;
  std::shared_ptr<Parts> parts_;
  std::vector<Point> points_;
};

/// Measures `count` held-out examples at once. Their lengths are drawn as in training.
LengthStudy::Point measure(const Speak& speak, const tasks::PairTask& task, int count);
LengthStudy::Point measure(const models::Seq2Seq& model, const tasks::PairTask& task, int count);

}  // namespace attn::lessons::translation
