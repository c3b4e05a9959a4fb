// The controls of the open figure, with the tools below them. Where not all have room the leading ones are shown, and the others can be
// unfolded.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "api/lab.h"
#include "canvas/imgui_canvas.h"
#include "canvas/imgui_text_entry.h"
#include "controls/controls.h"

namespace attn::window {

class ControlPanel {
 public:
  /// Asks the outside to lay a text input over the stage; without this the panel draws one itself.
  using Typing = std::function<void(const canvas::TextRequest&)>;

  canvas::ImGuiCanvas canvas;
  canvas::ImGuiTextEntry entry;
  Typing typing;

  /// Must be called before a frame. `in_figure` says whether the cells of a parameter can be changed in the figure, so that they need not
  /// be shown here as well.
  void follow(const session::Session& session, const std::function<bool(std::string_view id)>& in_figure);
  /// The height of everything at this width. `strip` is the height of the training strip if it is above the controls.
  float needed(const api::Lab& lab, float width, float strip) const;
  /// The height of one row of controls at this width, with the button that unfolds the rest at its end.
  float row_height(const api::Lab& lab, float width) const;
  /// Draws into ImGui's present window. Edits go to the session. `with_strip` draws the training strip above the controls; it was `strip`
  /// high in the last frame. Returns its height in this frame.
  float draw(api::Lab& lab, canvas::Rect panel, bool with_strip, float strip);

  bool unfolded() const { return unfolded_; }
  /// Whether there is not room for everything that is drawn.
  bool scrolls() const { return scrolls_; }

 private:
  /// The controls that fit together into `room` at this width, in the figure's order. Those that the scene sets are preferred.
  std::vector<std::string_view> with_room(const session::Document& document, float width, float room) const;
  controls::Controls controls_of(const session::Document& document, const std::vector<std::string_view>& ids, void* edit,
                                 const void* defaults) const;
  void draw_all(api::Lab& lab, canvas::Rect area, float strip);
  void draw_more(canvas::Rect r);
  void draw_entry(api::Lab& lab);

  std::vector<std::string_view> ids_;     ///< all parameters with controls, in the figure's order
  std::vector<std::string_view> first_;   ///< the same, the leading ones first (session/leading_controls.h)
  std::vector<std::string_view> folded_;  ///< those whose cells are in the figure
  const void* figure_ = nullptr;          ///< of the last frame
  std::string opened_;                    ///< the folded one whose cells are shown nevertheless
  bool unfolded_ = false, scrolls_ = false;
  float tools_ = 120, all_ = 0;  ///< heights of the last frame
};

}  // namespace attn::window
