// What an outsider is told of a comparison, and both states as a file.
#pragma once

#include <string>

#include "session/comparison_late.h"

namespace attn::session {

/// {query, settings: [{id, label, a, b}], results, result, side, ready, message} as JSON. They are A's own query, the settings that are not
/// the same in A and B, the results of the open figure that can be compared and the one whose difference is shown, what a narrow place
/// shows, whether A's model is there, and all of it in a sentence. A state has to be kept.
std::string report_comparison(LateComparison& comparison);

/// {lesson, title, figure, query, settings: {id: text}, results: {name: {label, shape, rows?, cols?, data}}, a, difference} as JSON. The
/// first six are the present state: its settings as an address says them, its numbers row by row, what is not finite as null. Where a
/// state is kept, `a` is {query, settings, results} of it, and `difference` has B - A under the results' names, or {label, why} where there
/// is nothing to subtract. Elsewhere both are null.
std::string states_as_json(Session& session);

}  // namespace attn::session
