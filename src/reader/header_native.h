// The header above text and figure, and the bar below the figure. The header is that of a page, with the page's tools in it: the list of
// lessons, the way to the next one, undo and reset, the backend, colours, files. The bar has the figure's scene, the reader's own picture,
// the pin, and presenter mode.
//
// Both only draw, and say which button was pressed. reader_native.cpp decides what that does.
#pragma once

#include <string>
#include <string_view>

#include "course/lesson.h"
#include "reader/buttons_native.h"

namespace attn::reader {

inline constexpr float kHeaderHeight = 56, kBarHeight = 42;

struct HeaderState {
  const course::Entry* lesson = nullptr;  ///< the open lesson; null where it is not in the course's table
  bool previous = false, next = false;    ///< whether there are such lessons
  bool undo = false, redo = false, reset = false;
  std::string_view backend;  ///< the one that computes, "CPU" or "GPU"; empty where there is no choice
};

/// Draws the header into `row`. Returns the button that was pressed, or an empty string. The buttons are `lessons`, `previous`, `next`,
/// `undo`, `redo`, `reset`, `backend`, `theme` and `file`; where there is little room, `more` replaces the last ones.
std::string draw_header(canvas::ImGuiCanvas& canvas, canvas::Rect row, const HeaderState& state, Hover* hover);

struct BarState {
  std::string scene = {};  ///< the heading of the section whose scene is shown
  std::string said = {};   ///< if not empty, what was done last, which is shown instead
  bool pinned = false, own = false;
  bool compares = false;  ///< whether a state is kept beside the present one
  bool low = false;       ///< whether the window has no room for text and controls together, so that the reader switches between them
  bool text = false, controls = false;
};

/// Draws the bar into `row`. Returns the button that was pressed, or an empty string. The buttons are `own`, `keep-a` (or `swap-a` and
/// `leave-a` while a state is kept), `text` and `controls` (in a low window), `pin` and `present`.
std::string draw_bar(canvas::ImGuiCanvas& canvas, canvas::Rect row, const BarState& state, Hover* hover);

}  // namespace attn::reader
