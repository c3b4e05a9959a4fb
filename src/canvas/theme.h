// The colours of everything that is drawn: one for each role, in a light and a dark set.
//
// Roles mean the same in text, formulas, figures and tables: query blue, key orange, value green, output purple. Weights (0 to 1) use
// the sequential map, which starts at the background; signed numbers use the diverging map, centred on zero. The web pages' CSS custom
// properties are generated from this table (css()), so that no colour is stated twice.
#pragma once

#include <string>

namespace attn::canvas {

struct Color {
  float r = 0, g = 0, b = 0, a = 1;
  Color with_alpha(float alpha) const { return {r, g, b, alpha}; }
};

Color mix(Color a, Color b, float t);
/// "#rrggbb", without alpha.
std::string to_hex(Color color);

enum class Role {
  kBackground,  ///< the page
  kSurface,     ///< panels, wells, tracks
  kInk,         ///< text and axes
  kMuted,       ///< secondary text; still legible (4.5:1)
  kFaint,       ///< grid lines, disabled
  kAccent,      ///< focus, links, what is hovered
  kQuery,
  kKey,
  kValue,
  kOutput,
  kWarning,
  kGood,
  kCount
};

/// The role's name in CSS custom properties: `--query`, `--key`, ...
const char* role_name(Role role);

class Theme {
 public:
  explicit Theme(bool dark = false) : dark_(dark) {}
  bool dark() const { return dark_; }
  Color of(Role role) const;
  /// The colour of a weight t in [0, 1] (clamped). 0 has the background's colour, and equal steps look equal.
  Color sequential(float t) const;
  /// The colour of a signed number t in [-1, 1] (clamped): from blue through the background's colour to red.
  Color diverging(float t) const;
  /// Ink or background, whichever reads better on `fill`.
  Color on(Color fill) const;

 private:
  bool dark_;
};

/// `:root { --ink: #...; ... }` for both themes, by media query and by data-theme attribute.
std::string css();

}  // namespace attn::canvas
