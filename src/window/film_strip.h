// The film of a training under its buttons: a track on which every run can be drawn back and forth, and a button that plays it.
#pragma once

#include "canvas/canvas.h"
#include "session/film.h"

namespace attn::window {

/// Draws the film in the middle of `area`, one line high. The regions are `train:film`, which is dragged and takes the arrow keys, and
/// `train:film-play`. Presses go to the session.
void draw_film(canvas::Canvas& canvas, session::Film& film, canvas::Rect area);

}  // namespace attn::window
