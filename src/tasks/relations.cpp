// A ring and a cross among other shapes: which of the two is further to the left?
#include <algorithm>
#include <array>
#include <cmath>

#include "tasks/drawings.h"

namespace attn::tasks {
namespace {

constexpr double kRoom = 3.3;  ///< half of the square that a shape has to itself, in pixels

enum RelationShape { kRing, kCross, kSquare, kTriangle, kBar, kTick, kShapes };

void draw_relation_shape(RelationShape shape, const PenPoint& at, Rng& rng, Mat* ink) {
  const double size = rng.uniform(2.0, 2.9), width = rng.uniform(1.1, 1.6), turn = rng.uniform(-0.2, 0.2);
  const auto draw = [&](Stroke stroke, bool smooth = false) {
    for (PenPoint& p : stroke) p = {at.x + size * (p.x - turn * p.y), at.y + size * (p.y + turn * p.x)};
    add_stroke(smooth ? smooth_through(stroke) : stroke, width, ink);
  };
  switch (shape) {
    case kRing:
      return draw({{1, 0}, {.71, .71}, {0, 1}, {-.71, .71}, {-1, 0}, {-.71, -.71}, {0, -1}, {.71, -.71}, {1, 0}}, true);
    case kCross:
      draw({{-.8, -.8}, {.8, .8}});
      return draw({{-.8, .8}, {.8, -.8}});
    case kSquare:
      return draw({{-.8, -.8}, {.8, -.8}, {.8, .8}, {-.8, .8}, {-.8, -.8}});
    case kTriangle:
      return draw({{0, -.9}, {.9, .75}, {-.9, .75}, {0, -.9}});
    case kBar:
      return rng.below(2) ? draw({{-1, 0}, {1, 0}}) : draw({{0, -1}, {0, 1}});
    default:
      return draw({{-.8, 0}, {-.2, .7}, {.9, -.8}});
  }
}

/// In which of 36 fields of the sheet a place is.
int field_of(const PenPoint& p) { return static_cast<int>(p.y * 6 / kDrawingSide) * 6 + static_cast<int>(p.x * 6 / kDrawingSide); }

Split split_of_places(const PenPoint& ring, const PenPoint& cross) {
  const std::uint64_t mixed = (static_cast<std::uint64_t>(field_of(ring) * 36 + field_of(cross)) + 1) * 0x9E3779B97F4A7C15ull;
  return (mixed >> 40) % 8 == 0 ? Split::kHeldOut : Split::kTraining;
}

}  // namespace

LabelledDrawing draw_relation(Split split, Rng& rng) {
  constexpr double kLeastApart = 2.5, kNoise = 0.06;
  Rng own = rng.split();
  std::vector<PenPoint> places;
  const auto place = [&own] { return PenPoint{own.uniform(kRoom, kDrawingSide - kRoom), own.uniform(kRoom, kDrawingSide - kRoom)}; };
  const auto apart = [](const PenPoint& a, const PenPoint& b) { return std::max(std::abs(a.x - b.x), std::abs(a.y - b.y)) >= 2 * kRoom; };
  do places = {place(), place()};
  while (!apart(places[0], places[1]) || std::abs(places[0].x - places[1].x) < kLeastApart ||
         split_of_places(places[0], places[1]) != split);
  const std::size_t others = 1 + own.below(4);
  for (int tries = 0; tries < 40 && places.size() < 2 + others; ++tries) {
    const PenPoint at = place();
    if (std::all_of(places.begin(), places.end(), [&](const PenPoint& p) { return apart(p, at); })) places.push_back(at);
  }
  LabelledDrawing out{Mat::Zero(kDrawingSide, kDrawingSide), places[0].x < places[1].x ? 1 : 0};
  for (std::size_t i = 0; i < places.size(); ++i)
    draw_relation_shape(i < 2 ? static_cast<RelationShape>(i) : static_cast<RelationShape>(2 + own.below(kShapes - 2)), places[i], own,
                        &out.ink);
  for (Index i = 0; i < out.ink.size(); ++i) {
    Real& pixel = out.ink.data()[i];
    pixel = std::clamp(pixel + static_cast<Real>(own.normal(0, kNoise)), Real(0), Real(1));
  }
  return out;
}

}  // namespace attn::tasks
