// The open figure as the reader sees it: by itself or, where a state is kept, both states with their difference (comparison_figure.h).
#pragma once

#include <string_view>

#include "canvas/canvas.h"
#include "session/session.h"

namespace attn::session {

/// Draws into all of `canvas`; `edit` as in course::FigureSpec.
void draw_open_figure(canvas::Canvas& canvas, Session& session, void* edit);

/// What a press on a region of it does besides editing parameters: a run of the table is brought or removed, a story goes on,
/// and `figure:NAME` opens that figure and lets its story begin.
void act_on_press(Session& session, std::string_view region);

/// The open figure's aspect, width over height. Where a state is kept it is at most 1.1, since a comparison needs height.
float shown_aspect(const Session& session);

/// The height at which a comparison of this width has room for all three pictures; 0 where no state is kept.
float comparison_height(const Session& session, float width);

}  // namespace attn::session
