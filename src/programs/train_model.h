// Trains one model of the course, from its recipe to its file.
#pragma once

#include <string>
#include <vector>

#include "training/recipe.h"
#include "training/trainee.h"

namespace attn::programs {

/// The exit statuses of the program.
inline constexpr int kDone = 0, kFailed = 1, kWrongArguments = 2, kInterrupted = 130;

/// From here on Ctrl-C only sets interrupted(); a second one ends the program at once.
void catch_interrupts();
bool interrupted();

/// Trains and shows progress, writes the weights and prints what they reach. After an interrupt it writes the unfinished weights if
/// `keep_partial`, and nothing otherwise. 0 `threads`: one thread takes whole batches, as for the shipped weights. Else each batch is cut,
/// as in the pages, and with any number of threads the weights are the same. Returns the exit status.
int train_model(const training::Recipe& recipe, const std::string& file, bool keep_partial, int threads = 0);

/// The number of examples that a finished model is measured with.
inline constexpr int kMeasured = 1000;

/// The scores as text: "exact match 98.4 % (held-out, 1000 sources), largest weight on the right word 97.0 %".
std::string measured_text(const std::vector<training::Score>& scores, const training::Wording& wording, int examples = kMeasured);

}  // namespace attn::programs
