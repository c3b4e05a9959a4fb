// A canvas in front of another. It notes which lines of the program draw what is at a point, and which lines declare the regions, since
// that is what a developer who points at a picture wants to know. Everything that is drawn is passed on to the other canvas unchanged.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "canvas/regions.h"

namespace attn::canvas {

/// What is on top at a point.
struct Seen {
  Rect rect;           ///< of what is drawn there; in a grid, of the cell
  Trail drawn;         ///< empty where nothing is drawn
  std::string region;  ///< "weights[1,3]"; empty where there is none
  Trail declared;      ///< the lines that declare the region
};

class SourceCanvas : public Canvas {
 public:
  SourceCanvas(Canvas& whole, Point at) : whole_(whole), at_(at) {}

  Seen seen() const;
  /// The regions in the order in which they were declared, and the lines that declare each.
  const Regions& regions() const { return regions_; }
  const std::vector<Trail>& declared() const { return declared_; }

  Rect bounds() const override { return whole_.bounds(); }
  const Theme& theme() const override { return whole_.theme(); }
  float motion_ms() const override { return whole_.motion_ms(); }
  void line(Point a, Point b, const Stroke& stroke, Place caller) override;
  void polyline(std::span<const Point> points, const Stroke& stroke, bool closed, Place caller) override;
  void polygon(std::span<const Point> points, Color fill, Place caller) override;
  void rect(Rect r, Color fill, float radius, Place caller) override;
  void border(Rect r, const Stroke& stroke, float radius, Place caller) override;
  void circle(Point center, float radius, Color fill, Place caller) override;
  void ring(Point center, float radius, const Stroke& stroke, Place caller) override;
  void text(Point anchor, std::string_view text, const TextStyle& style, Place caller) override;
  Size measure(std::string_view text, const TextStyle& style) const override { return whole_.measure(text, style); }
  void cells(Rect r, int rows, int cols, std::span<const Color> colors, Place caller) override;
  void segments(std::span<const Segment> lines, Place caller) override;
  void push_clip(Rect r) override;
  void pop_clip() override;
  Interaction region(std::string_view id, Rect r, Grip grip, std::string_view label, Place caller) override;
  Interaction grid(std::string_view id, Rect r, int rows, int cols, Grip grip, std::string_view label, Place caller) override;
  bool is_hot(std::string_view id) const override { return whole_.is_hot(id); }
  std::string_view hot() const override { return whole_.hot(); }
  Rect rect_of(std::string_view id) const override { return whole_.rect_of(id); }
  void share_range(std::string_view name, double* min, double* max) override { whole_.share_range(name, min, max); }

 private:
  /// Whether something in `color` that covers the point would be seen there.
  bool shows(Color color) const;
  bool is_near(std::span<const Point> points, bool closed, float width) const;
  void note(Rect rect, Place caller);
  void declare(Region region, Place caller);

  Canvas& whole_;
  Point at_;
  std::vector<Rect> clips_;
  Rect rect_;
  Trail drawn_;
  Regions regions_;
  std::vector<Trail> declared_;
};

}  // namespace attn::canvas
