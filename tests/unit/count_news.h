// Counts calls of the global operator new of a program. Included by one file of it, at the top level.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <new>

namespace attn::test {
inline std::size_t news = 0;  ///< calls so far, in whatever form

inline void* counted_new(std::size_t size, std::size_t alignment) {
  ++news;
  return std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}
}  // namespace attn::test

void* operator new(std::size_t size) { return attn::test::counted_new(size, __STDCPP_DEFAULT_NEW_ALIGNMENT__); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return attn::test::counted_new(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }
void operator delete(void* p, std::align_val_t) noexcept { std::free(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }
