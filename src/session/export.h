// What is on the screen as files: the figure as SVG, the results as CSV and JSON.
#pragma once

#include <string>

#include "canvas/geometry.h"
#include "session/session.h"

namespace attn::session {

enum class SvgText { kText, kOutlines };  ///< to be edited and searched; or looking the same where the fonts are missing

/// The open figure as an SVG document of its own; where a state is kept, with both and the difference. A height of 0 follows the figure's
/// aspect.
std::string to_svg(Session& session, bool dark, canvas::Size size = {820, 0}, SvgText text = SvgText::kText);

/// All results in long form, one number a line: `result,row,column,value`, where row and column are labels or indices from 0; a third
/// dimension is joined into the row ("1/token"). Lines end in CR LF and fields are quoted where they have to be (RFC 4180). Where a state
/// is kept, its results follow as `a:weights`, and the differences as `difference:weights`.
std::string to_csv(Session& session);

/// Settings and results; where a state is kept, those of both and the differences. comparison_report.h says in which form. Empty while
/// that code is not here (base/later.h).
std::string to_json(Session& session);

}  // namespace attn::session
