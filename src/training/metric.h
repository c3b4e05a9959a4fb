// A number about a model, such as its loss.
#pragma once

#include <string>

namespace attn::training {

/// A number with the name by which scripts read it: {"loss", 0.12}.
struct Metric {
  std::string name;
  double value = 0;
};

}  // namespace attn::training
