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
    std::function<bool(std::string_view)> figure_has;  ///< whether the open figure shows this result
  };

  Page(api::Lab& lab, const FormulaImages& formulas, Hooks hooks) : lab_(lab), formulas_(formulas), hooks_(std::move(hooks)) {}

  /// How words look; exactly so large.
  struct Look {
    float size;
    canvas::Font font;
    canvas::Role role;
  };

  /// Shows `document` from now on, below a line of small letters; forgets what was chosen in another.
  void open(content::Document document, std::string above = {});
  const content::Document& document() const { return document_; }

  /// Draws the document into `column` from its top on, clipped to what lies within `visible`. Returns the bottom of the text.
  float draw(canvas::Canvas& canvas, canvas::Rect column, canvas::Rect visible);

  /// Sets and draws some words, formulas and live values into `column` from its top on, without links; returns their height.
  float draw_words(canvas::Canvas& canvas, const std::vector<content::Run>& runs, const Look& look, canvas::Rect column);

  /// Where the sections that were drawn last begin, in order: their anchors, and the tops of their headings.
  const std::vector<std::pair<std::string, float>>& sections() const { return sections_; }
  /// What the hand is on in the figure: a region's or a cell's id, or empty.
  void set_in_figure(std::string_view id) { in_figure_ = id; }
  /// Whether the region `id` is a symbol behind the first one of its formula.
  bool is_inner_symbol(std::string_view id) const;
  /// A scene that was gone to by a press since the last call, or empty.
  std::string take_pressed_scene() { return std::exchange(pressed_scene_, {}); }
  /// The exercise that the reader acted in since the last call, or empty.
  std::string take_acted_in() { return std::exchange(acted_in_, {}); }

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
  struct Style : Look {
    float gap;  ///< above the block
  };

  Style style_of(const content::Block& block) const;
  bool is_lead(const content::Block& block) const { return &block == lead_; }
  std::string live_value(const std::string& name);
  void add_words(canvas::Canvas& canvas, const content::Run& run, const content::Link& link, const Style& style, bool* space_pending,
                 Line* line);
  void add_formula(canvas::Canvas& canvas, const content::Run& run, const Style& style, bool* space_pending, Line* line);
  Line inlines(canvas::Canvas& canvas, const std::vector<content::Run>& runs, const Style& style);
  /// Sets and draws `line`; returns its height.
  float draw_line(canvas::Canvas& canvas, const Line& line, canvas::Rect column);
  /// The words of a link that stand beside each other in a line, and the line under them. Returns whether the hand is on them.
  bool draw_link(canvas::Canvas& canvas, const content::Link& link, canvas::Rect box, float baseline, std::string_view words);
  /// Its symbols light what they stand for while the hand is on them, and are lit by it.
  void draw_symbols(canvas::Canvas& canvas, const FormulaImages::Formula& formula, canvas::Point origin, float em);
  void light(const std::string& name);
  void draw_item(canvas::Canvas& canvas, const Inline& item, canvas::Point origin, bool lit);
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
  enum class Weight { kMain, kBeside };
  bool button(canvas::Canvas& canvas, std::string_view id, std::string_view label, canvas::Point at, float* width,
              Weight weight = Weight::kMain);
  const session::Exercises::State* state_of(std::string_view exercise) const { return lab_.session.exercises().find(exercise); }
  /// Whether `block` is the last of its exercise's wording and predictions.
  bool ends_question(size_t block) const;
  /// Whether its exercise begins with `block`, or ends with it.
  bool begins_exercise(size_t block) const;
  bool ends_exercise(size_t block) const;

  api::Lab& lab_;
  const FormulaImages& formulas_;
  Hooks hooks_;
  content::Document document_;
  std::string above_;
  const content::Block* lead_ = nullptr;  ///< the paragraph below the title
  std::map<std::string, int> chosen_;     ///< prediction marked but not yet locked, by exercise
  std::string refusal_;                   ///< why the last link or button did nothing, or empty
  std::vector<std::pair<std::string, float>> sections_;
  std::string pressed_scene_, acted_in_;
  std::string lit_, hovered_;           ///< the result that a press has lit, and the one of the link under the hand
  std::map<std::string, float> cards_;  ///< heights of the exercises in the last frame
  canvas::Rect visible_;
  float title_ = 0;                         ///< size of the title's letters
  int links_ = 0, symbols_ = 0;             ///< drawn in this frame, for their regions' ids
  std::vector<std::string> first_symbols_;  ///< of the formulas drawn in this frame: their regions' ids
  std::string in_figure_;                   ///< what the hand is on in the figure
};

}  // namespace attn::reader
