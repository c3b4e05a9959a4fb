// A canvas that records what is drawn, with a hand that a test can put on a region.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "canvas/fonts.h"
#include "canvas/svg_canvas.h"

namespace attn::canvas {

class RecordingCanvas : public SvgCanvas {
 public:
  struct Line {
    Point a, b;
    Stroke stroke;
  };
  struct Text {
    std::string text;
    TextStyle style;
    Rect box;
  };
  struct Curve {
    std::vector<Point> points;
    Stroke stroke;
  };

  explicit RecordingCanvas(Size size, Theme theme = Theme(false)) : SvgCanvas(size, theme) {}

  std::vector<Line> lines;
  std::vector<Text> texts;
  std::vector<Curve> curves;
  std::vector<std::vector<Point>> polygons;
  std::vector<Point> circles;
  std::vector<Rect> rects;
  std::map<std::string, Interaction, std::less<>> hands;  ///< by region

  const Text* find(std::string_view wanted) const {
    for (const Text& t : texts)
      if (t.text == wanted) return &t;
    return nullptr;
  }

  void line(Point a, Point b, const Stroke& stroke, Place) override { lines.push_back({a, b, stroke}); }
  void polyline(std::span<const Point> points, const Stroke& stroke, bool, Place) override {
    curves.push_back({{points.begin(), points.end()}, stroke});
  }
  void polygon(std::span<const Point> points, Color, Place) override { polygons.emplace_back(points.begin(), points.end()); }
  void circle(Point center, float, Color, Place) override { circles.push_back(center); }
  void rect(Rect r, Color, float, Place) override { rects.push_back(r); }
  void text(Point at, std::string_view text, const TextStyle& style, Place) override {
    const Size size = measure(text, style);
    const float y = style.baseline == Baseline::kTop ? at.y : at.y - (style.baseline == Baseline::kMiddle ? 0.5f : 1.0f) * size.height;
    texts.push_back({std::string(text), style, {line_left(at.x, size.width, style.align), y, size.width, size.height}});
  }
  Interaction region(std::string_view id, Rect r, Grip grip, std::string_view label, Place) override {
    SvgCanvas::region(id, r, grip, label);
    const auto hand = hands.find(id);
    return hand == hands.end() ? Interaction{} : hand->second;
  }
};

}  // namespace attn::canvas
