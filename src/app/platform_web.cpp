#include <malloc.h>

#include "app/platform.h"

namespace attn::app {

std::size_t heap_bytes() { return static_cast<std::size_t>(mallinfo().uordblks); }

}  // namespace attn::app
