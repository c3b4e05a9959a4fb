// Nodes and ties, many thousands of each, that stay as they are while the hand moves and zooms the view of them.
//
// A cloud never changes: another picture is another cloud. A canvas with a CloudKeeper therefore keeps what it has once been given, and a
// frame says only how it is seen. charts/cloud.h draws a cloud on any canvas.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "canvas/canvas.h"

struct ImDrawList;

namespace attn::canvas {

struct Cloud {
  struct Node {
    Point at;
    Color color;
    float radius = 1;  ///< times CloudView::radius
  };
  /// Ties and nodes that lie together, beginning where those of the part before end. A part out of view costs nothing.
  struct Part {
    Rect box;  ///< its places lie in it
    size_t ties_end = 0, nodes_end = 0;
  };
  std::vector<Segment> ties;  ///< later ones are above earlier ones; a width goes from 0, CloudView::thin, to 1, CloudView::thick
  std::vector<Node> nodes;    ///< above the ties
  std::vector<Part> parts;    ///< together all ties and nodes
};

/// Where the places of a cloud are seen, and how large its parts are there, in pixels.
struct CloudView {
  Rect area;     ///< what lies outside of it need not be drawn, so that it reaches a little farther than what is shown
  Point origin;  ///< where the place (0, 0) is seen
  Point unit;    ///< from there to where (1, 1) is seen; y is negative where places go up
  float radius = 1, thin = 1, thick = 1;
  size_t first_part = 0;  ///< parts before it are left out

  Point pixel(Point place) const { return {origin.x + unit.x * place.x, origin.y + unit.y * place.y}; }
  /// Whether something between two pixels may be in the area.
  bool sees(Point a, Point b) const {
    return std::max(a.x, b.x) > area.x && std::min(a.x, b.x) < area.right() && std::max(a.y, b.y) > area.y &&
           std::min(a.y, b.y) < area.bottom();
  }
};

/// Calls `use(first, end)` for the ranges of ties, or of nodes, that belong to the parts in view.
template <class Use>
void for_parts_in_view(const Cloud& cloud, const CloudView& view, size_t Cloud::Part::*end, const Use& use) {
  size_t first = 0, last = 0;  // a range that has not been used yet
  for (size_t k = 0; k < cloud.parts.size(); ++k) {
    const Cloud::Part& part = cloud.parts[k];
    const size_t begin = k == 0 ? 0 : cloud.parts[k - 1].*end;
    if (k < view.first_part || !view.sees(view.pixel({part.box.x, part.box.y}), view.pixel({part.box.right(), part.box.bottom()})))
      continue;
    if (begin != last) {
      if (first < last) use(first, last);
      first = begin;
    }
    last = part.*end;
  }
  if (first < last) use(first, last);
}

/// Draws clouds with the renderer of ImGui's triangles, and keeps them where it draws.
class CloudKeeper {
 public:
  virtual ~CloudKeeper() = default;
  /// Draws between the triangles that `list` has now and those that it gets afterwards, within its present clip. Returns false and draws
  /// nothing where the renderer is not up to it.
  virtual bool draw(ImDrawList& list, const std::shared_ptr<const Cloud>& cloud, const CloudView& view, float opacity) = 0;
};

/// The app sets the keeper when its renderer starts, and null when that ends.
void set_cloud_keeper(CloudKeeper* keeper);
CloudKeeper* cloud_keeper();

}  // namespace attn::canvas
