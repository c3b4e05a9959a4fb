#include "training/models.h"

#include <utility>

#include "training/recipe.h"

namespace attn::training {

Models::Models(const Make& make, const Plan& plan, const Make& twin_make) : trainer(make, plan) {
  if (twin_make) twin.emplace(twin_make, plan);
  trainer.record();
  if (twin) twin->record();
}

std::vector<Trainer*> Models::trainers() {
  std::vector<Trainer*> all = {&trainer};
  if (twin) all.push_back(&*twin);
  return all;
}

void Models::show_frame(int frame) {
  trainer.show_frame(frame);
  if (twin) twin->show_frame(frame);
}

std::string Models::load_beside(const Recipe& recipe, std::string_view bytes) {
  Trainer other(recipe.make, recipe.plan);
  std::string why = other.load(bytes);
  if (why.empty()) beside.insert_or_assign(std::string(recipe.name), std::move(other));
  return why;
}

bool Models::measure() {
  if (trainer.diverged()) return false;
  if (!trainer.measured()) return trainer.measure() || !beside.empty();
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
