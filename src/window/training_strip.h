// The strip under the figure of a trained lesson: start and pause, one step, reset, speed; how far it is and what goes on.
#pragma once

#include "canvas/canvas.h"
#include "session/session.h"

namespace attn::window {

/// Draws the strip from the top of `area` on; what is pressed goes to the session. Regions `train:run`, `train:step`, `train:reset`,
/// `train:speed`. Returns the height it took.
float draw_training_strip(canvas::Canvas& canvas, session::Session& session, canvas::Rect area);

}  // namespace attn::window
