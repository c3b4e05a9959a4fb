// Counts a program's requests for memory. One file of the program must include this, at the top level.
//
// With glibc it counts the calls of malloc and the like, by which operator new, Eigen's matrices and the kernels' working memory get
// theirs. Elsewhere, and under AddressSanitizer, whose allocator must stay in place, it counts the calls of the global operator new.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <new>

namespace attn::test {
inline std::size_t news = 0;  ///< the number of requests so far, of whatever form
}  // namespace attn::test

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__)

extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* p, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);

void* malloc(std::size_t size) noexcept {
  ++attn::test::news;
  return __libc_malloc(size);
}
void* calloc(std::size_t count, std::size_t size) noexcept {
  ++attn::test::news;
  return __libc_calloc(count, size);
}
void* realloc(void* p, std::size_t size) noexcept {
  ++attn::test::news;
  return __libc_realloc(p, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  ++attn::test::news;
  return __libc_memalign(alignment, size);
}
int posix_memalign(void** p, std::size_t alignment, std::size_t size) noexcept {
  ++attn::test::news;
  *p = __libc_memalign(alignment, size);
  return *p ? 0 : 12;  // ENOMEM
}
}

#else

namespace attn::test {
inline void* counted_new(std::size_t size, std::size_t alignment) {
  ++news;
  return std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}
}  // namespace attn::test

void* operator new(std::size_t size) { return attn::test::counted_new(size, __STDCPP_DEFAULT_NEW_ALIGNMENT__); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return attn::test::counted_new(size, static_cast<std::size_t>(alignment));
}
// For this form AddressSanitizer has an operator of its own, which our operator delete would not match.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return attn::test::counted_new(size, __STDCPP_DEFAULT_NEW_ALIGNMENT__);
}
// Not inlined: g++ 12 would see the free but not the matching aligned_alloc, and warn.
[[gnu::noinline]] void operator delete(void* p) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete(void* p, std::size_t) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete(void* p, std::align_val_t) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete(void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }

#endif
