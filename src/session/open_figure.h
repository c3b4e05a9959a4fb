// The open figure as it is seen: by itself, or where a state is kept together with that state's and what differs (comparison_figure.h).
#pragma once

#include "canvas/canvas.h"
#include "session/session.h"

namespace attn::session {

/// Draws into all of `canvas`; `edit` as in course::FigureSpec.
void draw_open_figure(canvas::Canvas& canvas, Session& session, void* edit);

/// The open figure's aspect; lower where the difference stands below two of them.
float shown_aspect(const Session& session);

/// The height at which a picture of this width has room for all; 0 where nothing is compared.
float comparison_height(const Session& session, float width);

}  // namespace attn::session
