// Two small networks that learn to spell backwards, side by side: the decoder of one attends to every letter, the decoder of the other has
// nothing but the encoder's last state. Both have the same seed, see the same words in the same batches, and take equally many steps.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/mat.h"
#include "models/seq2seq.h"
#include "tasks/pairs.h"
#include "training/model.h"
#include "training/recipe.h"
#include "training/trainer.h"

namespace attn::lessons::prelude {

constexpr int kSteps = 400;         ///< steps of a whole training
constexpr int kCheckEvery = 20;     ///< steps between two points of the curves
constexpr int kHeldOutWords = 100;  ///< words on which the curves are measured, always the same ones
constexpr int kShortest = 3, kLongest = 12;
constexpr int kSeed = 2;  ///< seed of the shipped weights

/// The task: words of random letters come in, and the same letters have to come out backwards.
const tasks::PairTask& spelling();

/// The two networks. Their shipped weights come from the recipes `backwards-attention` and `backwards-none`.
enum class Network { attention, none };
inline constexpr Network kNetworks[] = {Network::attention, Network::none};
std::string_view name_of(Network network);
const training::Recipes& recipes();

/// The state of the picture: both networks with the shipped weights, or after some steps of training. Even if the shipped weights are
/// loaded, the first step begins with fresh ones from the seed, so training always starts from nothing.
class Pair final : public training::Model {
 public:
  explicit Pair(int seed);

  const models::Seq2Seq& model(Network network) const;
  bool loaded() const;  ///< both have the shipped weights, and have taken no step since
  /// Returns an empty string, or why the bytes were refused.
  std::string load(Network network, std::string_view bytes);
  /// Loads the weights of the network with attention.
  std::string load(std::string_view bytes) override;
  /// Loads the weights of the network without attention.
  std::string load_beside(const training::Recipe& recipe, std::string_view bytes) override;
  std::vector<training::Trainer*> trainers() override { return {&attention_, &none_}; }
  void before_steps() override;
  int steps() const override { return of(Network::attention).taken(); }
  int shown_steps() const { return of(Network::attention).steps(); }  ///< those up to the frame that is shown
  std::vector<int> frames() const override { return of(Network::attention).frames(); }
  void show_frame(int frame) override;
  int shown_frame() const override { return of(Network::attention).shown_frame(); }
  /// Measures, one network at a time, what curve() says before the first step. Returns whether there is more to measure.
  bool measure() override;
  training::HaltReason halt() const override;
  std::vector<training::Metric> metrics() const override;

  /// [c,3] up to the shown step: step, and the shares of held-out words that came out right with attention and without. For loaded weights
  /// it is the recorded curve of their training, but its last point is measured here. Shares of the present networks that have not been
  /// measured yet are NaN.
  Mat curve() const;

 private:
  void begin();
  training::Trainer& of(Network network) { return network == Network::attention ? attention_ : none_; }
  const training::Trainer& of(Network network) const { return network == Network::attention ? attention_ : none_; }

  int seed_;
  training::Trainer attention_, none_;
  std::vector<double> before_;  ///< shares before the first step, as far as they have been measured
};

}  // namespace attn::lessons::prelude
