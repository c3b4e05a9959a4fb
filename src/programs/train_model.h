// Training one model of the course, from its row to its file.
#pragma once

#include <string>

#include "lessons/translation/shipped.h"

namespace attn::programs {

/// Exit statuses of the program.
inline constexpr int kDone = 0, kFailed = 1, kWrongArguments = 2, kInterrupted = 130;

/// Takes Ctrl-C from here on; a second one ends the program at once.
void catch_interrupts();
bool interrupted();

/// The row with other steps, its decay stretched to them.
lessons::translation::ShippedModel with_steps(lessons::translation::ShippedModel row, int steps);

/// Trains with progress, writes the weights and prints what they reach. An interrupt writes what there is where `keep_partial`, else
/// nothing.
int train_model(const lessons::translation::ShippedModel& row, const std::string& file, bool keep_partial);

/// "exact match 98.4 % (held-out, 1000 sources), largest weight on the right word 97.0 %"
std::string measured_text(const lessons::translation::LengthStudy::Point& point);

/// Examples that a finished model is measured with.
inline constexpr int kMeasured = 1000;

}  // namespace attn::programs
