// Draws a frame of the open lesson with ImGui: the figures' tabs, the figure, its controls, the inspector, the backend switch.
#pragma once

#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "api/lab.h"
#include "window/control_panel.h"
#include "window/layout.h"

namespace attn::window {

class Stage {
 public:
  /// Draws something beside the lesson within `whole`, as the native reader does, and returns what is left for the lesson.
  using Companion = std::function<canvas::Rect(api::Lab& lab, canvas::Rect whole)>;

  explicit Stage(api::Lab& lab);
  ~Stage();

  /// Draws one frame. ImGui's frame must have begun. Edits go to the session.
  void draw();
  void set_companion(Companion companion) { companion_ = std::move(companion); }
  /// Asks the outside to lay a text input over the stage; without this the stage draws one itself.
  using Typing = ControlPanel::Typing;
  void set_typing(Typing typing);
  /// Releases what is in ImGui's context. Must be called before that is destroyed.
  void release();

  /// These implement api::Screen. Rectangles are those of the last frame.
  float height_for(float width) const;
  canvas::Rect rect_of(std::string_view id) const;
  std::string_view grip_at(canvas::Point p) const;
  bool scrolls_at(canvas::Point p) const;
  bool wants_key(std::string_view key) const;

  /// The canvases of the last frame, in the order in which Tab goes through them, beginning with the figure's.
  std::vector<canvas::ImGuiCanvas*> canvases();
  /// Whether arrow keys and Enter do not select something in the figure where nothing is selected, because the companion uses them.
  void leave_arrows(bool leave) { leaves_arrows_ = leave; }

 private:
  struct Parts;
  /// Adapts the canvases and ImGui's own colours to the view.
  void follow_view();
  void begin_by_keyboard();
  /// Whether this key lets the story of the open figure go on.
  bool tells_by(std::string_view key) const;
  float strip_height() const;
  Needs needs() const;

  api::Lab& lab_;
  Companion companion_;
  bool leaves_arrows_ = false;
  std::unique_ptr<Parts> parts_;
};

}  // namespace attn::window
