// The strip under the figure of a trained lesson. It has buttons to start and pause, to take one step, to reset and to change the speed,
// and says how far training is and what is going on. From the first step on it has the film of the run (film_strip.h).
#pragma once

#include "canvas/canvas.h"
#include "session/session.h"

namespace attn::window {

/// Draws the strip from the top of `area`. Presses go to the session. The regions are `train:run`, `train:step`, `train:reset` and
/// `train:speed`. Returns the height.
float draw_training_strip(canvas::Canvas& canvas, session::Session& session, canvas::Rect area);

}  // namespace attn::window
