// What an outsider is told of a comparison.
#pragma once

#include <string>

#include "session/session.h"

namespace attn::session {

/// {query, settings: [{id, label, a, b}], results, result, side, ready, message} as JSON: A's own query, what is set otherwise in A and in
/// B, the results of the open figure that can be compared and the one whose difference is shown, what a narrow place shows, whether A's
/// model is there, and all of it in a sentence. A comparison has to be there.
std::string report_comparison(Session& session);

}  // namespace attn::session
