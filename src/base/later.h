// Functions whose code may come later: in the pages' program they lie in a part that is fetched when one of them is first missed.
//
// A table says `later<draw>` instead of `draw`. Whatever the lesson reaches in this way alone is put into its later part
// (tools/parts/ownership.mjs); what it also reaches otherwise stays where it is. Everywhere else than in the pages it is always here.
#pragma once

#include <utility>

namespace attn {

template <class F, auto f>
struct Later;
template <class Y, class... X, auto f>
struct Later<Y (*)(X...), f> {
  static Y call(X... x) { return f(std::forward<X>(x)...); }
};

/// `f`, a function or a lambda without captures, to be called only where is_here() says so: elsewhere the call ends the program.
template <auto f>
inline constexpr auto later = &Later<decltype(+f), f>::call;

/// Whether the code of a function is here.
bool is_loaded(const void* function);
void note_missed();

/// The same of a later<>; where it is not here, that it was missed is noted.
template <class Y, class... X>
bool is_here(Y (*f)(X...)) {
  if (is_loaded(reinterpret_cast<const void*>(f))) return true;
  note_missed();
  return false;
}

/// Whether something was missed since the last call.
bool take_missed();

}  // namespace attn
