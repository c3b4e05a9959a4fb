// A captioner in training, and how well it tells scenes that training never sees.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "lessons/14_visual-attention/settings.h"
#include "training/count.h"
#include "training/seeded_trainee.h"

namespace attn::lessons::visual_attention {

/// "1 thing", "3 things"
std::string counted_things(int things);

/// Held-out scene number `index` of `count` things, always the same one.
tasks::Scene held_out_scene(int count, int index);

/// The middle of what weights [1,64] look at, in pixels from the top left corner.
struct Middle {
  double x = 0, y = 0;
};
Middle middle_of(In weights);
/// Whether it lies within the square that the thing just fills.
bool lies_within(const Middle& middle, const tasks::Thing& thing);

class CaptionLearner final : public training::SeededTrainee {
 public:
  /// The plan's seed determines the first weights and the scenes.
  CaptionLearner(Network network, const training::Plan& plan);

  Network network() const { return network_; }
  const models::Captioner& captioner() const { return captioner_; }
  /// How many captions of held-out scenes `first` to first + count - 1 of so many things are right to the last word.
  training::Count captions_right(int things, int first, int count) const;
  /// How many nouns of these scenes look at their thing while the right caption is told: the middle of the map lies within it.
  training::Count nouns_within(int things, int first, int count) const;
  /// What the study has counted so far, by the number of things.
  const training::Count& studied(int things) const { return right_[static_cast<std::size_t>(things - 1)]; }
  const training::Count& studied_nouns() const { return within_; }

  nn::Parameters& parameters() override { return captioner_.parameters(); }
  void draw(int step) override;
  autodiff::Var loss(autodiff::Tape& tape, int shard) override;
  double guessing() const override;
  /// "captions-right", over scenes of one, two and three things alike
  std::vector<training::Score> measure(int examples) const override;
  /// The same, by the number of things ("captions-right-3"), and "nouns-within" with attention.
  std::vector<training::Score> evaluate(const training::Effort& effort) const override;
  int held_out(int examples) const override;
  bool study() override;
  void forget_study() override;
  std::vector<training::Metric> found() const override;
  training::Wording wording() const override;

 private:
  static autodiff::Var loss_of_batch(CaptionLearner& self, autodiff::Tape& tape, int shard);
  bool attends() const { return captioner_.settings().look != models::Look::none; }

  Network network_;
  models::Captioner captioner_;
  Mat pictures_;                  ///< [b, 3 s s] of the batch
  std::vector<Tokens> captions_;  ///< [b]
  Mat draws_;                     ///< [b,t] for hard attention, else [0,0]
  std::array<training::Count, tasks::kMostThings> right_;
  training::Count within_;
  int nouns_of_ = 0;  ///< scenes whose nouns were counted
};

inline const CaptionLearner& learner_of(const training::Trainer& trainer) { return static_cast<const CaptionLearner&>(trainer.trainee()); }

}  // namespace attn::lessons::visual_attention
