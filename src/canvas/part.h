// A part of a canvas as a canvas of its own. A figure drawn into it fills `area` and cannot draw outside. Its regions get `prefix` before
// their ids, so that a figure can be drawn twice. What is hot in one part is hot in the others as well.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "canvas/canvas.h"

namespace attn::canvas {

/// The prefixes for a picture that was kept beside the present one, and for the difference between the two. The present picture has none.
inline constexpr std::string_view kKeptPrefix = "a:", kDifferencePrefix = "difference:";
/// `id` without such a prefix: "weights[1,2]" of "a:weights[1,2]".
std::string_view without_prefix(std::string_view id);

/// The ranges of the axes of two pictures, 0 and 1, that are compared with each other. Each picture is first drawn in order to gather its
/// ranges. When it is drawn for the reader, an axis that both pictures have is widened to what both need. Axes are the same if they have
/// the same name, and the same number of axes of that name came before.
class SharedRanges {
 public:
  /// From here on share() notes the ranges that the picture needs.
  void gather(int picture) { begin(picture, true), ranges_[picture].clear(); }
  /// From here on share() widens the ranges of the picture.
  void apply(int picture) { begin(picture, false); }
  void share(std::string_view name, double* min, double* max);

 private:
  void begin(int picture, bool gathering) {
    picture_ = picture, gathering_ = gathering;
    seen_.clear();
  }

  std::map<std::string, std::pair<double, double>> ranges_[2];
  std::map<std::string, int> seen_;
  int picture_ = 0;
  bool gathering_ = false;
};

class PartCanvas : public Canvas {
 public:
  /// With `still` nothing in it can be pressed, dragged or painted, but things can be hovered. `ranges` may be null.
  PartCanvas(Canvas& whole, Rect area, std::string_view prefix, bool still, SharedRanges* ranges = nullptr);
  ~PartCanvas() override;
  PartCanvas(const PartCanvas&) = delete;
  PartCanvas& operator=(const PartCanvas&) = delete;

  Rect bounds() const override { return area_; }
  const Theme& theme() const override { return whole_.theme(); }
  float motion_ms() const override { return whole_.motion_ms(); }
  void line(Point a, Point b, const Stroke& stroke, Place caller) override { whole_.line(a, b, stroke, caller); }
  void polyline(std::span<const Point> points, const Stroke& stroke, bool closed, Place caller) override {
    whole_.polyline(points, stroke, closed, caller);
  }
  void polygon(std::span<const Point> points, Color fill, Place caller) override { whole_.polygon(points, fill, caller); }
  void rect(Rect r, Color fill, float radius, Place caller) override { whole_.rect(r, fill, radius, caller); }
  void border(Rect r, const Stroke& stroke, float radius, Place caller) override { whole_.border(r, stroke, radius, caller); }
  void circle(Point center, float radius, Color fill, Place caller) override { whole_.circle(center, radius, fill, caller); }
  void ring(Point center, float radius, const Stroke& stroke, Place caller) override { whole_.ring(center, radius, stroke, caller); }
  void text(Point anchor, std::string_view text, const TextStyle& style, Place caller) override {
    whole_.text(anchor, text, style, caller);
  }
  Size measure(std::string_view text, const TextStyle& style) const override { return whole_.measure(text, style); }
  void cells(Rect r, int rows, int cols, std::span<const Color> colors, Place caller) override {
    whole_.cells(r, rows, cols, colors, caller);
  }
  void segments(std::span<const Segment> lines, Place caller) override { whole_.segments(lines, caller); }
  bool cloud(const std::shared_ptr<const Cloud>& cloud, const CloudView& view) override { return whole_.cloud(cloud, view); }
  void push_clip(Rect r) override { whole_.push_clip(r); }
  void pop_clip() override { whole_.pop_clip(); }
  Interaction region(std::string_view id, Rect r, Grip grip, std::string_view label, Place caller) override;
  Interaction grid(std::string_view id, Rect r, int rows, int cols, Grip grip, std::string_view label, Place caller) override;
  bool is_hot(std::string_view id) const override;
  std::string_view hot() const override { return without_prefix(whole_.hot()); }
  Rect rect_of(std::string_view id) const override { return whole_.rect_of(named(id)); }
  void share_range(std::string_view name, double* min, double* max) override;

 private:
  std::string named(std::string_view id) const { return std::string(prefix_).append(id); }
  Grip grip_of(Grip grip) const { return still_ ? Grip::kHover : grip; }
  Interaction quiet(Interaction hand) const;

  Canvas& whole_;
  Rect area_;
  std::string_view prefix_;
  bool still_;
  SharedRanges* ranges_;
};

}  // namespace attn::canvas
