// How a picture arrives on the screen: what was in the picture before, known by its region's id, moves from its old place to its new one;
// all else of a new figure comes up out of the background. A row whose cells become bars, a head that flies to its place: the figures say
// nothing of it, since both pictures name the same things alike.
//
// It works on the triangles that a figure has drawn, so a picture is drawn once, as it will be, and regions answer at their new places
// from the beginning. A shape moves as a whole or not at all: one that lies within a region goes with it. Words and circles keep
// their size, and come up where the region is still too small for them.
#pragma once

#include <imgui.h>

#include <span>
#include <vector>

#include "canvas/regions.h"

namespace attn::canvas {

class Arrival {
 public:
  /// The picture with these regions goes; the next one arrives over `ms` milliseconds. `other` says whether that is another figure.
  void begin(const Regions& before, bool other, double now_ms, float ms);
  bool under_way() const { return ms_ > 0; }

  /// How much is to be seen of what comes up out of the background.
  float opacity(double now_ms) const;

  /// A shape of the picture, which ends where the next one begins.
  struct Shape {
    int first;   ///< its first vertex
    bool rigid;  ///< keeps its size when it moves
  };
  /// Moves the `shapes` of `list`, which the figure with the regions `after` has drawn.
  void apply(ImDrawList& list, std::span<const Shape> shapes, const Regions& after, double now_ms);

 private:
  /// The part of the time that has passed, eased.
  float there(double now_ms) const;
  /// What stays, and where it was.
  struct Moved {
    Rect from, to;
  };
  std::vector<Moved> moved(const Regions& after) const;

  Regions before_;
  bool other_ = false;
  double begun_ms_ = 0;
  float ms_ = 0;  ///< 0 while nothing arrives
};

}  // namespace attn::canvas
