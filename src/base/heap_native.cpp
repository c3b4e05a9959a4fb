#include "base/heap.h"

#include <malloc.h>

namespace attn {

std::size_t heap_bytes() { return mallinfo2().uordblks; }

}  // namespace attn
