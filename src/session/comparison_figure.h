// The open figure twice, A's and B's, with what differs between them.
//
// In A nothing can be changed; its numbers are explained as its own (regions `a:weights[1,2]`), as are the differences
// (`difference:weights[1,2]`). Where there is no room for the three (comparison_places.h), regions `compare:a`, `compare:b`,
// `compare:difference` and, where A and B have room together, `compare:both` switch between them; `compare:previous` and `compare:next`
// choose the result whose difference is shown.
#pragma once

#include "canvas/canvas.h"
#include "session/comparison_late.h"

namespace attn::session {

/// Draws into all of `canvas`; `edit` as in course::FigureSpec. A state has to be kept.
void draw_comparison(canvas::Canvas& canvas, LateComparison& comparison, void* edit);

/// Brings KeptState::shown and ranges up to date. A state has to be kept.
void survey(LateComparison& comparison);

}  // namespace attn::session
