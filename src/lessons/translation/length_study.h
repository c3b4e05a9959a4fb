// Exact matches and gold alignments of a model on held-out sources, by their length.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "base/mat.h"
#include "models/seq2seq.h"
#include "tasks/pairs.h"

namespace attn::lessons::translation {

/// What a model says of sources, greedily and at most `max_length` words of each. `alignments` gets of each source the weights that its
/// words gave to the source's positions [words,m+1] (an empty matrix from a model that has none); it may be null.
using Speak = std::function<std::vector<Tokens>(const std::vector<Tokens>& sources, int max_length, std::vector<Mat>* alignments)>;

/// Exact matches on held-out examples by source length, measured in pieces so that no frame waits.
class LengthStudy {
 public:
  struct Point {
    int length = 0;                ///< of the source, in tokens
    int right = 0, total = 0;      ///< exact matches
    int content = 0, aligned = 0;  ///< words with a gold alignment in exact matches, and how many have their largest weight on it
    double accuracy() const { return total ? static_cast<double>(right) / total : 0; }
  };
  /// `each` held-out examples of every length from `shortest` to `longest`, the same for every model. Lengths that the task cannot make
  /// stay empty.
  LengthStudy(const tasks::PairTask& task, int shortest, int longest, int each);

  /// Draws or measures a few more examples (about 5 ms); returns whether there is more to do.
  bool advance(const Speak& speak);
  bool advance(const models::Seq2Seq& model);
  void restart();
  bool finished() const;
  int finished_points() const;  ///< the first so many are whole
  double progress() const;      ///< 0 to 1
  const std::vector<Point>& points() const { return points_; }
  Point total(int shortest, int longest) const;  ///< over the lengths from `shortest` to `longest`

 private:
  struct Parts;
  std::shared_ptr<Parts> parts_;
  std::vector<Point> points_;
};

/// A held-out exact-match count of `count` examples drawn as training draws them, at once.
LengthStudy::Point measure(const Speak& speak, const tasks::PairTask& task, int count);
LengthStudy::Point measure(const models::Seq2Seq& model, const tasks::PairTask& task, int count);

}  // namespace attn::lessons::translation
