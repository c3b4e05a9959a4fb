// The line of the program that draws something, which the developer's mode names (canvas/source_canvas.h).
//
// A function that draws has a last argument `Place caller = Place::here()`, which the compiler fills with the file and the line of the
// call. A function that draws for others begins with `const DrawnFor drawn_for(caller);`, so that its caller's line is named before its
// own. In a build with ATTN_SOURCE=OFF, such as that of the pages, a Place is empty and nothing of this is left in the program.
#pragma once

#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace attn::canvas {

#ifdef ATTN_SOURCE
inline constexpr bool kNamesSource = true;
#else
inline constexpr bool kNamesSource = false;
#endif

struct NamedPlace {
  const char* file = "";
  int line = 0;
  bool operator==(const NamedPlace&) const = default;
  static constexpr NamedPlace here(const char* file = __builtin_FILE(), int line = __builtin_LINE()) { return {file, line}; }
};
struct NoPlace {
  static constexpr const char* file = "";
  static constexpr int line = 0;
  static constexpr NoPlace here() { return {}; }
};
using Place = std::conditional_t<kNamesSource, NamedPlace, NoPlace>;

/// As long as it lives, everything that is drawn counts as drawn for `caller`.
class NamedDrawnFor {
 public:
  explicit NamedDrawnFor(NamedPlace caller) : caller_(caller), outer_(std::exchange(innermost_, this)) {}
  ~NamedDrawnFor() { innermost_ = outer_; }
  NamedDrawnFor(const NamedDrawnFor&) = delete;
  NamedDrawnFor& operator=(const NamedDrawnFor&) = delete;

  static const NamedDrawnFor* innermost() { return innermost_; }
  const NamedDrawnFor* outer() const { return outer_; }
  NamedPlace caller() const { return caller_; }

 private:
  NamedPlace caller_;
  const NamedDrawnFor* outer_;
  static inline const NamedDrawnFor* innermost_ = nullptr;
};
struct [[maybe_unused]] NotDrawnFor {
  explicit constexpr NotDrawnFor(NoPlace) {}
};
using DrawnFor = std::conditional_t<kNamesSource, NamedDrawnFor, NotDrawnFor>;

/// The lines from which something is drawn, the outermost first.
using Trail = std::vector<NamedPlace>;
Trail trail_to(NamedPlace drawn);
inline Trail trail_to(NoPlace) { return {}; }

/// "src/lessons/01_pooling/figure_pairs.cpp:88".
std::string text_of(NamedPlace place);
/// "src/... by src/charts/cell_matrix.cpp:40".
std::string text_of(const Trail& trail);

/// A name, and the place where it is declared. It can be made from any text from which a string_view can be made.
struct Declared : std::string_view {
  constexpr Declared(const char* name, Place declared = Place::here()) : std::string_view(name), place(declared) {}
  constexpr Declared(std::string_view name, Place declared = Place::here()) : std::string_view(name), place(declared) {}
  [[no_unique_address]] Place place;
};

}  // namespace attn::canvas
