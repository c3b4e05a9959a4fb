// The lesson's text beside its figure in the native window: scrolls, follows links, turns to other lessons and to the source that ran.
#pragma once

#include <string>

#include "api/lab.h"
#include "canvas/imgui_canvas.h"
#include "reader/formula_images_native.h"
#include "reader/page_native.h"

namespace attn::reader {

class Reader {
 public:
  /// `assets` is the folder that lies beside the program: lessons/, formulas/, source/.
  Reader(api::Lab& lab, std::string assets);

  /// Draws the text into a part of `whole` (left of the figure where there is room, else below it); returns what is left. Between
  /// ImGui::Begin and End.
  canvas::Rect draw(canvas::Rect whole);

 private:
  void open_lesson();
  void open_source(const std::string& target);
  void follow(const content::Link& link);
  void scroll_by_keys(float page_height);
  /// Lets the figure follow: it goes to the scene of the section that came into reading position, unless it is pinned.
  void follow_reading(canvas::Rect area);
  /// The buttons that pin the figure and bring the reader's own picture back.
  void draw_pin(canvas::Rect area);

  api::Lab& lab_;
  std::string assets_;
  FormulaImages formulas_;
  Page page_;
  canvas::ImGuiCanvas canvas_;
  const course::Lesson* shown_ = nullptr;  ///< the lesson whose text is open; null while a source is
  float height_ = 0;                       ///< of the text in the last frame
  float scroll_to_ = -1;                   ///< where the next frame begins, or -1
  bool pinned_ = false;                    ///< the figure stays while the reader reads on
  float scrolled_ = 0;                     ///< how far the text was scrolled in the last frame
  std::string reading_;                    ///< the section in reading position
  double since_ = 0;                       ///< when it came there, until the figure goes to it
};

/// The folder `assets` beside the running program.
std::string assets_folder();

}  // namespace attn::reader
