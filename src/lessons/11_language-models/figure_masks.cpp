// Two masks: what each place may see, what a pass is asked, and what a hidden word is taken for from the left alone and from both sides.
#include <algorithm>
#include <string>
#include <vector>

#include "base/text.h"
#include "canvas/paragraph.h"
#include "canvas/regions.h"
#include "charts/figure_text.h"
#include "lessons/11_language-models/figures.h"
#include "lessons/11_language-models/said.h"

namespace attn::lessons::language_models {
namespace {

using canvas::Canvas, canvas::Color, canvas::Grip, canvas::Rect, canvas::Role;

/// One of the two ways to read.
struct Sight {
  bool causal = false;
  std::string_view title, cells;  ///< cells: the result that says who sees whom
  const Next* says = nullptr;     ///< null where no model of the kind is here
  std::string_view guesses;       ///< the result that holds its probabilities
};

/// The place whose row is looked at: a causal model says a word where the word before it stands.
int row_of(const Result& r, const Sight& sight) { return sight.causal ? std::max(0, r.place - 1) : r.place; }

/// Strokes over the columns of hidden tokens: they can be looked at, and do not tell what stands there.
void hatch_hidden(Canvas& canvas, Rect square, const Result& r) {
  const auto n = static_cast<int>(r.text.names.size());
  std::vector<canvas::Segment> strokes;
  for (const int j : r.text.hidden) {
    const Rect column = square.cell(0, j, n, n);
    for (float y = square.y; y < square.bottom() - 2; y += 5)
      strokes.push_back({{column.x, std::min(y + column.width, square.bottom())}, {column.right(), y}, canvas.color(Role::kInk), 1});
  }
  canvas.segments(strokes);
}

/// Who sees whom, a row for each token; the row that says the hidden word is strong.
void draw_sight(Canvas& canvas, Rect area, const Result& r, const Sight& sight) {
  const auto n = static_cast<int>(r.text.names.size()), row = row_of(r, sight);
  const float side = std::min(area.width, area.height);
  const Rect square{area.x, area.y, side, side};
  const Color seen = canvas::mix(canvas.color(Role::kBackground), canvas.color(Role::kKey), 0.3f);
  std::vector<Color> colors;
  colors.reserve(static_cast<size_t>(n * n));
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      colors.push_back(sight.causal && j > i ? canvas.color(Role::kSurface) : i == row ? canvas.color(Role::kKey) : seen);
  canvas.cells(square, n, n, colors);
  if (!sight.causal) hatch_hidden(canvas, square, r);
  canvas.border(square, {canvas.color(Role::kMuted), 1});
  const Rect looks = square.cell(row, 0, n, n);
  canvas.border(Rect{square.x, looks.y, square.width, looks.height}.inset(-2, -2), {canvas.color(Role::kQuery), 1.5f});
  for (int j = 0; j < n; ++j) {
    const std::string id = canvas::cell_id(sight.cells, row, j);
    const Rect cell = square.cell(row, j, n, n);
    if (canvas.is_hot(id)) canvas.border(cell, {canvas.color(Role::kAccent), 2});
    canvas.region(id, {cell.x, cell.center().y - std::max(cell.height, 14.0f) / 2, cell.width, std::max(cell.height, 14.0f)}, Grip::kHover,
                  "may it look at " + r.text.names[static_cast<size_t>(j)]);
  }
}

/// What one pass is asked, and how many answers it gives.
std::vector<std::string> questions(const Result& r, const Sight& sight) {
  const auto n = static_cast<std::ptrdiff_t>(r.text.names.size()), hidden = static_cast<std::ptrdiff_t>(r.text.hidden.size());
  if (sight.causal)
    return {"Every place says what comes next: " + counted(n - 1, "answer") + " a pass", counted(n - 1, "answer") + " a pass"};
  if (hidden == 0) return {"Hidden words are asked for, with both sides to answer from", "Hidden words are asked for"};
  return {"Hidden places say what stood there: " + counted(hidden, "answer") + " a pass", counted(hidden, "answer") + " a pass"};
}

/// The name of the place that is looked at, for a title.
std::string asked_for(const Result& r) { return is_gap(r) ? "The gap" : quoted(r.text.names[static_cast<size_t>(r.place)]); }

/// Why nothing is said from one of the sides.
std::string_view silence(const Result& r, const Sight& sight) {
  if (r.opens)
    return sight.causal && r.place == 0 ? "Nothing stands before the first token."
           : sight.causal               ? "A BERT has no causal twin. Open a GPT-2, and it answers here."
                                        : "A GPT-2 sees one side only. Open a BERT, and it answers here.";
  if (!sight.causal) return "Let it read \u201cstories with hidden words\u201d, and a model answers here.";
  return r.place == 0 ? "Nothing stands before the first token." : "A gap stands before it, and a causal model reads no further.";
}

void draw_sight_panel(Canvas& canvas, Rect area, const Result& r, const Sight& sight) {
  const Rect head = area.cut_top(22);
  const canvas::TextStyle title = charts::strong(canvas, 14), quiet = charts::quiet(canvas, 12), small = charts::quiet(canvas, 11);
  const std::string_view brief_title = sight.causal ? "Triangle: GPT" : "All: BERT";
  canvas.text({head.x, head.center().y}, charts::fitting(canvas, title, head.width, {sight.title, brief_title}), title);
  const std::vector<std::string> words = questions(r, sight);
  const Rect line = area.cut_top(22);
  canvas.text({line.x, line.y + 8}, charts::fitting(canvas, quiet, line.width, {words[0], words[1]}), quiet);
  const bool beside = area.width > 1.5f * area.height && area.width > 320;
  constexpr std::string_view kHowToRead = "a row looks at its columns";
  const float side = beside ? std::min(area.height - 16, 0.45f * area.width) : std::min(area.width, 0.46f * area.height);
  const bool explained = canvas.measure(kHowToRead, small).width < side;
  Rect square = beside ? area.cut_left(side) : area.cut_top(side + (explained ? 16 : 0));
  draw_sight(canvas, square.cut_top(side), r, sight);
  if (explained) canvas.text({square.x, square.y + 9}, kHowToRead, small);
  beside ? area.cut_left(16) : area.cut_top(8);
  if (sight.says == nullptr) {
    const canvas::TextStyle style{.color = canvas.color(Role::kMuted), .size = 13, .baseline = canvas::Baseline::kTop};
    canvas::draw_paragraph(canvas, area, silence(r, sight), style);
    return;
  }
  const std::string from = sight.causal ? "from the left" : "from both sides";
  const std::string brief = asked_for(r) + ", " + from, full = brief + (sight.causal ? " alone" : "");
  draw_said_bars(canvas, area, r,
                 {.next = *sight.says,
                  .cells = sight.guesses,
                  .title = charts::fitting(canvas, charts::strong(canvas, 13), area.width, {full, brief, from})});
}

}  // namespace

void draw_masks(Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  if (!is_read(r)) return draw_unread(canvas, r);
  Rect area = charts::page(canvas);
  draw_missing(canvas, &area, p);
  const bool wide = area.width > 520, both = !r.settings.causal;
  Rect text = area.cut_top(std::clamp(0.24f * area.height, 84.0f, 150.0f));
  charts::draw_heading(canvas, text.cut_top(24), both ? "Hide a word" : "Look at a word",
                       !wide  ? ""
                       : both ? "the framed one is hidden; press another"
                              : "what stands before the framed one says it; press another",
                       13);
  draw_said_text(canvas, text, p, r, edit);
  area.cut_top(8);
  const Sight left{true, "The causal triangle: GPT", "sees-before", r.from_left.candidates.empty() ? nullptr : &r.from_left, "from-left"};
  const Sight all{false, "Both sides: BERT", "sees-all", both ? &r.next : nullptr, "next"};
  const float between = wide ? 32.0f : 14.0f;
  const Rect first = area.cut_left((area.width - between) / 2);
  area.cut_left(between);
  draw_sight_panel(canvas, first, r, left);
  draw_sight_panel(canvas, area, r, all);
}

}  // namespace attn::lessons::language_models
