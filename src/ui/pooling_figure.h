// The picture of one attention query: keys and the query on one plane, values and the output on another, the weights as columns.
//
// Lines are as thick as the weights; the hull of the values is shaded. Query, keys and values are dragged (regions `query`, `key[i]`,
// `value[i]`), `add` appends a pair, `remove` takes the last one away, a double click on a key its pair.
#pragma once

#include "base/mat.h"
#include "ui/canvas.h"

namespace attn::ui {

/// The planes show a little more than [-reach, reach], so that markers at the rim stay whole: this times as much.
inline constexpr float kPlaneOverscan = 1.1f;

struct PoolingPicture {
  const Mat &query, &keys, &values;  ///< [1,2], [m,2], [m,2]
  const Mat &weights, &output;       ///< [1,m], [1,2]
  Real entropy = 0, effective = 0;
  float reach = 4;  ///< query, keys and values stay in [-reach, reach] in both directions
  int most_pairs = 12;
  bool colours = false;  ///< values are colours (plane_color of value / reach) rather than mere places
  const Mat& field;      ///< [s*s, 2], the output for a query at each cell of the key plane (all that it shows) from the top left
};

/// Changes `query`, `keys` and `values`, which start as copies of those of the picture, by what the hand does.
void draw_pooling(Canvas& canvas, const PoolingPicture& picture, Mat& query, Mat& keys, Mat& values);

/// The place of [-0.8 reach, 0.8 reach]^2 that is farthest from all `points` [m,2]: where a new one is put.
Point free_place(const Mat& points, float reach);

/// `points` [m,2] with `p` appended.
Mat with_point(const Mat& points, Point p);
/// `points` [m,2] without row `i`.
Mat without_point(const Mat& points, int i);

}  // namespace attn::ui
