// How much memory the program uses. It is implemented twice, in heap_web.cpp and heap_native.cpp.
#pragma once

#include <cstddef>

namespace attn {

/// The number of bytes on the heap.
std::size_t heap_bytes();

}  // namespace attn
