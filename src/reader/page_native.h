// The text of the open lesson drawn on a canvas, block by block, with its links, live values and exercises.
//
// Knows nothing of windows or scrolling: it draws into a column from a given top and says how far down it came. What the reader does with
// it (a followed link, a locked prediction) goes to the session at once.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "api/lab.h"
#include "canvas/canvas.h"
#include "content/document.h"
#include "reader/formula_images_native.h"
#include "reader/text_flow.h"

namespace attn::reader {

class Page {
 public:
  /// What the page asks of the window around it.
  struct Hooks {
    std::function<void(canvas::Rect, const FormulaImages::Formula&)> draw_formula;
    std::function<void(const content::Link&)> follow;  ///< lesson, code and url links
  };

  Page(api::Lab& lab, const FormulaImages& formulas, Hooks hooks) : lab_(lab), formulas_(formulas), hooks_(std::move(hooks)) {}

  /// Shows `document` from now on; forgets what was chosen in another.
  void open(content::Document document);

  /// Draws the document into `column` from its top on, clipped to what lies within `visible`. Returns the bottom of the text.
  float draw(canvas::Canvas& canvas, canvas::Rect column, canvas::Rect visible);

  /// Where the sections that were drawn last begin, in order: their anchors, and the tops of their headings.
  const std::vector<std::pair<std::string, float>>& sections() const { return sections_; }

 private:
  /// A word, formula or live value, with what to draw it with.
  struct Inline {
    Piece piece;
    std::string text;
    canvas::TextStyle style;
    const FormulaImages::Formula* formula = nullptr;
    const content::Link* link = nullptr;
  };
  using Line = std::vector<Inline>;
  struct Style {
    float size;
    canvas::Font font;
    canvas::Role role;
    float gap;  ///< above the block
  };

  static Style style_of(const content::Block& block);
  std::string live_value(const std::string& name);
  void add_words(canvas::Canvas& canvas, const content::Run& run, const Style& style, bool* space_pending, Line* line);
  void add_formula(canvas::Canvas& canvas, const content::Run& run, const Style& style, bool* space_pending, Line* line);
  Line inlines(canvas::Canvas& canvas, const std::vector<content::Run>& runs, const Style& style);
  /// Sets and draws `line`; returns its height.
  float draw_line(canvas::Canvas& canvas, const Line& line, canvas::Rect column);
  /// `lead` pixels before the word also belong to the link, which goes on from the word before.
  void draw_link(canvas::Canvas& canvas, const Inline& item, canvas::Point origin, float lead);
  void follow(const content::Link& link);

  float draw_block(canvas::Canvas& canvas, const content::Block& block, canvas::Rect column);
  float draw_formula(canvas::Canvas& canvas, const content::Block& block, canvas::Rect column);
  float draw_code(canvas::Canvas& canvas, const content::Block& block, canvas::Rect column);
  float draw_table_row(canvas::Canvas& canvas, const content::Block& block, canvas::Rect column);
  float draw_figure_link(canvas::Canvas& canvas, const content::Block& block, canvas::Rect column);
  float draw_prediction(canvas::Canvas& canvas, const content::Block& block, canvas::Rect column);
  float draw_scene_button(canvas::Canvas& canvas, const content::Block& block, canvas::Rect column);
  /// The way to a section's scene, with a mark that is filled where the figure is there.
  float draw_scene_link(canvas::Canvas& canvas, const content::Block& block, canvas::Rect column);
  void begin(const std::string& exercise);
  /// The buttons and the verdict of `exercise`, drawn behind its last wording.
  float draw_answer(canvas::Canvas& canvas, const std::string& exercise, canvas::Rect column);
  bool button(canvas::Canvas& canvas, std::string_view id, std::string_view label, canvas::Point at, float* width);
  const session::Exercises::State* state_of(std::string_view exercise) const { return lab_.session.exercises().find(exercise); }
  /// Whether `block` is the last of its exercise's wording and predictions.
  bool ends_question(size_t block) const;

  api::Lab& lab_;
  const FormulaImages& formulas_;
  Hooks hooks_;
  content::Document document_;
  std::map<std::string, int> chosen_;  ///< prediction marked but not yet locked, by exercise
  std::string refusal_;                ///< why the last link or button did nothing, or empty
  std::vector<std::pair<std::string, float>> sections_;
  canvas::Rect visible_;
  int links_ = 0;  ///< links drawn in this frame, for their regions' ids
};

}  // namespace attn::reader
