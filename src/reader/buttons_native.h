// The buttons of the native program's chrome, which look as in the pages: plain words and icons that get a background when they are
// hovered.
#pragma once

#include <string>
#include <string_view>

#include "canvas/imgui_canvas.h"
#include "reader/icons_native.h"

namespace attn::reader {

struct Button {
  std::string id;
  std::string label = {};  ///< the text on it, or empty
  std::string name = {};   ///< says what it does where the label does not
  Icon icon = Icon::kNone;
  bool opens = false;     ///< whether it opens a menu
  bool enabled = true;    ///< a button that is not enabled does not answer
  bool on = false;        ///< whether it is a switch that is on
  bool outlined = false;  ///< for a button that is there only for the moment
  float size = 15;        ///< of the letters

  float width() const;
};

/// The height of a button with letters of `size`.
float button_height(float size);

/// The button for which a hint may be shown in this frame.
struct Hover {
  std::string id;  ///< the button that is hovered or selected by keyboard, or empty
  canvas::Rect rect;
};

/// Draws `button` with its left end at `left`, vertically centred in `row`. Returns whether it was pressed.
bool draw_button(canvas::ImGuiCanvas& canvas, const Button& button, float left, canvas::Rect row, Hover* hover = nullptr);

}  // namespace attn::reader
