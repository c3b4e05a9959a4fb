// What is on the screen as files: the figure as SVG, the results as CSV and JSON.
#pragma once

#include <string>

#include "canvas/geometry.h"
#include "session/session.h"

namespace attn::session {

/// kText can be edited and searched; kOutlines look the same on machines that do not have the fonts.
enum class SvgText { kText, kOutlines };

/// The open figure as a complete SVG document. Where a state is kept, it shows both states and their difference. A height of 0 means the
/// one that follows from the width and the figure's aspect.
std::string to_svg(Session& session, bool dark, canvas::Size size = {820, 0}, SvgText text = SvgText::kText);

/// All results as CSV, one number a line: `result,row,column,value`. Row and column are labels, or indices from 0; a third dimension is
/// joined to the row ("1/token"). Lines end in CR LF, and fields are quoted where they have to be (RFC 4180). Where a state is kept, its
/// results follow as `a:weights`, and the differences as `difference:weights`.
std::string to_csv(Session& session);

/// Settings and results as JSON, in the form that comparison_report.h describes; where a state is kept, those of both states and the
/// differences. Empty while the code for it is not loaded (base/later.h).
std::string to_json(Session& session);

}  // namespace attn::session
