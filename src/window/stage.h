// One frame of the open lesson on ImGui: figure tabs, the figure, its controls, the inspector, the backend switch.
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
  /// Draws beside the lesson (the native reader) within `whole` and returns what is left for the lesson.
  using Companion = std::function<canvas::Rect(api::Lab& lab, canvas::Rect whole)>;

  explicit Stage(api::Lab& lab);
  ~Stage();

  /// Draws one frame; ImGui's frame has begun. Edits go through the session.
  void draw();
  void set_companion(Companion companion) { companion_ = std::move(companion); }
  /// Asks the outside to lay a text input over the stage; without this the stage draws one itself.
  using Typing = ControlPanel::Typing;
  void set_typing(Typing typing);
  /// Lets go of what lives in ImGui's context, before that is destroyed.
  void release();

  /// See Screen; rectangles are those of the last frame.
  float height_for(float width) const;
  canvas::Rect rect_of(std::string_view id) const;
  std::string_view grip_at(canvas::Point p) const;
  bool scrolls_at(canvas::Point p) const;
  bool wants_key(std::string_view key) const;

  /// The canvases of the last frame in the order in which Tab goes through them, the figure's first.
  std::vector<canvas::ImGuiCanvas*> canvases();
  /// Arrow keys and Enter do not select in the figure by themselves: they are the companion's.
  void leave_arrows(bool leave) { leaves_arrows_ = leave; }

 private:
  struct Parts;
  /// Brings canvases and ImGui's own colours in line with the view.
  void follow_view();
  void begin_by_keyboard();
  float strip_height() const;
  Needs needs() const;

  api::Lab& lab_;
  Companion companion_;
  bool leaves_arrows_ = false;
  std::unique_ptr<Parts> parts_;
};

}  // namespace attn::window
