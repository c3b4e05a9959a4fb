// The model of most trained lessons: one in training, and shipped ones that are only shown beside it.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "training/model.h"
#include "training/trainer.h"

namespace attn::training {

struct Models final : Model {
  Models(const Make& make, const Plan& plan) : trainer(make, plan) {}

  std::string load(std::string_view bytes) override { return trainer.load(bytes); }
  std::string load_beside(const Recipe& recipe, std::string_view bytes) override;
  void step() override { trainer.step(); }
  int steps() const override { return trainer.steps(); }
  /// Measures the model in training first, then those beside it.
  bool measure() override;
  HaltReason halt() const override;
  std::vector<Metric> metrics() const override { return trainer.metrics(); }
  std::optional<Curves> curves() const override { return trainer.curves(); }
  void show_runs(const Book& book) override { runs = book; }
  std::string save() const override { return trainer.save(false); }
  std::string open(const OwnWeights& own) override;

  Trainer trainer;
  std::map<std::string, Trainer, std::less<>> beside;  ///< the shipped models, by the names of their recipes
  Book runs;                                           ///< earlier runs, which only the figure uses
};

}  // namespace attn::training
