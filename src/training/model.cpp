#include "training/model.h"

#include "training/curves.h"

namespace attn::training {

std::optional<Curves> Model::curves() const { return std::nullopt; }

std::string Model::open(const OwnWeights&) { return "It takes no weights but those that come with it."; }

}  // namespace attn::training
