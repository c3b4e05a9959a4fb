// What JavaScript can ask of the lab, by name: one table of rows with functions in them. Needs no window.
#pragma once

#include <string>
#include <string_view>

#include "api/lab.h"

namespace attn::api {

/// Runs the call `name` and returns `{"ok":true,"value":...}` or `{"ok":false,"error":"..."}`. Arguments are text, empty when absent.
/// Changes are published before it returns. With `"later":true` the answer is not what it will be
/// once the lesson's later part has come, which the caller then sees to.
std::string call(Lab& lab, std::string_view name, std::string_view a, std::string_view b);

/// As a call, for what is no text: the content of the reader's own file of weights, for the model to begin with.
std::string open_weights(Lab& lab, std::string_view file, std::string bytes);

/// The names of all calls, in the order of the table.
std::vector<std::string> call_names();

}  // namespace attn::api
