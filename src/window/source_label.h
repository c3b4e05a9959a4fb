// The label of the developer's mode beside what the hand points at: which region it is, which result is behind it, which lines draw it.
#pragma once

#include "canvas/imgui_canvas.h"
#include "canvas/source_mode.h"
#include "session/session.h"

namespace attn::window {

/// Before a frame is drawn: the hand points where the mouse is, or from outside of `parts` at what is selected in the figure.
void point_at_source(canvas::SourceMode& mode, const canvas::ImGuiCanvas& figure, canvas::Rect parts);
inline void point_at_source(canvas::NoSourceMode, const canvas::ImGuiCanvas&, canvas::Rect) {}

/// After it: in front of all, on the figure's canvas.
void draw_source_label(const canvas::SourceMode& mode, canvas::ImGuiCanvas& figure, const session::Session& session);
inline void draw_source_label(canvas::NoSourceMode, canvas::ImGuiCanvas&, const session::Session&) {}

}  // namespace attn::window
