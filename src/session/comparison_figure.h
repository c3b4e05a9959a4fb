// Draws the open figure twice, for A and for B, and what differs between them.
//
// A's figure cannot be edited. Its numbers have regions of their own (`a:weights[1,2]`), and so have the differences
// (`difference:weights[1,2]`), so that each is explained. Where there is no room for all three (comparison_places.h), the regions
// `compare:a`, `compare:b`, `compare:difference` and, where A and B have room together, `compare:both` switch between them. The regions
// `compare:previous` and `compare:next` choose the result whose difference is shown.
#pragma once

#include "canvas/canvas.h"
#include "session/comparison_late.h"

namespace attn::session {

/// Draws into all of `canvas`; `edit` as in course::FigureSpec. A state must be kept.
void draw_comparison(canvas::Canvas& canvas, LateComparison& comparison, void* edit);

/// Brings KeptState::shown and KeptState::ranges up to date. A state must be kept.
void survey(LateComparison& comparison);

}  // namespace attn::session
