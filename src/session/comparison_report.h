// What an outsider is told of a comparison, and both states as a file.
#pragma once

#include <string>

#include "session/session.h"

namespace attn::session {

/// {query, settings: [{id, label, a, b}], results, result, side, ready, message} as JSON: A's own query, what is set otherwise in A and in
/// B, the results of the open figure that can be compared and the one whose difference is shown, what a narrow place shows, whether A's
/// model is there, and all of it in a sentence. A comparison has to be there.
std::string report_comparison(Session& session);

/// {lesson, title, figure, query, settings: {id: text}, results: {name: {label, shape, rows?, cols?, data}}, a, difference} as JSON: the
/// present state, settings as an address says them and numbers row by row, what is not finite as null. Where a state is kept, `a` is it,
/// {query, settings, results}, and `difference` is B - A by the results' names, {label, why} where there is nothing to subtract; both are
/// null elsewhere.
std::string states_as_json(Session& session);

}  // namespace attn::session
