// The native program around a lesson's figure, with what a page has around it: the header, the text beside the figure (below it in a
// narrow window), the bar of its scene, menus, dialogs, hints, and presenter mode.
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
  /// Stands around `stage` from now on. `assets` is the folder that lies beside the program: lessons/, formulas/, source/, outline.tsv.
  Reader(api::Lab& lab, window::Stage& stage, std::string assets, Host host);
  ~Reader();

  void present() { actions_.run("present"); }
  void choose(Colors colors) { actions_.choose(colors); }
  bool presents() const { return presenter_.on(); }

  /// Where a button, an item of the open menu or of the dialog, or a link of the text was drawn last; empty where it is not there.
  canvas::Rect rect_of(std::string_view id) const;

 private:
  /// Draws what stands around the lesson and returns what is left for it.
  canvas::Rect draw(canvas::Rect whole);
  canvas::Rect draw_presenter(canvas::Rect whole);
  /// How high the text below the figure is, of what the header leaves of the window; the bar leaves `rest` of that.
  float text_height(float below_header, float rest) const;
  /// In a low window the controls are there only when they are asked for.
  void fold();
  void use_keys();
  float wheel_beside(canvas::Rect text) const;
  void draw_header(canvas::Rect row, float edge);
  void draw_bar(canvas::Rect row);
  /// Opens the menu `id`, or does what it says.
  void press(const std::string& id, const canvas::ImGuiCanvas& canvas);
  void draw_over(canvas::Rect whole);
  void draw_hint(canvas::Rect whole);
  /// A scene that has just come is faded in.
  void draw_arrival();

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
  bool low_ = false;  ///< the window has no room for figure, text and controls below each other
  /// What a low window shows below the figure; none said yet: the text where it leaves the figure its half.
  enum class Below { kUnsaid, kNothing, kText, kControls } below_ = Below::kUnsaid;
  std::string shown_;    ///< the scene and figure of the last frame
  double arrived_ = -1;  ///< when they came
};

/// The folder `assets` beside the running program.
std::string assets_folder();

}  // namespace attn::reader
