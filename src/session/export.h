// What is on the screen as files: the figure as SVG, the results as CSV and JSON.
#pragma once

#include <string>

#include "canvas/geometry.h"
#include "session/session.h"

namespace attn::session {

enum class SvgText { kText, kOutlines };  ///< to be edited and searched; or looking the same where the fonts are missing

/// The current figure as a standalone SVG document, beside a kept state with both and the difference. A height of 0 follows the figure's
/// own aspect.
std::string to_svg(Session& session, bool dark, canvas::Size size = {820, 0}, SvgText text = SvgText::kText);

/// All results in long form, one number a line: `result,row,column,value`, where row and column are labels or indices from 0; a third
/// dimension is joined into the row ("1/token"). Lines end in CR LF and fields are quoted where they have to be (RFC 4180). Beside a kept
/// state follow its results, as `a:weights`, and the differences, as `difference:weights`.
std::string to_csv(Session& session);

/// Settings and results, beside a kept state both and the differences: comparison_report.h says how. Empty while that code is not here
/// (base/later.h).
std::string to_json(Session& session);

}  // namespace attn::session
