// A network that looks at drawings, in training, and how well it does on drawings that training never sees.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "lessons/13_vision-transformer/settings.h"
#include "tasks/drawings.h"
#include "training/count.h"
#include "training/seeded_trainee.h"

namespace attn::lessons::vision_transformer {

/// Drawings as rows, and what they are of.
struct Drawings {
  Mat images;  ///< [b, s s]
  std::vector<int> labels;

  explicit Drawings(Index count = 0);
  void set(Index i, const tasks::LabelledDrawing& drawing);
};

/// A random order of patches: which patch stands at each place. Number 0 leaves each where it is.
std::vector<int> patch_order(int number, int patches);
/// The image [s,s] with its patches in this order.
Mat in_order(In image, const std::vector<int>& order);

/// Held-out drawing number `index`, always the same one.
tasks::LabelledDrawing held_out_drawing(Task task, int index);
/// Drawing number `index` of the second generator, which only draws digits.
tasks::LabelledDrawing lettered_drawing(int index);

/// What a model is measured on: held-out drawings, digits by the second generator, and held-out drawings whose patches are in disorder.
enum class Seen { held_out, lettered, shuffled };
inline constexpr std::size_t kSeenKinds = 3;
bool is_asked(Task task, Seen kind);

using training::Count;

class VisionLearner final : public training::SeededTrainee {
 public:
  /// The plan's seed determines the first weights and the drawings.
  VisionLearner(const Choice& choice, const training::Plan& plan);

  const Choice& choice() const { return choice_; }
  /// Null for a convolution.
  const models::VisionTransformer* transformer() const { return transformer_ ? &*transformer_ : nullptr; }
  /// Its logits [b,c] of images [b, s s].
  Mat logits(In images) const;
  /// How many of the drawings `first` to first + count - 1 of a kind it gets right.
  Count count_right(Seen kind, int first, int count) const;
  Count count_right(const Drawings& drawings) const;
  /// What the study has counted so far.
  const Count& studied(Seen kind) const { return studied_[static_cast<std::size_t>(kind)]; }

  nn::Parameters& parameters() override;
  void draw(int step) override;
  autodiff::Var loss(autodiff::Tape& tape, int shard) override;
  double guessing() const override;
  /// "images-right"
  std::vector<training::Score> measure(int examples) const override;
  /// The same for every kind of drawings: "lettered-right", "shuffled-right".
  std::vector<training::Score> evaluate(const training::Effort& effort) const override;
  int held_out(int examples) const override;
  bool study() override;
  void forget_study() override;
  std::vector<training::Metric> found() const override;
  training::Wording wording() const override;

 private:
  static autodiff::Var loss_of_batch(VisionLearner& self, autodiff::Tape& tape, int shard);

  Choice choice_;
  std::optional<models::VisionTransformer> transformer_;
  std::optional<models::ConvolutionNetwork> convolution_;
  Drawings drawn_;
  std::array<Count, kSeenKinds> studied_;
};

inline const VisionLearner& learner_of(const training::Trainer& trainer) { return static_cast<const VisionLearner&>(trainer.trainee()); }

}  // namespace attn::lessons::vision_transformer
