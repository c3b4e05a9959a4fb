// The few buttons of the app itself, drawn on a Canvas like the figures: undo, redo, reset, the backend switch.
#pragma once

#include "api/lab.h"

namespace attn::window {

/// Draws undo, redo, reset and, where it matters, the backend switch with the reason for the backend in use. The regions are `undo`,
/// `redo`, `reset`, `backend:cpu` and `backend:gl`. Where there is room they stand in one line. It draws from the top of `area` and returns
/// the height.
float draw_tools(canvas::Canvas& canvas, session::Session& session, canvas::Rect area);

}  // namespace attn::window
