// The text of the open lesson drawn on a canvas, block by block, with its links, live values and exercises.
//
// It knows nothing of windows or scrolling: it draws into a column from a given top and returns how far down it came. What the reader does
// with it (following a link, locking a prediction) goes to the session at once.
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

  /// The look of words. Their size is not changed any further.
  struct Look {
    float size;
    canvas::Font font;
    canvas::Role role;
  };

  /// Shows `document` from now on, with `above` as a line of small letters above it. Forgets what was chosen in another document.
  void open(content::Document document, std::string above = {});
  const content::Document& document() const { return document_; }

  /// Draws the document into `column` from its top, clipped to `visible`. Returns the bottom of the text.
  float draw(canvas::Canvas& canvas, canvas::Rect column, canvas::Rect visible);

  /// Lays some words, formulas and live values out and draws them into `column` from its top, without links. Returns their height.
  float draw_words(canvas::Canvas& canvas, const std::vector<content::Run>& runs, const Look& look, canvas::Rect column);

  /// The anchors of the sections as they were drawn last, in order, and the tops of their headings.
  const std::vector<std::pair<std::string, float>>& sections() const { return sections_; }
  /// Says what the hand points at in the figure: the id of a region or a cell, or empty.
  void set_in_figure(std::string_view id) { in_figure_ = id; }
  /// Whether the region `id` is a symbol of a formula other than the formula's first.
  bool is_inner_symbol(std::string_view id) const;
  /// The scene to which a press has led since the last call, or empty.
  std::string take_pressed_scene() { return std::exchange(pressed_scene_, {}); }
  /// The exercise in which the reader has acted since the last call, or empty.
  std::string take_acted_in() { return std::exchange(acted_in_, {}); }

 private:
  /// A word, formula or live value, with all that is needed to draw it.
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
  /// Lays out and draws `line`. Returns its height.
  float draw_line(canvas::Canvas& canvas, const Line& line, canvas::Rect column);
  /// Draws the line under those words of a link that are in the same line of text. Returns whether they are hovered.
  bool draw_link(canvas::Canvas& canvas, const content::Link& link, canvas::Rect box, float baseline, std::string_view words);
  /// The symbols of a formula light what they stand for while they are hovered, and are lit by it.
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
  /// Draws the link to a section's scene, with a mark that is filled while the figure is there.
  float draw_scene_link(canvas::Canvas& canvas, const content::Block& block, canvas::Rect column);
  void begin(const std::string& exercise);
  /// Draws the buttons and the verdict of `exercise`, after its last wording.
  float draw_answer(canvas::Canvas& canvas, const std::string& exercise, canvas::Rect column);
  enum class Weight { kMain, kBeside };
  bool button(canvas::Canvas& canvas, std::string_view id, std::string_view label, canvas::Point at, float* width,
              Weight weight = Weight::kMain);
  const session::Exercises::State* state_of(std::string_view exercise) const { return lab_.session.exercises().find(exercise); }
  /// Whether `block` is the last block of its exercise's wording and predictions.
  bool ends_question(size_t block) const;
  /// Whether the exercise of `block` begins with it, or ends with it.
  bool begins_exercise(size_t block) const;
  bool ends_exercise(size_t block) const;

  api::Lab& lab_;
  const FormulaImages& formulas_;
  Hooks hooks_;
  content::Document document_;
  std::string above_;
  const content::Block* lead_ = nullptr;  ///< the paragraph below the title
  std::map<std::string, int> chosen_;     ///< for each exercise the prediction that is marked but not locked yet
  std::string refusal_;                   ///< why the last link or button did nothing, or empty
  std::vector<std::pair<std::string, float>> sections_;
  std::string pressed_scene_, acted_in_;
  std::string lit_, hovered_;           ///< the result that a press has lit, and the one of the hovered link
  std::map<std::string, float> cards_;  ///< heights of the exercises in the last frame
  canvas::Rect visible_;
  float title_ = 0;                         ///< size of the title's letters
  int links_ = 0, symbols_ = 0;             ///< how many were drawn in this frame, for the ids of their regions
  std::vector<std::string> first_symbols_;  ///< the regions of the first symbols of the formulas drawn in this frame
  std::string in_figure_;                   ///< what the hand points at in the figure
};

}  // namespace attn::reader
