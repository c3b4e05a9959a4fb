// The terminal that standard error may be.
#pragma once

namespace attn::programs {

/// Its width in columns; 0 where standard error is a file or a pipe.
int terminal_columns();

}  // namespace attn::programs
