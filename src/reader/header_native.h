// The row above text and figure, the page's header with the page's tools in it: the course, the way through it, undo and reset, what
// computes, colours, files. And the bar below the figure: its scene, the reader's own picture, the pin, presenter mode.
//
// Both only draw and say which button was pressed; what that does is the reader's (reader_native.cpp).
#pragma once

#include <string>
#include <string_view>

#include "course/lesson.h"
#include "reader/buttons_native.h"

namespace attn::reader {

inline constexpr float kHeaderHeight = 56, kBarHeight = 42;

struct HeaderState {
  const course::Entry* lesson = nullptr;  ///< the open one; null where it is not in the course's table
  bool previous = false, next = false;    ///< whether there are such lessons
  bool undo = false, redo = false, reset = false;
  std::string_view backend;  ///< that computes now, "CPU" or "GPU"; empty where there is no choice
};

/// Draws into `row`. Returns the pressed button, or empty: `lessons`, `previous`, `next`, `undo`, `redo`, `reset`, `backend`, `theme`,
/// `file`; where there is little room, `more` instead of the last ones.
std::string draw_header(canvas::ImGuiCanvas& canvas, canvas::Rect row, const HeaderState& state, Hover* hover);

struct BarState {
  std::string scene = {};  ///< the heading of the section whose scene is shown
  std::string said = {};   ///< what was done last, instead of it; or empty
  bool pinned = false, own = false;
  bool compares = false;  ///< a state is kept beside the present one
  bool low = false;       ///< the window has no room for all: text and controls are switched
  bool text = false, controls = false;
};

/// Draws into `row`. Returns the pressed button, or empty: `own`, `keep-a` (while a state is kept `swap-a` and `leave-a`), `text` and
/// `controls` in a low window, `pin`, `present`.
std::string draw_bar(canvas::ImGuiCanvas& canvas, canvas::Rect row, const BarState& state, Hover* hover);

}  // namespace attn::reader
