// A sequence-to-sequence model in training on one toy task: the state of the lessons on encoder-decoders and alignment, and what
// attention-train trains.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "models/seq2seq.h"
#include "tasks/pairs.h"

namespace attn::lessons::translation {

/// How a model is trained. Gradient norms are those of all parameters together.
struct TrainingPlan {
  int batch = 32;
  Real learning_rate = Real(0.003);
  int warm_up = 50;       ///< steps over which the rate rises
  int decay_from = 0;     ///< step from which the rate falls as a cosine, to nothing at `decay_to`
  int decay_to = 0;       ///< not after `decay_from`: the rate never falls
  Real weight_decay = 0;  ///< AdamW's
  Real clip = 1;          ///< largest gradient norm; 0: as it is
  Real label_smoothing = 0, dropout = 0;
  int longest = 0;         ///< longest training source; 0: the task's own
  std::uint64_t seed = 1;  ///< of weights and of examples
};

inline constexpr int kRecentSteps = 20;  ///< that a loss is the mean of, for one batch says little

class Translator {
 public:
  /// The vocabularies' sizes in `settings` are taken from the task. The plan's seed gives weights and examples.
  Translator(const tasks::PairTask& task, models::Seq2SeqSettings settings, const TrainingPlan& plan);
  Translator(Translator&&) noexcept;
  Translator& operator=(Translator&&) noexcept;
  ~Translator();

  const tasks::PairTask& task() const;
  const models::Seq2Seq& model() const;
  const TrainingPlan& plan() const;

  /// Replaces all weights by those of a checkpoint; steps() starts again at 0 and the optimiser afresh. Returns an empty string, or why
  /// the bytes were refused (then nothing has changed).
  std::string load(std::string_view safetensors);
  /// The weights as a checkpoint, 16-bit where `half`.
  std::string save(bool half) const;

  /// One optimiser step on a fresh batch. Does nothing once diverged().
  void step();
  int steps() const;
  /// Per step: mean loss of the batch, and the gradient norm before clipping.
  const std::vector<float>& losses() const;
  const std::vector<float>& gradient_norms() const;
  float loss() const;  ///< the last kRecentSteps steps' mean, NaN before the first
  /// Loss or weights are no finite numbers any more, or the loss stands far above guessing; nothing trains from there.
  bool diverged() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

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
  bool advance(const models::Seq2Seq& model);
  void restart();
  bool finished() const;
  double progress() const;  ///< 0 to 1
  const std::vector<Point>& points() const { return points_; }
  Point total(int shortest, int longest) const;  ///< over the lengths from `shortest` to `longest`

 private:
  struct Parts;
  std::shared_ptr<Parts> parts_;
  std::vector<Point> points_;
};

/// A held-out exact-match count of `count` examples drawn as training draws them, at once.
LengthStudy::Point measure(const models::Seq2Seq& model, const tasks::PairTask& task, int count);

}  // namespace attn::lessons::translation
