// The results that the course promises, measured with the weights of a folder.
#pragma once

#include <string>

namespace attn::programs {

/// Prints training::evaluate() as a table, or as JSON: an array of {name, metric, score, versus, below, value, required, percent, atMost,
/// passed, problem, lesson, query, reach}, where values are fractions if `percent`, and `required` is null for what is only reported.
/// Status 1 where a required result is missed.
int print_evaluation(const std::string& folder, bool json);

}  // namespace attn::programs
