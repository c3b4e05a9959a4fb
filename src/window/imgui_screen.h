// Frames: events in, a slice of training where there is some, the stage drawn, nothing while nothing changes. Owns ImGui's context and its
// renderer; the surface says where to.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "api/lab.h"
#include "window/stage.h"
#include "window/surface.h"

namespace attn::window {

class ImGuiScreen : public api::Screen {
 public:
  using MakeSurface = std::function<std::unique_ptr<Surface>(std::string* error)>;

  /// Makes the surface (after ImGui's context) and registers itself as `lab.screen`. Null, with the reason, when that fails.
  static std::unique_ptr<ImGuiScreen> open(api::Lab& lab, const MakeSurface& make_surface, std::string* error);
  ~ImGuiScreen() override;

  /// Draws if anything asks for it, or if `force`. Returns whether another frame is wanted.
  bool frame(bool force = false);
  bool wants_frame() const { return pending_ > 0 || lab_.session.busy(); }
  /// Where no frame is wanted: after so many milliseconds it is to be asked again, since something plays; -1: only when something happens.
  double rest_ms() const { return lost_ ? -1 : lab_.session.playback().rest_ms(); }
  void resize(canvas::Size size);
  Surface& surface() { return *surface_; }
  Stage& stage() { return stage_; }

  /// The GL context is gone with everything in it; drawing pauses.
  void context_lost();
  /// There is a new one: rebuilds what the old one held.
  void context_restored();

  void request_frame() override { pending_ = kSettle; }
  canvas::Rect rect_of(std::string_view id) override;
  float height_for(float width) override { return stage_.height_for(width); }
  std::string_view grip_at(canvas::Point p) override { return stage_.grip_at(p); }
  bool scrolls_at(canvas::Point p) override { return stage_.scrolls_at(p); }
  bool wants_key(std::string_view key) override { return stage_.wants_key(key); }
  int frames() const override { return frames_; }
  double frame_ms() const override { return frame_ms_; }

 private:
  /// Frames after an event until ImGui has come to rest: it spreads queued input over frames and knows hovering one frame late.
  static constexpr int kSettle = 3;

  explicit ImGuiScreen(api::Lab& lab) : lab_(lab), stage_(lab) {}
  void draw();
  /// What is left of a frame's time for training.
  double training_budget() const;

  api::Lab& lab_;
  Stage stage_;
  std::unique_ptr<Surface> surface_;
  bool lost_ = false;
  int pending_ = kSettle;
  int frames_ = 0;
  double frame_ms_ = 0;
  double draw_ms_ = 0;   ///< of the last frames, without training
  double drawn_at_ = 0;  ///< when the last one was
};

}  // namespace attn::window
