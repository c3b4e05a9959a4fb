// Training one model of the course, from its recipe to its file.
#pragma once

#include <string>
#include <vector>

#include "training/recipe.h"
#include "training/trainee.h"

namespace attn::programs {

/// Exit statuses of the program.
inline constexpr int kDone = 0, kFailed = 1, kWrongArguments = 2, kInterrupted = 130;

/// Takes Ctrl-C from here on; a second one ends the program at once.
void catch_interrupts();
bool interrupted();

/// Trains with progress, writes the weights and prints what they reach. An interrupt writes what there is where `keep_partial`, else
/// nothing.
int train_model(const training::Recipe& recipe, const std::string& file, bool keep_partial);

/// Examples that a finished model is measured with.
inline constexpr int kMeasured = 1000;

/// What measuring so many examples gave: "exact match 98.4 % (held-out, 1000 sources), largest weight on the right word 97.0 %"
std::string measured_text(const std::vector<training::Score>& scores, const training::Wording& wording, int examples = kMeasured);

}  // namespace attn::programs
