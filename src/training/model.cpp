#include "training/model.h"

#include "training/curves.h"
#include "training/trainer.h"

namespace attn::training {

void Model::step() {
  before_steps();
  for (Trainer* trainer : trainers()) trainer->step();
  after_steps();
}

std::optional<Curves> Model::curves() const { return std::nullopt; }

std::string Model::open(const OwnWeights&) { return "It takes no weights but those that come with it."; }

}  // namespace attn::training
