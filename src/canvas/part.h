// A part of a canvas as a canvas of its own: a figure drawn into it fills `area` and cannot draw beyond, and its regions have `prefix`
// before their ids, so that one figure can stand there twice. What is hot in one part is hot in the others, under its own name.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "canvas/canvas.h"

namespace attn::canvas {

/// Of a picture that was kept beside the present one, and of what differs between the two. The present one has none.
inline constexpr std::string_view kKeptPrefix = "a:", kDifferencePrefix = "difference:";
/// `id` without such a prefix: "weights[1,2]" of "a:weights[1,2]".
std::string_view without_prefix(std::string_view id);

/// The ranges of the axes of two pictures, 0 and 1, that are to be read together. Each is drawn once for its ranges to be gathered; when it
/// is drawn for the eye, an axis that both have, by its name and by how often that name came before, covers what either needs.
class SharedRanges {
 public:
  /// What is shared from here on is what the picture needs.
  void gather(int picture) { begin(picture, true), ranges_[picture].clear(); }
  /// From here on it is widened.
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
  /// `still`: nothing in it can be pressed, dragged or painted; it answers to the pointer all the same. `ranges` may be null.
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
