#include <malloc.h>

#include "app/platform.h"

namespace attn::app {

std::size_t heap_bytes() { return mallinfo2().uordblks; }

}  // namespace attn::app
