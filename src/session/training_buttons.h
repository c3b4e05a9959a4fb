// The buttons of training as they stand: one state for the strip under the figure, the page, and the calls.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "session/session.h"

namespace attn::session {

/// What stands on each, and which of them can be pressed.
struct TrainingButtons {
  std::string_view run = "Train", step = "Train once", reset = "Start over", slow = "Slow", fast = "Fast";  ///< labels
  bool under_way = false;                                                                                   ///< `run` pauses
  bool can_run = false, can_step = false, can_reset = false;
};
TrainingButtons training_buttons(const Session& session);

/// "Training step 120, loss 0.532"
std::string progress_text(const Training::Status& status, const std::vector<course::Metric>& metrics);

}  // namespace attn::session
