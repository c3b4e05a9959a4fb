// The model of most trained lessons: one in training, with twins where the lesson has any, and shipped ones that are only shown beside it.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "training/model.h"
#include "training/trainee.h"
#include "training/trainer.h"

namespace attn::training {

struct Models final : Model {
  /// `twins` make other networks, which take every step beside the first one on the same plan.
  Models(const Make& make, const Plan& plan, const std::vector<Make>& twins = {});

  std::string load(std::string_view bytes) override { return trainer.load(bytes); }
  std::string load_beside(const Recipe& recipe, std::string_view bytes) override;
  std::vector<Trainer*> trainers() override;
  int steps() const override { return trainer.taken(); }
  std::vector<int> frames() const override { return trainer.frames(); }
  void show_frame(int frame) override;
  int shown_frame() const override { return trainer.shown_frame(); }
  /// Measures the model in training first, then its twins, then those beside it.
  bool measure() override;
  std::string measuring() const override { return trainer.trainee().studying(); }
  std::string fixed() const override { return trainer.trainee().fixed(); }
  double tokens_per_step() const override { return trainer.trainee().tokens_per_step(); }
  HaltReason halt() const override;
  std::vector<Metric> metrics() const override { return trainer.metrics(); }
  std::optional<Curves> curves() const override { return trainer.curves(); }
  void show_runs(const Book& book) override { runs = book; }
  std::string save() const override { return trainer.save(false); }
  std::string open(const OwnWeights& own) override;

  Trainer trainer;
  std::vector<Trainer> twins;                          ///< always as they were made, so that they are no twins of a model that was loaded
  std::map<std::string, Trainer, std::less<>> beside;  ///< the shipped models, by the names of their recipes
  Book runs;                                           ///< earlier runs, which only the figure uses
};

}  // namespace attn::training
