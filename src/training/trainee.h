// What training asks of a model. Whoever trains one, a lesson or attention-train, knows it by this interface alone.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "autodiff/tape.h"
#include "base/rng.h"
#include "nn/parameters.h"
#include "training/curves.h"
#include "training/metric.h"

namespace attn::training {

/// A number that was measured of a model.
struct Score {
  std::string name;      ///< the metric or result in which a lesson shows it: "exact-match"
  std::string manifest;  ///< its key in the manifest of the shipped weights: "held_out_exact"
  std::string label;     ///< "exact match"
  double value = 0;      ///< a fraction if `percent`, otherwise in the unit that the label names
  bool percent = true;
};

/// How many examples a published result is measured on.
struct Effort {
  int examples = 2000;  ///< drawn from the distribution that training draws from
  int each = 100;       ///< for each kind of example that is measured separately, such as a length or a size
};

class Trainee {
 public:
  virtual ~Trainee() = default;

  /// The named weights, in the order in which checkpoints hold them. Their addresses do not change as long as the trainee lives.
  virtual nn::Parameters& parameters() = 0;
  /// Draws the batch of a step; the first step is 0. Only here are generators() used: what is random about the loss, such as dropout, gets
  /// a generator of its own from them, because others may compute the shards. (The loss of a batch that is not cut may use them.)
  virtual void draw(int step) = 0;
  /// In the same order for every trainee of a kind, so that one trainee can go on drawing where another stands.
  virtual std::vector<Rng*> generators() = 0;
  /// How many shards the drawn batch has. It depends on the plan, never on the machine: gradients are summed shard by shard, and a seed
  /// has to give the same weights everywhere.
  virtual int shards() const { return 1; }
  /// What a shard adds to the mean loss of the drawn batch, [1,1]; all shards together add up to that mean. backward() on the tape adds to
  /// the gradients of parameters().
  virtual autodiff::Var loss(autodiff::Tape& tape, int shard) = 0;
  /// Whether an engine (autodiff/engine.h) has the gradients of all that the loss is made of. Then there is whole_loss(): the mean loss of
  /// the drawn batch at once, [1,1]. It uses up nothing random, so that loss() can be asked for the same batch afterwards.
  virtual bool suits_engine() const { return false; }
  virtual autodiff::Var whole_loss(autodiff::Tape&) { return {}; }
  /// Everything that is drawn, the batches above all, begins again as when the trainee was made. The weights stay.
  virtual void rewind() = 0;
  /// The loss of guessing without any knowledge, ln v for v equally likely words; 0 where there is no such level.
  virtual double guessing() const = 0;
  /// A mean loss above this counts as diverged; 0: no loss does.
  virtual double hopeless() const { return 4 * guessing(); }

  /// Measures `examples` held-out examples at once. They come from the distribution that training draws from and are always the same. The
  /// first score is the one that curves show: a fraction, which is 1 when everything is right. The examples of training do not depend on
  /// whether this is called.
  virtual std::vector<Score> measure(int examples) const = 0;
  /// The steps between two checks, where that is not what the plan says.
  virtual int check_every(int planned) const { return planned; }
  /// The number of examples that measure(examples) really measures, where that is another one.
  virtual int held_out(int examples) const { return examples; }
  /// The scores that the course states of a shipped model. They are those of measure() unless kinds of examples are measured separately.
  virtual std::vector<Score> evaluate(const Effort& effort) const { return measure(effort.examples); }

  /// Does one more piece, of at most about 10 ms, of a longer study on held-out data. Returns whether there is more to do.
  virtual bool study() { return false; }
  /// The weights have changed, so that the study has to begin anew.
  virtual void forget_study() {}
  /// What the finished study found.
  virtual std::vector<Metric> found() const { return {}; }

  /// Where its first weights come from where no file gave them: "from the seed, 120 steps".
  virtual std::string_view origin() const { return "the seed"; }
  /// What the study is doing, as a sentence.
  virtual std::string studying() const { return "Measuring on examples that training never saw."; }
  /// Why it takes no steps, as a sentence; empty for one that can be trained. One that takes none may have no parameters and no loss.
  virtual std::string fixed() const { return {}; }

  /// The tokens that a step reads, on average; 0 where nobody counts in tokens.
  virtual double tokens_per_step() const { return 0; }
  virtual Wording wording() const { return {}; }
  /// What the checkpoint's header states beside the number of steps.
  virtual std::map<std::string, std::string> metadata() const { return {}; }
};

}  // namespace attn::training
