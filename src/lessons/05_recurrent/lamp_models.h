// Two networks that have to remember a lamp, side by side: a plain one, and one whose gates decide what is rewritten (a GRU). Both have a
// state of kLampUnits numbers and the same seed, see the same lamps in the same batches, and take equally many steps.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "lessons/05_recurrent/lamp_learner.h"
#include "training/model.h"
#include "training/recipe.h"
#include "training/trainer.h"

namespace attn::lessons::recurrent {

inline constexpr int kLampRows = 500;  ///< held-out rows of lamps on which both are measured, always the same ones

enum Memory { kPlain, kGated };
inline constexpr std::array kMemories{kPlain, kGated};
constexpr kernels::Cell cell_of(Memory memory) { return memory == kPlain ? kernels::Cell::rnn : kernels::Cell::gru; }

/// "lamp-plain" and "lamp-gated".
std::string_view recipe_name(Memory memory);
const training::Recipes& lamp_recipes();
/// The plan by which both are trained.
training::Plan lamp_plan(std::uint64_t seed);

class LampPair final : public training::Model {
 public:
  LampPair();

  const LampLearner& learner(Memory memory) const;
  /// The steps of training that the weights shown took.
  int trained_steps() const;
  /// [2,t] the share of held-out rows that are right after each step. While both train it is a few steps old; NaN before anything is
  /// measured.
  const Mat& recalled() const { return recalled_; }

  /// Loads the weights of the network with gates.
  std::string load(std::string_view bytes) override { return load(kGated, bytes); }
  /// Loads those of the plain one.
  std::string load_beside(const training::Recipe&, std::string_view bytes) override { return load(kPlain, bytes); }
  std::vector<training::Trainer*> trainers() override { return {&of(kPlain), &of(kGated)}; }
  /// Measures where a multiple of so many steps has been reached.
  void after_steps() override;
  int steps() const override { return of(kGated).taken(); }
  std::vector<int> frames() const override { return of(kGated).frames(); }
  void show_frame(int frame) override;
  int shown_frame() const override { return of(kGated).shown_frame(); }
  bool measure() override;
  training::HaltReason halt() const override;
  std::vector<training::Metric> metrics() const override;

 private:
  std::string load(Memory memory, std::string_view bytes);
  void measure(Memory memory);
  int shown_steps() const { return of(kGated).steps(); }  ///< those up to the frame that is shown
  training::Trainer& of(Memory memory) { return trainers_[memory]; }
  const training::Trainer& of(Memory memory) const { return trainers_[memory]; }

  std::array<training::Trainer, 2> trainers_;
  std::array<int, 2> measured_at_{-1, -1};  ///< the step of the weights; -1: not yet
  Mat recalled_;
};

}  // namespace attn::lessons::recurrent
