// Functions whose code may come later. In the pages' program they lie in a part that is fetched when one of them is first missed;
// everywhere else they are always here.
//
// A table says `later<draw>` instead of `draw`. What the lesson reaches only in this way is put into its later part by
// tools/parts/ownership.mjs, which knows later<> by the name of Later::call. What the lesson also reaches otherwise stays where it is.
#pragma once

#include <utility>

namespace attn {

template <class F, auto f>
struct Later;
template <class Y, class... X, auto f>
struct Later<Y (*)(X...), f> {
  [[gnu::noinline]] static Y call(X... x) { return f(std::forward<X>(x)...); }  // inlined, f would be where its caller is
};

/// Stands for `f`, a function or a lambda without captures. It may be called only when is_here() says so; else the call ends the program.
template <auto f>
inline constexpr auto later = &Later<decltype(+f), f>::call;

/// Whether the code of a function is here.
bool is_loaded(const void* function);
void note_missed();

/// Whether the code of a later<> is here. If it is not, that it was missed is noted.
template <class Y, class... X>
bool is_here(Y (*f)(X...)) {
  if (is_loaded(reinterpret_cast<const void*>(f))) return true;
  note_missed();
  return false;
}

/// Whether something was missed since this was last asked.
bool take_missed();

}  // namespace attn
