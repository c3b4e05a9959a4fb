// Emscripten considers every standard error a terminal, so Node is asked instead.
#include <emscripten.h>

#include "programs/terminal.h"

EM_JS(int, attn_stderr_columns, (), { return process.stderr.isTTY ? process.stderr.columns || 80 : 0; });

namespace attn::programs {

int terminal_columns() { return attn_stderr_columns(); }

}  // namespace attn::programs
