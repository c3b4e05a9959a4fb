// The text of the open lesson drawn on a canvas, block by block, with its links, live values and exercises.
//
// Knows nothing of windows or scrolling: it draws into a column from a given top and says how far down it came. What the reader does with
// it (a followed link, a locked prediction) goes to the session at once.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "app/formula_images_native.h"
#include "app/lab.h"
#include "app/text_flow.h"
#include "content/document.h"
#include "ui/canvas.h"

namespace attn::app {

class Page {
 public:
  /// What the page asks of the window around it.
  struct Hooks {
    std::function<void(ui::Rect, const FormulaImages::Formula&)> draw_formula;
    std::function<void(const content::Link&)> follow;  ///< lesson, code and url links
  };

  Page(Lab& lab, const FormulaImages& formulas, Hooks hooks) : lab_(lab), formulas_(formulas), hooks_(std::move(hooks)) {}

  /// Shows `document` from now on; forgets what was chosen in another.
  void open(content::Document document);

  /// Draws the document into `column` from its top on, clipped to what lies within `visible`. Returns the bottom of the text.
  float draw(ui::Canvas& canvas, ui::Rect column, ui::Rect visible);

 private:
  /// A word, formula or live value, with what to draw it with.
  struct Inline {
    Piece piece;
    std::string text;
    ui::TextStyle style;
    const FormulaImages::Formula* formula = nullptr;
    const content::Link* link = nullptr;
  };
  using Line = std::vector<Inline>;
  struct Style {
    float size;
    ui::Font font;
    ui::Role role;
    float gap;  ///< above the block
  };

  static Style style_of(const content::Block& block);
  std::string live_value(const std::string& name);
  void add_words(ui::Canvas& canvas, const content::Run& run, const Style& style, bool* space_pending, Line* line);
  void add_formula(ui::Canvas& canvas, const content::Run& run, const Style& style, bool* space_pending, Line* line);
  Line inlines(ui::Canvas& canvas, const std::vector<content::Run>& runs, const Style& style);
  /// Sets and draws `line`; returns its height.
  float draw_line(ui::Canvas& canvas, const Line& line, ui::Rect column);
  /// `lead` pixels before the word also belong to the link, which goes on from the word before.
  void draw_link(ui::Canvas& canvas, const Inline& item, ui::Point origin, float lead);
  void follow(const content::Link& link);

  float draw_block(ui::Canvas& canvas, const content::Block& block, ui::Rect column);
  float draw_formula(ui::Canvas& canvas, const content::Block& block, ui::Rect column);
  float draw_code(ui::Canvas& canvas, const content::Block& block, ui::Rect column);
  float draw_table_row(ui::Canvas& canvas, const content::Block& block, ui::Rect column);
  float draw_figure_link(ui::Canvas& canvas, const content::Block& block, ui::Rect column);
  float draw_prediction(ui::Canvas& canvas, const content::Block& block, ui::Rect column);
  /// The buttons and the verdict of `exercise`, drawn behind its last wording.
  float draw_answer(ui::Canvas& canvas, const std::string& exercise, ui::Rect column);
  bool button(ui::Canvas& canvas, std::string_view id, std::string_view label, ui::Point at, float* width);
  const Exercises::State* state_of(std::string_view exercise) const;
  /// Whether `block` is the last of its exercise's wording and predictions.
  bool ends_question(size_t block) const;

  Lab& lab_;
  const FormulaImages& formulas_;
  Hooks hooks_;
  content::Document document_;
  std::map<std::string, int> chosen_;  ///< prediction marked but not yet locked, by exercise
  std::string refusal_;                ///< why the last link or button did nothing, or empty
  ui::Rect visible_;
  int links_ = 0;  ///< links drawn in this frame, for their regions' ids
};

}  // namespace attn::app
