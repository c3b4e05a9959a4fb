// The calls that JavaScript can make to the lab, in one table of names and functions. They need no window.
#pragma once

#include <string>
#include <string_view>

#include "api/lab.h"

namespace attn::api {

/// Runs the call `name` and returns `{"ok":true,"value":...}` or `{"ok":false,"error":"..."}`. Arguments are text, empty when absent.
/// Changes are published before it returns. `"later":true` says that the answer will be another one once the lesson's later part has been
/// loaded, which the caller then has to do.
std::string call(Lab& lab, std::string_view name, std::string_view a, std::string_view b);

/// A call whose argument is not text: the model begins anew with `bytes`, the content of the reader's own file of weights.
std::string open_weights(Lab& lab, std::string_view file, std::string bytes);

/// The names of all calls, in the order of the table.
std::vector<std::string> call_names();

}  // namespace attn::api
