// What an open lesson asks of its model in training, whatever that is. An object of this class is the model's state: weights, the
// optimiser's moments, curves. The state is a function of the parameters that restart training, of the shipped weights it began with (if
// any), and of the steps taken.
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

/// Why training should pause by itself.
enum class Halt { kNone, kConverged, kDiverged };
struct HaltReason {
  Halt halt = Halt::kNone;
  std::string sentence;  ///< for the reader: what happened, and after a divergence why and what to try
};

class Model {
 public:
  virtual ~Model() = default;

  /// Puts the content of a shipped file into the model. Returns an empty string, or why it was refused; so do the other loads.
  virtual std::string load(std::string_view bytes) = 0;
  /// Puts the content of another shipped file into a model that only stands beside the one in training; of no effect on steps().
  virtual std::string load_beside(const Recipe& recipe, std::string_view bytes) = 0;
  /// Takes one optimiser step, of at most about 20 ms.
  virtual void step() = 0;
  /// The steps taken since the model was made or load() put weights into it.
  virtual int steps() const = 0;
  /// Measures one more piece on held-out data, of at most about 10 ms, with the present weights. Returns whether there is more to do.
  virtual bool measure() = 0;
  virtual HaltReason halt() const = 0;
  /// The first is {"step", n}, the second {"loss", ...}.
  virtual std::vector<Metric> metrics() const = 0;

  // A model that keeps no curves has no runs to be compared either, and gives and takes no weights of the reader's own.

  virtual std::optional<Curves> curves() const;
  /// Shows earlier runs beside the curves.
  virtual void show_runs(const Book&) {}
  /// The weights as safetensors; empty where none are given.
  virtual std::string save() const { return {}; }
  /// Puts the reader's own weights into a fresh model, as load() does with shipped ones.
  virtual std::string open(const OwnWeights& own);
};

}  // namespace attn::training
