// The regions that a figure has declared in a frame: where each is, and which one is at a point.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "canvas/canvas.h"

namespace attn::canvas {

/// The parts of an id. "weights[1,3]" has the name "weights", row 1, col 3; "key[2]" has row 2, col -1; "query" has row -1, col -1.
struct RegionId {
  std::string_view name;
  int row = -1, col = -1;
};
RegionId parse_region_id(std::string_view id);
std::string cell_id(std::string_view name, int row, int col);

/// Whether lighting `lit` also lights `id`: because it is the same, a member of it (`key` lights `key[2]`), or the whole that it belongs
/// to.
bool lights(std::string_view lit, std::string_view id);

struct Region {
  std::string id, label;
  Rect rect;
  int rows = 0, cols = 0;  ///< 0 unless a grid
  Grip grip = Grip::kHover;

  bool is_grid() const { return rows > 0 && cols > 0; }
  /// The cell of a grid under `p`, clamped to the grid.
  void cell_at(Point p, int* row, int* col) const;
};

class Regions {
 public:
  void clear() { regions_.clear(); }
  void add(Region region) { regions_.push_back(std::move(region)); }
  const std::vector<Region>& all() const { return regions_; }
  /// The region called `id`, or the grid of which it is a cell. Of several it is the one declared last; null where there is none.
  const Region* find(std::string_view id) const;
  /// The place of the region or cell `id`, or an empty rectangle.
  Rect rect_of(std::string_view id) const;
  /// The region that answers to a pointer at `p`: the topmost one there, or null. A region that can be dragged and is smaller than `reach`
  /// pixels answers as if it had that size, in front of what is below it, except where another region that can be dragged really is.
  const Region* hit(Point p, float reach) const;

 private:
  std::vector<Region> regions_;
};

}  // namespace attn::canvas
