// The text of the open lesson, or the source of code that ran. It opens the text, scrolls it, follows its links, and lets the figure follow
// the reading.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "api/lab.h"
#include "canvas/imgui_canvas.h"
#include "reader/following_native.h"
#include "reader/formula_images_native.h"
#include "reader/outline_native.h"
#include "reader/page_native.h"

namespace attn::reader {

class TextPane {
 public:
  /// `assets` is the folder beside the program with lessons/, formulas/, source/ and outline.tsv.
  TextPane(api::Lab& lab, std::string assets);

  /// Whether the open figure shows the result `name`.
  std::function<bool(std::string_view name)> figure_has = {};

  /// Adapts the text to the session. Must be called once a frame, before anything is drawn.
  void follow_session();
  /// Draws the text into `area`, with a margin of `edge` at its left, scrolled up by `wheel` notches. Must be called between ImGui::Begin
  /// and End.
  void draw(canvas::Rect area, float edge, float wheel, const canvas::Theme& theme);
  /// Scrolls to the beginning of a section, which counts as read already.
  void go_to(std::string_view section);
  /// Scrolls to what is selected by keyboard, if that is out of sight.
  void show_selected() { shows_selected_ = true; }

  const std::vector<CoursePart>& outline() const { return outline_; }
  Page& page() { return page_; }
  Following& following() { return following_; }
  canvas::ImGuiCanvas& canvas() { return canvas_; }
  const canvas::ImGuiCanvas& canvas() const { return canvas_; }

 private:
  void open_lesson();
  void open_source(const std::string& target);
  void follow(const content::Link& link);
  void draw_formula(canvas::Rect r, const FormulaImages::Formula& formula);
  void use_keys(float page_height);
  void walk_symbols();
  /// Scrolls to the requested section, once it is known where that is.
  void settle(canvas::Rect area);
  void look(canvas::Rect area, float scroll);

  api::Lab& lab_;
  std::string assets_;
  std::vector<CoursePart> outline_;
  FormulaImages formulas_;
  Page page_;
  Following following_;
  canvas::ImGuiCanvas canvas_;
  const course::Lesson* lesson_ = nullptr;  ///< the lesson whose text is open
  bool source_ = false;                     ///< whether a source is shown instead
  float height_ = 0;                        ///< of the text in the last frame; 0 before it was drawn
  float scroll_to_ = -1;                    ///< the scroll position for the next frame, or -1
  std::string section_to_;                  ///< the section to scroll to, or empty
  float width_ = 0;                         ///< of the last frame
  int quiet_ = 0;                           ///< the number of frames for which a new reading position is not the reader's doing
  bool shows_selected_ = false;
};

}  // namespace attn::reader
