// A matrix of weights that is larger than the screen, looked at like a map: it is moved and zoomed, and only what can be seen is asked for.
//
// From afar a pixel stands for many cells and has the colour of the largest weight among them, so that no weight is lost from sight. Near
// enough, cells have names and numbers. Colours go by the square root of the weight, since in a large matrix nearly all weights are small.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/mat.h"
#include "canvas/canvas.h"

namespace attn::lessons::large_map {

/// A part of a matrix in tiles: tile (i, j) has the `row_step` rows from `first_row` + i `row_step` on, and columns likewise. The last ones
/// may be cut off by the end of the matrix. Steps are powers of two.
struct Tiles {
  Index first_row = 0, first_col = 0;
  Index rows = 0, cols = 0;  ///< the number of tiles
  Index row_step = 1, col_step = 1;
  bool operator==(const Tiles&) const = default;
};

/// Non-negative weights, of which a map asks what it shows.
class WeightField {
 public:
  virtual ~WeightField() = default;
  /// A number that no other field has.
  long serial() const { return serial_; }
  virtual Index rows() const = 0;
  virtual Index cols() const = 0;
  virtual Real largest() const = 0;
  virtual Real at(Index row, Index col) const = 0;
  /// [1, cols].
  virtual Mat row(Index row) const = 0;
  /// The largest weight of each tile, [tiles.rows, tiles.cols].
  virtual Mat largest_of(const Tiles& tiles) const = 0;

 private:
  static inline long made_ = 0;
  long serial_ = ++made_;
};

/// A matrix that is there as a whole, with its halves, quarters, ... beside it, in which a cell is the largest of four.
class WholeField final : public WeightField {
 public:
  explicit WholeField(Mat weights);

  const Mat& weights() const { return levels_.front(); }
  Index rows() const override { return weights().rows(); }
  Index cols() const override { return weights().cols(); }
  Real largest() const override { return largest_; }
  Real at(Index row, Index col) const override { return weights()(row, col); }
  Mat row(Index row) const override { return weights().row(row); }
  Mat largest_of(const Tiles& tiles) const override;

 private:
  std::vector<Mat> levels_;
  Real largest_ = 0;
};

/// How a map is looked at.
struct MapView {
  Real x = Real(0.5), y = Real(0.5);  ///< the place in the middle, as shares of the columns and of the rows
  Real zoom = 1;                      ///< 1 shows all; an axis whose cells are large enough for numbers is zoomed no further
};
inline constexpr Real kNearestMap = 40000;

struct LargeMap {
  std::string_view id;  ///< the region of the map; `id-in`, `id-out` and `id-whole` are buttons, `id-query` is the handle of the marked row
  const WeightField& field;
  std::string_view row_name, col_name;                     ///< "queries x"
  std::function<std::string(Index)> row_label, col_label;  ///< of one row or column, short
  bool numbered = false;         ///< rows and columns have numbers, from 1, which are written where labels are not
  double query = 0;              ///< the row that is marked; it may lie between two
  std::string_view query_label;  ///< of its handle, for screen readers
};

/// What the hand wants in this frame.
struct MapHand {
  std::optional<MapView> view;
  std::optional<double> query;
};

/// Draws the map into `area`, and below it the weights of the marked row over the same columns.
MapHand draw_large_map(canvas::Canvas& canvas, canvas::Rect area, const LargeMap& map, const MapView& view,
                       canvas::Place caller = canvas::Place::here());

}  // namespace attn::lessons::large_map
