// Points, sizes and rectangles of a figure, in CSS pixels, y down.
#pragma once

#include <algorithm>

namespace attn::canvas {

struct Point {
  float x = 0, y = 0;
};
inline Point operator+(Point a, Point b) { return {a.x + b.x, a.y + b.y}; }
inline Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y}; }
inline Point operator*(float s, Point a) { return {s * a.x, s * a.y}; }

struct Size {
  float width = 0, height = 0;
};

struct Rect {
  float x = 0, y = 0, width = 0, height = 0;

  float right() const { return x + width; }
  float bottom() const { return y + height; }
  Point center() const { return {x + width / 2, y + height / 2}; }
  bool contains(Point p) const { return p.x >= x && p.x < right() && p.y >= y && p.y < bottom(); }
  Rect inset(float dx, float dy) const { return {x + dx, y + dy, std::max(0.0f, width - 2 * dx), std::max(0.0f, height - 2 * dy)}; }
  /// Cuts a band of `h` pixels off the top of this rectangle and returns it. The next three do so at the other sides.
  Rect cut_top(float h) {
    h = std::min(h, height);
    Rect band{x, y, width, h};
    y += h, height -= h;
    return band;
  }
  Rect cut_bottom(float h) {
    h = std::min(h, height);
    height -= h;
    return {x, y + height, width, h};
  }
  Rect cut_left(float w) {
    w = std::min(w, width);
    Rect band{x, y, w, height};
    x += w, width -= w;
    return band;
  }
  Rect cut_right(float w) {
    w = std::min(w, width);
    width -= w;
    return {x + width, y, w, height};
  }
  /// The cell `row`, `col` of this rectangle when it is divided into a regular grid.
  Rect cell(int row, int col, int rows, int cols) const {
    const float w = width / static_cast<float>(cols), h = height / static_cast<float>(rows);
    return {x + w * static_cast<float>(col), y + h * static_cast<float>(row), w, h};
  }
};

}  // namespace attn::canvas
