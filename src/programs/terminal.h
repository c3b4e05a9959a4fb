// Finds out whether standard error is a terminal.
#pragma once

namespace attn::programs {

/// The width of the terminal in columns; 0 where standard error is a file or a pipe.
int terminal_columns();

}  // namespace attn::programs
