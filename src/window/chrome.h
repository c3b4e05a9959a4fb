// The few buttons of the app itself, drawn on a Canvas like the figures: figure tabs, undo, redo, reset, the backend switch.
#pragma once

#include "api/lab.h"

namespace attn::window {

/// How high draw_tabs() needs to be at this width: tabs that do not fit beside each other go to further lines. 0 for a single figure.
float tabs_height(const session::Session& session, float width);
/// Where there is little height: one line, with the current tab first, those after it that fit, and `tab:next`.
float folded_tabs_height();

/// One tab for each figure of the lesson; a press shows it. Regions `tab:<figure>`.
void draw_tabs(canvas::Canvas& canvas, session::Session& session);

/// Undo, redo, reset, the backend switch with the reason for what computes. Regions `undo`, `redo`, `reset`, `backend:cpu`, `backend:gl`.
/// Draws from the top of `area`; returns the height it took.
float draw_tools(canvas::Canvas& canvas, session::Session& session, canvas::Rect area);

}  // namespace attn::window
