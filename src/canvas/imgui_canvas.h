// A Canvas on the screen. It draws into the current ImGui window and answers to mouse, touch and keyboard.
//
//   canvas.begin(area);          // between ImGui::Begin and End
//   figure.draw(canvas, ...);
//   canvas.end();
//
// An object lives as long as its figure is shown, because it remembers what is held and selected. Coordinates are ImGui's own (CSS pixels
// of the whole surface), so that rect_of() needs no conversion. What is hovered and pressed depends on where the regions were in the last
// frame.
//
// Keys while the figure has the keyboard: n and p (next, previous region), arrows, + and -, space or enter, Escape (`close`, else selects
// nothing).
#pragma once

#include <imgui.h>

#include <string>
#include <vector>

#include "canvas/arrival.h"
#include "canvas/hands.h"

namespace attn::canvas {

class ImGuiCanvas : public Canvas {
 public:
  void set_theme(Theme theme) { theme_ = theme; }
  void set_motion_ms(float ms) { motion_ms_ = ms; }
  /// Lights a result or cell from outside, as a link of the text does; an empty id lights none.
  void light(std::string_view id) { hands_.light(id); }
  void select(std::string_view id) { hands_.select(id); }

  /// The picture of the last frame goes, and from the next frame on another one arrives (arrival.h), of `other` figure or of the same.
  void arrive(bool other) { arrival_.begin(regions_, other, now_ms(), motion_ms_); }
  bool arrives() const { return arrival_.under_way(); }
  /// Whether something that can be clicked was pressed in this frame.
  bool pressed() const { return pressed_; }

  void begin(Rect area);
  /// Between begin() and end(): whether what is drawn from here on is in front of everything else, anywhere in the window.
  void draw_in_front(bool on);
  void end();

  /// Whether something is held. The app makes one step of undo of all that changes meanwhile.
  bool holds() const { return hands_.holds(); }
  /// The grip of what a press at `p` would grab; kHover also where there is nothing.
  Grip grip_at(Point p) const;
  bool has_region_at(Point p) const { return regions_.hit(p, Hands::kTouchReach) != nullptr; }
  /// Keys go to this figure from now on, as if it had been pressed.
  void take_keyboard() { keyboard_ = true; }
  /// Keys do not go to this figure any more.
  void drop_keyboard() { keyboard_ = false; }
  /// Whether keys go elsewhere for a while, from the next begin() on. The selection stays.
  void leave_keys(bool leave) { leaves_keys_ = leave; }
  /// Whether keys go to the figure.
  bool has_keyboard() const { return keyboard_; }
  std::string_view selected() const { return hands_.selected(); }
  /// Whether the selection was made by keyboard, in which case it has a ring.
  bool selects_by_keyboard() const { return hands_.by_keyboard(); }
  /// The region with Grip::kClick that was clicked, tapped or pressed by key in this frame, or empty.
  std::string_view clicked() const { return clicked_; }
  const Regions& regions() const { return regions_; }

  Rect bounds() const override { return area_; }
  const Theme& theme() const override { return theme_; }
  float motion_ms() const override { return motion_ms_; }
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
  bool cloud(const std::shared_ptr<const Cloud>& cloud, const CloudView& view) override;
  void push_clip(Rect r) override;
  void pop_clip() override;
  Interaction region(std::string_view id, Rect r, Grip grip, std::string_view label, Place caller = Place::here()) override;
  Interaction grid(std::string_view id, Rect r, int rows, int cols, Grip grip, std::string_view label,
                   Place caller = Place::here()) override;
  bool is_hot(std::string_view id) const override { return hands_.is_hot(id); }
  std::string_view hot() const override { return hands_.hot(); }
  Rect rect_of(std::string_view id) const override;

 private:
  Interaction declare(Region region);
  HandsInput read_input(bool over, bool active);
  void draw_ring();
  /// What is drawn next is a shape of its own.
  void begin_shape(bool rigid = false);
  void fill_runs(Rect r, int rows, int cols, std::span<const Color> colors);
  static double now_ms() { return 1000 * ImGui::GetTime(); }

  Theme theme_;
  float motion_ms_ = 200;
  Rect area_;
  ImDrawList* list_ = nullptr;
  Regions regions_, last_;  ///< of this frame and of the one before
  Hands hands_;
  std::string clicked_;
  bool pressed_ = false;
  bool keyboard_ = false, leaves_keys_ = false, drawing_ = false;
  int grids_of_cells_ = 0;
  Arrival arrival_;
  std::vector<Arrival::Shape> shapes_;  ///< drawn since begin() in the figure's own place, while it arrives
};

}  // namespace attn::canvas
