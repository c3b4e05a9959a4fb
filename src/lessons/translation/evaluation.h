// The results that the course promises, measured on held-out examples with the shipped weights: what `attention-train --evaluate` prints.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace attn::lessons::translation {

struct EvaluationRow {
  std::string name;    ///< of the shipped model, or "reversal from scratch"
  std::string metric;  ///< "exact match, lengths 2 to 12"
  double value = 0;
  double required = 0;   ///< the least value; NaN: only reported
  bool percent = true;   ///< `value` and `required` are fractions; false: they are in the unit that the metric names
  bool at_most = false;  ///< `required` is the most
  bool passed = true;
  std::string problem;  ///< why there is no value: weights that are missing or refused
};

struct EvaluationOptions {
  int examples = 2000;       ///< drawn as training draws them, for the exact match
  int each = 100;            ///< of each length
  bool from_scratch = true;  ///< also trains the reversal anew
  /// Says after each model how far it is, 0 to 1; may be empty.
  std::function<void(double progress, const std::string& name)> progress;
};
/// `read` gives the content of assets/weights/<name>.safetensors, empty where there is none.
std::vector<EvaluationRow> evaluate(const std::function<std::string(std::string_view name)>& read, const EvaluationOptions& options = {});

}  // namespace attn::lessons::translation
