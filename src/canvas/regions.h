// The regions that a figure declared in a frame: where they are and which one lies under a point.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "canvas/canvas.h"

namespace attn::canvas {

/// "weights[1,3]" taken apart: name "weights", row 1, col 3; "key[2]": row 2, col -1; "query": row -1, col -1.
struct RegionId {
  std::string_view name;
  int row = -1, col = -1;
};
RegionId parse_region_id(std::string_view id);
std::string cell_id(std::string_view name, int row, int col);

/// Whether lighting `lit` lights `id`: the same thing, a member of it (`key` lights `key[2]`), or the whole of which it is a member.
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
  /// The region called `id`, or the grid of which it is a cell; the last declared one. Null when there is none.
  const Region* find(std::string_view id) const;
  /// Where `id` (region or cell) is, or an empty rectangle.
  Rect rect_of(std::string_view id) const;
  /// The region that answers to a pointer at `p`, or null: the topmost one there. A region to drag that is smaller than `reach` pixels
  /// also answers within that size, over what lies below it, but not where another one to drag really is.
  const Region* hit(Point p, float reach) const;

 private:
  std::vector<Region> regions_;
};

}  // namespace attn::canvas
