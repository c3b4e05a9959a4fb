// A Canvas that writes SVG, for vector export, the pages' still pictures, and headless tests. It needs no window and no GPU, and the same
// calls give the same bytes everywhere. Nobody points at it, so its regions only report where they are.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "canvas/regions.h"

namespace attn::canvas {

class SvgCanvas : public Canvas {
 public:
  /// Screen readers read `title` and `description`. `prefix` makes the ids unique where a page has several pictures.
  SvgCanvas(Size size, Theme theme, std::string_view title = {}, std::string_view description = {}, std::string_view prefix = "f");

  /// The whole document; call it once everything has been drawn and every clip popped.
  std::string svg() const;
  /// Writes text as outlines from here on, because a picture in an <img> cannot use the fonts of the page. Text that the bundled fonts do
  /// not cover stays text.
  void outline_text() { outlines_ = true; }
  /// Draws as if `id` were hovered or lit.
  void light(std::string_view id) { lit_ = id; }
  const Regions& regions() const { return regions_; }

  Rect bounds() const override { return {0, 0, size_.width, size_.height}; }
  const Theme& theme() const override { return theme_; }
  float motion_ms() const override { return 0; }
  void line(Point a, Point b, const Stroke& stroke, Place caller = Place::here()) override;
  void polyline(std::span<const Point> points, const Stroke& stroke, bool closed = false, Place caller = Place::here()) override;
  void polygon(std::span<const Point> points, Color fill, Place caller = Place::here()) override;
  void rect(Rect r, Color fill, float radius = 0, Place caller = Place::here()) override;
  void border(Rect r, const Stroke& stroke, float radius = 0, Place caller = Place::here()) override;
  void circle(Point center, float radius, Color fill, Place caller = Place::here()) override;
  void ring(Point center, float radius, const Stroke& stroke, Place caller = Place::here()) override;
  void text(Point anchor, std::string_view text, const TextStyle& style, Place caller = Place::here()) override;
  Size measure(std::string_view text, const TextStyle& style) const override;
  void cells(Rect r, int rows, int cols, std::span<const Color> colors, Place caller = Place::here()) override;
  void segments(std::span<const Segment> lines, Place caller = Place::here()) override;
  void push_clip(Rect r) override;
  void pop_clip() override;
  Interaction region(std::string_view id, Rect r, Grip grip, std::string_view label, Place caller = Place::here()) override;
  Interaction grid(std::string_view id, Rect r, int rows, int cols, Grip grip, std::string_view label,
                   Place caller = Place::here()) override;
  bool is_hot(std::string_view id) const override { return lights(lit_, id); }
  std::string_view hot() const override { return lit_; }
  Rect rect_of(std::string_view id) const override { return regions_.rect_of(id); }

 private:
  void outlined_text(Point anchor, float baseline, std::string_view text, Font font, const TextStyle& style);
  const std::string& glyph_id(Font font, char32_t code_point, int* advance);
  void points_attribute(std::span<const Point> points);

  struct Defined {
    std::string id;  ///< empty for a character without an outline
    int advance = 0;
  };

  Size size_;
  Theme theme_;
  std::string title_, description_, prefix_, lit_, body_, glyphs_;
  std::map<std::pair<Font, char32_t>, Defined> defined_;
  bool outlines_ = false;
  Regions regions_;
  int clips_ = 0, open_clips_ = 0;
};

}  // namespace attn::canvas
