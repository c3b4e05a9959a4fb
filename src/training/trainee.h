// What a model in training is asked for. Whoever trains one (a lesson, attention-train) knows it by this alone.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "autodiff/tape.h"
#include "nn/parameters.h"
#include "training/curves.h"
#include "training/metric.h"

namespace attn::training {

/// A number that measuring a model gave.
struct Score {
  std::string name;      ///< of the metric or result with which a lesson shows it: "exact-match"
  std::string manifest;  ///< its key in the manifest of the shipped weights: "held_out_exact"
  std::string label;     ///< "exact match"
  double value = 0;      ///< a fraction if `percent`, else in the unit that the label names
  bool percent = true;
};

/// How much is measured when results are stated.
struct Effort {
  int examples = 2000;  ///< drawn as training draws them
  int each = 100;       ///< of each kind that is looked at by itself (a length, a size)
};

class Trainee {
 public:
  virtual ~Trainee() = default;

  /// Named weights, in the order of checkpoints. They stay where they are as long as the trainee lives.
  virtual nn::Parameters& parameters() = 0;
  /// The mean loss [1,1] of the next batch, which it draws itself. backward() on the tape adds to the gradients of parameters().
  virtual autodiff::Var loss(autodiff::Tape& tape) = 0;
  /// Batches (and what else is drawn) begin anew, as they were when it was made; the weights stay.
  virtual void rewind() = 0;
  /// The loss of one who knows nothing (ln v for v equally likely words); 0: there is no such level.
  virtual double guessing() const = 0;
  /// A mean loss above this has diverged; 0: none has.
  virtual double hopeless() const { return 4 * guessing(); }

  /// Measures `examples` held-out examples drawn as training draws them, at once; always the same ones. The first score is what curves
  /// show: a fraction, 1 when all is right. Draws nothing that training would.
  virtual std::vector<Score> measure(int examples) const = 0;
  /// How many measure(examples) measures, where it has fewer, or only so many.
  virtual int held_out(int examples) const { return examples; }
  /// The scores that the course states of a shipped model; as measure(), where there is nothing to be looked at by itself.
  virtual std::vector<Score> evaluate(const Effort& effort) const { return measure(effort.examples); }

  /// One more piece, of at most about 10 ms, of a study on held-out data for the reader; returns whether there is more to do.
  virtual bool study() { return false; }
  /// The study begins anew: the weights have changed.
  virtual void forget_study() {}
  /// What the finished study found.
  virtual std::vector<Metric> found() const { return {}; }

  virtual Wording wording() const { return {}; }
  /// For the checkpoint's header, beside the steps.
  virtual std::map<std::string, std::string> metadata() const { return {}; }
};

}  // namespace attn::training
