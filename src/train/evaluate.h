// The results that the course promises, measured with the weights of a folder.
#pragma once

#include <string>

namespace attn::train {

/// Prints recipes::evaluate() as a table; status 1 where a required result is missed.
int print_evaluation(const std::string& folder);

}  // namespace attn::train
