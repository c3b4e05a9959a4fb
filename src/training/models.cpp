#include "training/models.h"

#include <utility>

#include "training/recipe.h"
#include "training/trainee.h"

namespace attn::training {

Models::Models(const Make& make, const Plan& plan, const std::vector<Make>& twin_makes) : trainer(make, plan) {
  for (const Make& one : twin_makes) twins.emplace_back(one, plan);
  Index weights = 0;
  for (Trainer* one : trainers()) weights += one->trainee().parameters().count();
  for (Trainer* one : trainers()) one->record(weights - one->trainee().parameters().count());
}

std::vector<Trainer*> Models::trainers() {
  std::vector<Trainer*> all = {&trainer};
  for (Trainer& twin : twins) all.push_back(&twin);
  return all;
}

void Models::show_frame(int frame) {
  for (Trainer* one : trainers()) one->show_frame(frame);
}

std::string Models::load_beside(const Recipe& recipe, std::string_view bytes) {
  Trainer other(recipe.make, recipe.plan);
  std::string why = other.load(bytes);
  if (why.empty()) beside.insert_or_assign(std::string(recipe.name), std::move(other));
  return why;
}

bool Models::measure() {
  if (trainer.diverged()) return false;
  if (!trainer.measured()) return trainer.measure() || !twins.empty() || !beside.empty();
  for (Trainer& twin : twins)
    if (!twin.measured() && !twin.diverged()) return twin.measure() || &twin != &twins.back() || !beside.empty();
  for (auto& [name, other] : beside)
    if (!other.measured()) return other.measure() || name != beside.rbegin()->first;
  return false;
}

HaltReason Models::halt() const {
  if (trainer.diverged()) return {Halt::kDiverged, trainer.ending()};
  if (trainer.converged()) return {Halt::kConverged, trainer.ending()};
  return {};
}

std::string Models::open(const OwnWeights& own) { return trainer.load(own.bytes, "your own weights from " + own.file); }

}  // namespace attn::training
