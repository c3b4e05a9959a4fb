// Runs the frames: it takes events, lets a model train for a slice of time, and draws the stage. While nothing changes it does nothing. It
// owns ImGui's context and its renderer; the surface is where they draw.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "api/lab.h"
#include "window/clouds_gl.h"
#include "window/stage.h"
#include "window/surface.h"

namespace attn::window {

class ImGuiScreen : public api::Screen {
 public:
  using MakeSurface = std::function<std::unique_ptr<Surface>(std::string* error)>;

  /// Makes the surface (after ImGui's context) and registers itself as `lab.screen`. Null, with the reason, when that fails.
  static std::unique_ptr<ImGuiScreen> open(api::Lab& lab, const MakeSurface& make_surface, std::string* error);
  ~ImGuiScreen() override;

  /// Draws if there is a reason to, or if `force`. Returns whether another frame is wanted.
  bool frame(bool force = false);
  bool wants_frame() const { return pending_ > 0 || lab_.session.busy(); }
  /// When no frame is wanted: the number of milliseconds after which frame() has to be called again, because something plays. -1 means that
  /// it has to be called only when something happens.
  double rest_ms() const { return lost_ ? -1 : lab_.session.rest_ms(); }
  void resize(canvas::Size size);
  Surface& surface() { return *surface_; }
  Stage& stage() { return stage_; }

  /// The GL context is gone with everything in it, so that drawing pauses.
  void context_lost();
  /// There is a new context. Makes again what was in the old one.
  void context_restored();

  void request_frame() override { pending_ = kSettle; }
  void request_picture() override { pending_ = std::max(pending_, 1); }
  canvas::Rect rect_of(std::string_view id) override;
  float height_for(float width) override { return stage_.height_for(width); }
  std::string_view grip_at(canvas::Point p) override { return stage_.grip_at(p); }
  bool scrolls_at(canvas::Point p) override { return stage_.scrolls_at(p); }
  bool wants_key(std::string_view key) override { return stage_.wants_key(key); }
  int frames() const override { return frames_; }
  double frame_ms() const override { return frame_ms_; }

 private:
  /// The number of frames after an event until ImGui has come to rest. It spreads queued input over several frames, and knows only a frame
  /// later what is hovered.
  static constexpr int kSettle = 3;

  explicit ImGuiScreen(api::Lab& lab) : lab_(lab), stage_(lab) {}
  void draw();
  /// The part of a frame's time that is left for training.
  double training_budget() const;

  api::Lab& lab_;
  Stage stage_;
  std::unique_ptr<Surface> surface_;
  std::unique_ptr<Clouds> clouds_;  ///< of the present context
  bool lost_ = false;
  int pending_ = kSettle;
  int frames_ = 0;
  double frame_ms_ = 0;
  double draw_ms_ = 0;   ///< how long drawing took in the last frames, without training
  double drawn_at_ = 0;  ///< when a frame was drawn last
};

}  // namespace attn::window
