// Two small networks that learn to spell backwards, side by side: one whose decoder attends to every letter, one whose decoder has the
// encoder's last state and nothing else. The same seed, the same words in the same batches, as many steps.
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

constexpr int kSteps = 400;         ///< of a whole training
constexpr int kCheckEvery = 20;     ///< steps between two points of the curves
constexpr int kHeldOutWords = 100;  ///< that the curves count, always the same ones
constexpr int kShortest = 3, kLongest = 12;
constexpr int kSeed = 2;  ///< of the shipped weights

/// Words of random letters in, the same letters backwards out.
const tasks::PairTask& spelling();

/// The two of them; their shipped weights are of the recipes `backwards-attention` and `backwards-none`.
enum class Network { attention, none };
inline constexpr Network kNetworks[] = {Network::attention, Network::none};
std::string_view name_of(Network network);
const training::Recipes& recipes();

/// The state of the picture: with the shipped weights, or some steps of training from the seed. The first step begins with fresh weights
/// also where the shipped ones are loaded, so that training is always from nothing.
class Pair final : public training::Model {
 public:
  explicit Pair(int seed);

  const models::Seq2Seq& model(Network network) const;
  bool loaded() const;  ///< both, and no step taken since
  /// Returns an empty string, or why the bytes were refused.
  std::string load(Network network, std::string_view bytes);
  /// The weights of the network with attention.
  std::string load(std::string_view bytes) override;
  /// The weights of the one without.
  std::string load_beside(const training::Recipe& recipe, std::string_view bytes) override;
  void step() override;
  int steps() const override { return of(Network::attention).steps(); }
  /// Measures what curve() has before the first step.
  bool measure() override;
  training::HaltReason halt() const override;
  std::vector<training::Metric> metrics() const override;

  /// [c,3]: step, and the share of held-out words that came out right with attention and without. Of loaded weights the curve that their
  /// training gave, with what they were found to do here at its end. Shares that were not measured yet are NaN.
  Mat curve() const;

 private:
  void begin();
  training::Trainer& of(Network network) { return network == Network::attention ? attention_ : none_; }
  const training::Trainer& of(Network network) const { return network == Network::attention ? attention_ : none_; }

  int seed_;
  training::Trainer attention_, none_;
  std::vector<double> before_;  ///< shares before the first step, as far as measured
};

}  // namespace attn::lessons::prelude
