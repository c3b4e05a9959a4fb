#include "base/heap.h"

#include <malloc.h>

namespace attn {

std::size_t heap_bytes() { return static_cast<std::size_t>(mallinfo().uordblks); }

}  // namespace attn
