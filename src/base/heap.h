// How much memory the program holds. In pairs: heap_web.cpp, heap_native.cpp.
#pragma once

#include <cstddef>

namespace attn {

/// Bytes on the heap.
std::size_t heap_bytes();

}  // namespace attn
