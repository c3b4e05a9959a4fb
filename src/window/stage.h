// One frame of the open lesson on ImGui: figure tabs, the figure, its controls, the inspector, the backend switch.
#pragma once

#include <functional>
#include <memory>
#include <string_view>

#include "api/lab.h"
#include "controls/controls.h"

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
  using Typing = std::function<void(const canvas::TextRequest&)>;
  void set_typing(Typing typing) { typing_ = std::move(typing); }
  /// Lets go of what lives in ImGui's context, before that is destroyed.
  void release();

  /// See Screen; rectangles are those of the last frame.
  float height_for(float width) const;
  canvas::Rect rect_of(std::string_view id) const;
  std::string_view grip_at(canvas::Point p) const;
  bool scrolls_at(canvas::Point p) const;
  bool wants_key(std::string_view key) const;

 private:
  struct Parts;
  /// Brings canvases and ImGui's own colours in line with the view.
  void follow_view();
  void begin_by_keyboard();
  float strip_height() const;

  api::Lab& lab_;
  Companion companion_;
  Typing typing_;
  std::unique_ptr<Parts> parts_;
};

}  // namespace attn::window
