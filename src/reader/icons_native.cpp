#include "reader/icons_native.h"

#include <cmath>
#include <numbers>
#include <vector>

namespace attn::reader {
namespace {

/// Draws on a square of `units` with its middle at `center`.
class Pen {
 public:
  Pen(canvas::Canvas& canvas, canvas::Point center, float scale, float units, canvas::Stroke stroke)
      : canvas_(canvas), scale_(scale), origin_{center.x - scale * units / 2, center.y - scale * units / 2}, stroke_(stroke) {}

  canvas::Point at(canvas::Point p) const { return origin_ + scale_ * p; }
  void path(std::vector<canvas::Point> points) const {
    for (canvas::Point& p : points) p = at(p);
    canvas_.polyline(points, stroke_);
  }
  /// Draws an arc from one angle to another, in degrees clockwise from the right, and the lines that lead to it and away from it.
  void arc(canvas::Point center, float radius, float from, float to, std::vector<canvas::Point> before = {},
           const std::vector<canvas::Point>& after = {}) const {
    constexpr int kPieces = 24;
    for (int i = 0; i <= kPieces; ++i) {
      const float angle = (from + (to - from) * static_cast<float>(i) / kPieces) * std::numbers::pi_v<float> / 180;
      before.push_back(center + radius * canvas::Point{std::cos(angle), std::sin(angle)});
    }
    before.insert(before.end(), after.begin(), after.end());
    path(std::move(before));
  }
  void dot(canvas::Point center, float radius) const { canvas_.circle(at(center), scale_ * radius, stroke_.color); }
  void ring(canvas::Point center, float radius) const { canvas_.ring(at(center), scale_ * radius, stroke_); }

 private:
  canvas::Canvas& canvas_;
  float scale_;
  canvas::Point origin_;
  canvas::Stroke stroke_;
};

/// A ring whose right half is filled.
void draw_halves(canvas::Canvas& canvas, const Pen& pen, canvas::Color color) {
  std::vector<canvas::Point> half;
  for (int i = 0; i <= 16; ++i) {
    const float angle = (static_cast<float>(i) / 16 - 0.5f) * std::numbers::pi_v<float>;
    half.push_back(pen.at({10 + 6.5f * std::cos(angle), 10 + 6.5f * std::sin(angle)}));
  }
  canvas.polygon(half, color);
  pen.ring({10, 10}, 6.5f);
}

}  // namespace

void draw_icon(canvas::Canvas& canvas, Icon icon, canvas::Point center, float size, canvas::Color color) {
  constexpr float kUnits = 20;
  const float scale = size / kUnits;
  const Pen pen(canvas, center, scale, kUnits, {color, 1.5f * scale * kUnits / 18});
  switch (icon) {
    case Icon::kNone:
      break;
    case Icon::kUndo:
      pen.path({{7, 4}, {3, 8}, {7, 12}});
      pen.arc({12, 13}, 5, -90, 90, {{3.5f, 8}}, {{8, 18}});
      break;
    case Icon::kRedo:
      pen.path({{13, 4}, {17, 8}, {13, 12}});
      pen.arc({8, 13}, 5, -90, -270, {{16.5f, 8}}, {{12, 18}});
      break;
    case Icon::kReset:
      pen.arc({10, 11}, 7, -40, -360);
      pen.path({{16, 3}, {16, 7}, {12, 7}});
      break;
    case Icon::kPrevious:
      pen.path({{12, 5}, {7, 10}, {12, 15}});
      break;
    case Icon::kNext:
      pen.path({{8, 5}, {13, 10}, {8, 15}});
      break;
    case Icon::kOpens:
      pen.path({{5, 8}, {10, 13}, {15, 8}});
      break;
    case Icon::kTheme:
      draw_halves(canvas, pen, color);
      break;
    case Icon::kFile:
      pen.path({{10, 13}, {10, 3}});
      pen.path({{6, 7}, {10, 3}, {14, 7}});
      pen.path({{4, 11}, {4, 17}, {16, 17}, {16, 11}});
      break;
    case Icon::kMore:
      for (const float x : {4.0f, 10.0f, 16.0f}) pen.dot({x, 10}, 1.6f);
      break;
    case Icon::kPin:
      pen.ring({10, 10}, 4);
      break;
    case Icon::kTick:
      pen.path({{4, 10}, {8, 14}, {16, 5}});
      break;
  }
}

void draw_brand(canvas::Canvas& canvas, canvas::Point center, float size) {
  constexpr float kUnits = 24;
  const float scale = size / kUnits;
  const Pen pen(canvas, center, scale, kUnits, {canvas.color(canvas::Role::kMuted), 1.4f * scale});
  for (const canvas::Point end : {canvas::Point{17, 5.5f}, canvas::Point{17, 12}, canvas::Point{17, 18.5f}}) pen.path({{8, 12}, end});
  const Pen query(canvas, center, scale, kUnits, {canvas.color(canvas::Role::kQuery), 1});
  query.dot({5, 12}, 3.2f);
  for (const float y : {3.0f, 9.5f, 16.0f}) {
    const canvas::Point corner = pen.at({16.6f, y});
    canvas.rect({corner.x, corner.y, 5 * scale, 5 * scale}, canvas.color(canvas::Role::kKey), scale);
  }
}

}  // namespace attn::reader
