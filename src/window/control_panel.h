// The controls of the open figure, with the tools below them: as many as have room, first texts, then those that the scene sets; the rest
// unfolds.
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

  /// Before a frame. `in_figure`: whether the cells of a parameter can be changed in the figure, so that they need not stand here too.
  void follow(const session::Session& session, const std::function<bool(std::string_view id)>& in_figure);
  /// The height of everything at this width. `strip`: that of the training strip, where it stands above the controls.
  float needed(const api::Lab& lab, float width, float strip) const;
  /// The height of what is drawn where only `room` is left of that: whole rows of controls and the line that unfolds the rest.
  float fitted(const api::Lab& lab, float width, float room) const;
  /// Draws into ImGui's present window; edits go to the session. With the training strip above them, which was `strip` high in the last
  /// frame; returns how high it is.
  float draw(api::Lab& lab, canvas::Rect panel, bool with_strip, float strip);

  bool unfolded() const { return unfolded_; }
  /// Whether not all that is drawn has room.
  bool scrolls() const { return scrolls_; }

 private:
  /// Those that have `room` together at this width, chosen by what the scene speaks of, in the figure's order.
  std::vector<std::string_view> with_room(const session::Document& document, float width, float room) const;
  controls::Controls controls_of(const session::Document& document, const std::vector<std::string_view>& ids, void* edit,
                                 const void* defaults) const;
  void draw_all(api::Lab& lab, canvas::Rect area, float strip);
  float draw_more(canvas::Rect area);
  void draw_entry(api::Lab& lab);

  std::vector<std::string_view> ids_;     ///< in the figure's order
  std::vector<std::string_view> first_;   ///< the same, those first that are put away last
  std::vector<std::string_view> folded_;  ///< of them, those whose cells the figure has
  std::vector<std::string_view> texts_;   ///< of them, those that one types what the figure is about into
  const void* figure_ = nullptr;          ///< of the last frame
  std::string opened_;                    ///< the one whose cells are shown all the same
  bool unfolded_ = false, scrolls_ = false;
  float tools_ = 120, all_ = 0;  ///< heights of the last frame
};

}  // namespace attn::window
