// The label of the developer's mode beside what the hand points at. It names the region, the result that it shows, and the lines that draw
// it.
#pragma once

#include "canvas/imgui_canvas.h"
#include "canvas/source_mode.h"
#include "session/session.h"

namespace attn::window {

/// Must be called before a frame is drawn. The hand points where the mouse is or, if that is outside of `parts`, at what is selected in the
/// figure.
void point_at_source(canvas::SourceMode& mode, const canvas::ImGuiCanvas& figure, canvas::Rect parts);
inline void point_at_source(canvas::NoSourceMode, const canvas::ImGuiCanvas&, canvas::Rect) {}

/// Draws the label in front of everything, on the figure's canvas. Must be called after the frame is drawn.
void draw_source_label(const canvas::SourceMode& mode, canvas::ImGuiCanvas& figure, const session::Session& session);
inline void draw_source_label(canvas::NoSourceMode, canvas::ImGuiCanvas&, const session::Session&) {}

}  // namespace attn::window
