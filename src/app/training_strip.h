// The strip under the figure of a trained lesson: start and pause, one step, reset, speed; how far it is and what goes on.
#pragma once

#include "app/session.h"
#include "ui/canvas.h"

namespace attn::app {

/// Draws the strip from the top of `area` on; what is pressed goes to the session. Regions `train:run`, `train:step`, `train:reset`,
/// `train:speed`. Returns the height it took.
float draw_training_strip(ui::Canvas& canvas, Session& session, ui::Rect area);

/// The strip's buttons as they stand, here and on the page.
struct TrainingButtons {
  std::string_view run = "Train", step = "Step", reset = "Reset", slow = "Slow", fast = "Fast";  ///< labels
  bool under_way = false;                                                                        ///< `run` pauses
  bool can_run = false, can_step = false, can_reset = false;
};
TrainingButtons training_buttons(const Session& session);

/// "Step 120, loss 0.532"
std::string progress_text(const Training::Status& status, const std::vector<course::Metric>& metrics);

}  // namespace attn::app
