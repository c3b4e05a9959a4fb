// A comparison as JSON for scripts, and both states as a JSON file.
#pragma once

#include <string>

#include "session/comparison_late.h"

namespace attn::session {

/// {query, settings: [{id, label, a, b}], results, result, side, ready, message} as JSON. `query` is A's own query, `settings` are those
/// that differ between A and B, `results` those of the open figure that can be compared, `result` the one whose difference is shown, `side`
/// what is shown where there is no room for all, `ready` says whether A's result is there, and `message` says everything in sentences. A
/// state must be kept.
std::string report_comparison(LateComparison& comparison);

/// {lesson, title, figure, query, settings: {id: text}, results: {name: {label, shape, rows?, cols?, data}}, a, difference} as JSON. The
/// first six describe the present state. Its settings are written as in an address, its numbers row by row, with null for what is not
/// finite. Where a state is kept, `a` is its {query, settings, results}, and `difference` has B - A for each result's name, or {label, why}
/// where it cannot be computed. Otherwise both are null.
std::string states_as_json(Session& session);

}  // namespace attn::session
