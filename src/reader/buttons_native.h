// The buttons of the native program's chrome, with the page's look: plain words and signs that get a ground under the hand.
#pragma once

#include <string>
#include <string_view>

#include "canvas/imgui_canvas.h"
#include "reader/icons_native.h"

namespace attn::reader {

struct Button {
  std::string id;
  std::string label = {};  ///< what stands on it, or empty
  std::string name = {};   ///< what it does, where the label does not say it
  Icon icon = Icon::kNone;
  bool opens = false;     ///< a menu
  bool enabled = true;    ///< else it answers to nothing
  bool on = false;        ///< it is a switch, and on
  bool outlined = false;  ///< something that is there now only
  float size = 15;        ///< of the letters

  float width() const;
};

/// The height that goes with letters of `size`.
float button_height(float size);

/// What happened to the buttons of a frame, for whoever shows hints.
struct Hover {
  std::string id;  ///< the button under the hand or the keyboard's, or empty
  canvas::Rect rect;
};

/// Draws `button` with its left end at `left` in the middle of `row`. Returns whether it was pressed.
bool draw_button(canvas::ImGuiCanvas& canvas, const Button& button, float left, canvas::Rect row, Hover* hover = nullptr);

}  // namespace attn::reader
