// The labels and states of the buttons of training, stated once for the strip under the figure, the page and the calls.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "session/open_model.h"

namespace attn::session {

struct TrainingButtons {
  std::string_view run = "Train", step = "Train once", reset = "Start over", slow = "Slow", fast = "Fast";  ///< labels
  bool under_way = false;  ///< whether steps are being taken, so that the button `run` pauses
  bool can_run = false, can_step = false, can_reset = false;
};
TrainingButtons training_buttons(const OpenModel& model);

/// "Training step 120, loss 0.532", and while it trains on text ", 4,700 tokens/s"
std::string progress_text(const Training::Status& status, const std::vector<course::Metric>& metrics);

}  // namespace attn::session
