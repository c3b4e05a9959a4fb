// The few buttons of the app itself, drawn on a Canvas like the figures: undo, redo, reset, the backend switch.
#pragma once

#include "api/lab.h"

namespace attn::window {

/// Undo, redo, reset, where it acts the backend switch with the reason for what computes. Regions `undo`, `redo`, `reset`, `backend:cpu`,
/// `backend:gl`. Draws from the top of `area`; returns the height it took.
float draw_tools(canvas::Canvas& canvas, session::Session& session, canvas::Rect area);

}  // namespace attn::window
