// What the native program has around a lesson's figure, as a page has it: the header, the text beside the figure (below it in a narrow
// window), the bar of its scene, menus, dialogs, hints, and presenter mode.
#pragma once

#include <string>

#include "api/lab.h"
#include "canvas/imgui_canvas.h"
#include "reader/actions_native.h"
#include "reader/file_dialog_native.h"
#include "reader/header_native.h"
#include "reader/menu_native.h"
#include "reader/presenter_native.h"
#include "reader/text_pane_native.h"
#include "window/stage.h"

namespace attn::reader {

class Reader {
 public:
  /// Surrounds `stage` from now on. `assets` is the folder beside the program with lessons/, formulas/, source/ and outline.tsv.
  Reader(api::Lab& lab, window::Stage& stage, std::string assets, Host host);
  ~Reader();

  void present() { actions_.run("present"); }
  void choose(Colors colors) { actions_.choose(colors); }
  bool presents() const { return presenter_.on(); }

  /// The place where a button, an item of the open menu or of the dialog, or a link of the text was drawn last; empty where there is none.
  canvas::Rect rect_of(std::string_view id) const;

 private:
  /// Draws what is around the lesson and returns what is left for the lesson.
  canvas::Rect draw(canvas::Rect whole);
  canvas::Rect draw_presenter(canvas::Rect whole);
  /// The height of the text below the figure. The window has `below_header` below the header, of which the bar leaves `rest`.
  float text_height(float below_header, float rest) const;
  /// Hides the controls in a low window unless the reader asks for them.
  void fold();
  void use_keys();
  float wheel_beside(canvas::Rect text) const;
  void draw_header(canvas::Rect row, float edge);
  void draw_bar(canvas::Rect row);
  /// Opens the menu `id`, or runs the action `id`.
  void press(const std::string& id, const canvas::ImGuiCanvas& canvas);
  void draw_over(canvas::Rect whole);
  void draw_hint(canvas::Rect whole);
  /// Fades in a scene that has just appeared.

  api::Lab& lab_;
  window::Stage& stage_;
  Host host_;
  TextPane text_;
  Presenter presenter_;
  FileDialog dialog_;
  Menu menu_;
  Actions actions_;
  canvas::ImGuiCanvas header_, bar_, caption_, over_;
  canvas::Theme theme_;
  Hover hover_;
  bool shows_text_ = true;
  bool low_ = false;  ///< whether the window has no room for figure, text and controls below each other
  /// What a low window shows below the figure. As long as the reader has not chosen, it is the text if that leaves the figure half the
  /// height.
  enum class Below { kUnsaid, kNothing, kText, kControls } below_ = Below::kUnsaid;
};

/// The folder `assets` beside the running program.
std::string assets_folder();

}  // namespace attn::reader
