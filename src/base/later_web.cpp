// When a part of the pages' program arrives, it puts its functions into the function table.
#include <emscripten.h>

#include "base/later.h"

// clang-format off
EM_JS(int, js_is_in_table, (const void* f), {
  return typeof wasmTable === 'undefined' || wasmTable.get(f) !== null ? 1 : 0;
});
// clang-format on

namespace attn {

bool is_loaded(const void* function) { return js_is_in_table(function) != 0; }

}  // namespace attn
