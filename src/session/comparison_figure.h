// The open figure as it is seen: by itself, or where a state is kept beside it twice, A's and B's, with what differs between them.
//
// In A nothing can be changed; its numbers are explained as its own (regions `a:weights[1,2]`), as are the differences
// (`difference:weights[1,2]`). Where there is no room for the three (comparison_places.h), regions `compare:a`, `compare:b`,
// `compare:difference` and, where A and B have room together, `compare:both` switch between them; `compare:previous` and `compare:next`
// choose the result whose difference is shown.
#pragma once

#include <algorithm>

#include "canvas/canvas.h"
#include "session/session.h"

namespace attn::session {

/// Draws into all of `canvas`; `edit` as in course::FigureSpec.
void draw_open_figure(canvas::Canvas& canvas, Session& session, void* edit);

/// The same where a state is kept; in the pages' program of the comparison's part.
void draw_comparison(canvas::Canvas& canvas, Session& session, void* edit);

/// The open figure's aspect; lower where the difference stands below two of them.
inline float shown_aspect(const Session& session) {
  constexpr float kCompared = 1.1f;
  const float own = session.current_figure().aspect;
  return session.comparison() ? std::min(own, kCompared) : own;
}

/// The height at which a picture of this width has room for all; 0 where nothing is compared.
float comparison_height(const Session& session, float width);

/// Brings comparison()->shown and ranges up to date. A comparison has to be there.
void survey(Session& session);

}  // namespace attn::session
