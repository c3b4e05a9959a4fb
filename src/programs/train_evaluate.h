// Measures the results that the course promises, with the weights in a folder.
#pragma once

#include <string>

namespace attn::programs {

/// Prints training::evaluate() as a table, or as JSON: an array of {name, metric, score, versus, below, value, required, percent, atMost,
/// passed, problem, lesson, query, reach}, where values are fractions if `percent`, and `required` is null for what is only reported.
/// Returns the exit status, which is kFailed where a required result is missed.
int print_evaluation(const std::string& folder, bool json);

}  // namespace attn::programs
