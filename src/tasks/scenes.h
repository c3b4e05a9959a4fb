// Little scenes of coloured things on a dark ground, and the captions that tell them: "a small red circle above a big blue square".
//
// Like drawings.h, nothing of libm is used: a seed draws the same to the last bit natively and in WebAssembly.
#pragma once

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "base/mat.h"
#include "base/rng.h"
#include "base/tokens.h"
#include "tasks/pairs.h"

namespace attn::tasks {

inline constexpr int kSceneSide = 32;  ///< pixels
inline constexpr int kMostTold = 3;    ///< things of a scene that is learned from; a reader may put one more
inline constexpr int kMostThings = 4;

enum class ThingShape { circle, square, triangle, cross };
enum class ThingColor { red, green, blue, yellow, purple };
inline constexpr int kThingShapes = 4, kThingColors = 5;

struct Thing {
  ThingShape shape = ThingShape::circle;
  ThingColor color = ThingColor::red;
  bool big = false;
  double x = 16, y = 16;  ///< its middle, in pixels from the top left corner
  bool operator==(const Thing&) const = default;
};
using Things = std::vector<Thing>;

/// Half of a thing's width, in pixels.
double reach_of(const Thing& thing);
/// Whether (x,y) lies within a thing of this shape about the origin that reaches 1.
bool is_within(ThingShape shape, double x, double y);
/// Red, green and blue, each from 0 to 1.
std::array<Real, 3> rgb_of(ThingColor color);

/// A scene as numbers [s s, 3]: pixels row by row from the top left, with red, green and blue. Later things lie over earlier ones.
Mat picture_of(std::span<const Thing> things);

/// The words of captions. kSceneEnd ends each, and is the input of the first step.
inline constexpr std::array<std::string_view, 17> kSceneWords{"end",   "a",      "small",   "big",      "red",    "green",
                                                              "blue",  "yellow", "purple",  "circle",   "square", "triangle",
                                                              "cross", "above",  "left of", "right of", "nothing"};
inline constexpr int kSceneEnd = 0;
/// Words of the longest caption that is learned from, with its end.
inline constexpr int kLongestCaption = 5 * kMostTold;

/// The things from top to bottom, the order in which they are told.
Things in_order_of_telling(std::span<const Thing> things);
/// What tells the scene, without the end: each thing, and between two of them whether the upper one is above, left of or right of the
/// lower. It is the larger of both distances that is told. A scene without things is "nothing".
Tokens caption_of(std::span<const Thing> things);
std::string caption_text(std::span<const int> words);
/// Whether nobody could tell it otherwise: no two things overlap, none leaves the picture, and neither the order nor a relation is close.
bool is_clear(std::span<const Thing> things);

/// Which word names the shape of thing `told` (in the order of telling): "circle". Words of a caption are counted from 0.
inline int noun_of(int told) { return 5 * told + 3; }
/// Whether a caption word names a shape.
bool is_noun(int word);

/// A thing of this kind in this ninth of the picture is held out: one in eight of the combinations of shape, colour, size and place.
Split split_of_thing(const Thing& thing);

struct Scene {
  Things things;
  Mat picture;  ///< [s s, 3] with noise, and with colours and shapes that vary a little
};
/// A scene of `count` things, at most kMostThings, that is clear. Training never has a held-out thing; a held-out scene has at least one.
Scene draw_scene(Split split, int count, Rng& rng);

}  // namespace attn::tasks
