// What an open lesson asks of its model in training, whatever network that is. An object of this class is the model's state: its weights,
// the optimiser's moments, its curves. The state is determined by the parameters that restart training, by the weights that the model began
// with, and by the number of steps taken.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "training/metric.h"

namespace attn::training {

struct Book;
struct Curves;
struct Models;
struct OwnWeights;
struct Recipe;
class Trainer;

/// Why training should pause by itself.
enum class Halt { kNone, kConverged, kDiverged };
struct HaltReason {
  Halt halt = Halt::kNone;
  std::string sentence;  ///< tells the reader what happened and, after a divergence, why and what to try
};

class Model {
 public:
  virtual ~Model() = default;

  /// Loads the weights of a shipped file, given its content. Like the other functions that load, it returns an empty string, or the reason
  /// why the content was refused.
  virtual std::string load(std::string_view bytes) = 0;
  /// Loads another shipped file into a model that is only shown beside the one in training. It does not change steps().
  virtual std::string load_beside(const Recipe& recipe, std::string_view bytes) = 0;
  /// Takes one optimiser step, which should not take longer than about 20 ms: one of each trainer, with what a model does before and after.
  virtual void step();
  /// Those that take every step together. A model without any takes its steps by itself, and nobody else can take them for it (team.h).
  virtual std::vector<Trainer*> trainers() { return {}; }
  /// Steps are about to be taken, here or elsewhere; steps have been taken.
  virtual void before_steps() {}
  virtual void after_steps() {}
  /// The steps taken since the model was made or load() put weights into it.
  virtual int steps() const = 0;
  /// Measures the present weights on one more piece of held-out data, which should not take longer than about 10 ms. Returns whether there
  /// is more to measure.
  virtual bool measure() = 0;
  /// What measure() is doing, as a sentence.
  virtual std::string measuring() const { return "Measuring on examples that training never saw."; }
  /// Why it takes no steps, as a sentence; empty where it can be trained.
  virtual std::string fixed() const { return {}; }
  /// The tokens that a step reads, on average; 0 where nobody counts in tokens.
  virtual double tokens_per_step() const { return 0; }
  virtual HaltReason halt() const = 0;
  /// The first metric is {"step", n}, the second {"loss", ...}.
  virtual std::vector<Metric> metrics() const = 0;

  // The rest has a default, for a model that keeps no curves and no film. Such a model has no runs to compare, and its weights cannot be
  // saved, nor can the reader's own be opened.

  virtual std::optional<Curves> curves() const;
  /// The film of the training: the steps after which the model can be shown, rising from 0 to steps(). Empty before the first step.
  virtual std::vector<int> frames() const { return {}; }
  /// Shows the model as it was at a frame; the last one is the present. Metrics, curves and what is computed of the model are then of that
  /// step; steps() stays, and so does everything that training goes on from. step() shows the present again.
  virtual void show_frame(int) {}
  virtual int shown_frame() const { return -1; }  ///< -1 where there are no frames
  /// Shows earlier runs beside the curves.
  virtual void show_runs(const Book&) {}
  /// The weights as a safetensors file; empty where the model cannot save any.
  virtual std::string save() const { return {}; }
  /// Loads the reader's own weights into a fresh model, as load() does with shipped ones.
  virtual std::string open(const OwnWeights& own);
};

}  // namespace attn::training
