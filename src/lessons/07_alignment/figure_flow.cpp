// One decoder step as data flow, for both timings of the score.
//
//   s before ---------> s -----> (attentional)      the top row
//      |                ^ |            |
//      |              context ------> word
//      |                |
//      +--> scores > weights <--+   over the source words
#include <algorithm>
#include <array>

#include "canvas/number_text.h"
#include "canvas/paragraph.h"
#include "canvas/regions.h"
#include "charts/arrows.h"
#include "charts/cell_matrix.h"
#include "charts/figure_text.h"
#include "charts/small_button.h"
#include "lessons/07_alignment/figures.h"
#include "lessons/07_alignment/words.h"
#include "lessons/translation/source_text.h"

namespace attn::lessons::alignment {
namespace {

using models::AlignmentTiming;

constexpr float kCaption = 16;  ///< height of the name above a strip
constexpr float kIndent = 24;   ///< room for the letter before that name

struct Node {
  std::string_view id;  ///< id of its cells
  std::string_view letter, below;
  canvas::Role role;
  const Mat& values;  ///< [1,u]
};

/// Where everything lies.
struct Plan {
  canvas::Rect before, state, attentional, context, words;  ///< `words` is the place of the candidates
  canvas::Rect weights, scores, source;                     ///< these have a column for each position
  float left = 0, right = 0;                                ///< x of the channels beside the rows
};

/// `names` is the height of the source words at the foot.
Plan plan_of(canvas::Rect area, bool previous, float names) {
  const canvas::Rect foot = area.cut_bottom(names);
  const auto part = [area](float x, float y, float width, float height) {
    return canvas::Rect{area.x + x * area.width, area.y + y * area.height, width * area.width, height * area.height};
  };
  Plan p;
  p.before = part(0, 0.06f, 0.25f, 0.15f);
  p.state = part(0.36f, 0.06f, 0.25f, 0.15f);
  p.attentional = part(0.73f, 0.06f, 0.27f, 0.15f);
  p.context = part(0.24f, 0.42f, 0.37f, 0.15f);
  p.words = previous ? part(0.75f, 0.18f, 0.25f, 0.56f) : part(0.75f, 0.38f, 0.25f, 0.51f);
  p.weights = part(0.06f, 0.7f, 0.56f, 0.14f);
  p.scores = part(0.06f, 0.85f, 0.56f, 0.14f);
  p.source = {p.scores.x, foot.y, p.scores.width, foot.height};
  p.left = area.x + 0.025f * area.width, p.right = area.x + 0.66f * area.width;
  return p;
}

void draw_letter(canvas::Canvas& canvas, canvas::Point at, const Node& node) {
  const canvas::TextStyle letter{.color = canvas.color(node.role), .size = 15, .font = canvas::Font::kMathItalic};
  canvas.text(at, node.letter, letter);
  canvas.text({at.x + canvas.measure(node.letter, letter).width + 1, at.y + 4}, node.below,
              {.color = canvas.color(node.role), .size = 10, .font = canvas::Font::kMathItalic});
}

/// The name over a strip of numbers.
void draw_node(canvas::Canvas& canvas, canvas::Rect place, const Node& node, std::string_view words) {
  draw_letter(canvas, {place.x, place.y + kCaption / 2 - 2}, node);
  canvas.text({place.x + kIndent, place.y + kCaption / 2 - 1},
              canvas::elided(canvas, words, charts::quiet(canvas, 11), place.width - kIndent), charts::quiet(canvas, 11));
  place.cut_top(kCaption);
  const auto u = static_cast<int>(node.values.cols());
  std::vector<canvas::Color> colors;
  for (int k = 0; k < u; ++k) colors.push_back(canvas.theme().diverging(static_cast<float>(node.values(0, k))));
  canvas.cells(place, 1, u, colors);
  const bool hot = canvas.is_hot(node.id);
  canvas.border(place, {canvas.color(hot ? canvas::Role::kAccent : node.role), hot ? 2.5f : 1.25f}, 2);
  const canvas::Interaction hand = canvas.grid(node.id, place, 1, u, canvas::Grip::kHover, std::string(words));
  if (hand.row >= 0) canvas.border(place.cell(0, hand.col, 1, u).inset(-1, -1), {canvas.color(canvas::Role::kAccent), 2});
}

/// The name above a row. For weights it stands at the end from which less weight goes up to the context.
void draw_row_name(canvas::Canvas& canvas, canvas::Rect place, std::string_view name, const Mat& values, bool weights) {
  canvas::TextStyle style = charts::quiet(canvas, 11);
  const std::string text = canvas::elided(canvas, name, style, place.width);
  const Index half = values.cols() / 2;
  const bool right = weights && values.leftCols(half).sum() > values.rightCols(half).sum();
  const float width = canvas.measure(text, style).width, x = right ? place.right() - width : place.x;
  if (weights) canvas.rect({x, place.y, width, 12}, canvas.color(canvas::Role::kBackground));
  canvas.text({x, place.y + 6}, text, style);
}

/// A number as text. If `brief`, a weight is written as .25 and a score without decimals.
std::string number_text(double value, bool weight, bool brief) {
  const std::string text = canvas::shown_fixed(value, weight ? 2 : brief ? 0 : 1);
  if (!weight || !brief) return text;
  return text.front() == '0' ? text.substr(1) : canvas::shown_fixed(value, 1);
}

/// The numbers of a row, in the largest letters in which all have room. Where even the smallest are too wide the numbers are shortened, and
/// where that does not help either they are left out.
void draw_numbers(canvas::Canvas& canvas, canvas::Rect place, const Mat& values, bool weights, const std::vector<canvas::Color>& below) {
  const auto m = static_cast<int>(values.cols());
  const canvas::Rect cell = place.cell(0, 0, 1, m);
  for (const bool brief : {false, true})
    for (const float size : {11.0f, 10.0f}) {
      canvas::TextStyle style{.color = {}, .size = size, .align = canvas::Align::kCenter};
      float widest = 0;
      for (int j = 0; j < m; ++j)
        widest = std::max(widest, canvas.measure(number_text(static_cast<double>(values(0, j)), weights, brief), style).width);
      if (widest > cell.width - 3 || cell.height <= size) continue;
      for (int j = 0; j < m; ++j) {
        style.color = canvas.theme().on(below[static_cast<size_t>(j)]);
        canvas.text(place.cell(0, j, 1, m).center(), number_text(static_cast<double>(values(0, j)), weights, brief), style);
      }
      return;
    }
}

/// A row of numbers above the source positions, with its name above it.
void draw_row(canvas::Canvas& canvas, canvas::Rect place, std::string_view id, std::string_view name, const Mat& values, bool weights) {
  draw_row_name(canvas, place, name, values, weights);
  place.cut_top(14);
  const auto m = static_cast<int>(values.cols());
  const auto limit = std::max(1.0f, static_cast<float>(values.cwiseAbs().maxCoeff()));
  std::vector<canvas::Color> colors;
  for (int j = 0; j < m; ++j) {
    const auto v = static_cast<float>(values(0, j));
    colors.push_back(weights ? canvas.theme().sequential(v) : canvas.theme().diverging(v / limit));
  }
  canvas.cells(place, 1, m, colors);
  canvas.border(place, {canvas.color(canvas.is_hot(id) ? canvas::Role::kAccent : canvas::Role::kMuted), canvas.is_hot(id) ? 2.0f : 1.0f});
  draw_numbers(canvas, place, values, weights, colors);
  const canvas::Interaction hand = canvas.grid(id, place, 1, m, canvas::Grip::kHover, std::string(name));
  if (hand.row >= 0) canvas.border(place.cell(0, hand.col, 1, m).inset(-1, -1), {canvas.color(canvas::Role::kAccent), 2});
}

/// How the source words stand below their columns: upright where a word is wider than its column.
struct SourceNames {
  canvas::TextStyle style;
  bool upright = false;
  float length = 0;  ///< length of the longest word
};

SourceNames source_names(const canvas::Canvas& canvas, const Result& r, float column) {
  SourceNames names{{.color = canvas.color(canvas::Role::kKey), .size = 12, .align = canvas::Align::kCenter}};
  const auto measure = [&] {
    names.length = 0;
    for (const std::string& name : r.sentence.source) names.length = std::max(names.length, canvas.measure(name, names.style).width);
  };
  measure();
  names.upright = names.length > column;
  if (!names.upright) return names;
  names.style.align = canvas::Align::kRight, names.style.size = std::clamp(column - 1, 8.0f, 12.0f);
  measure();
  names.style.angle = -90;
  return names;
}

void draw_source(canvas::Canvas& canvas, canvas::Rect place, const Result& r) {
  const auto m = static_cast<int>(r.sentence.source.size());
  const auto [style, upright, length] = source_names(canvas, r, place.width / static_cast<float>(m));
  for (int j = 0; j < m; ++j) {
    const canvas::Rect cell = place.cell(0, j, 1, m);
    canvas.text({cell.center().x, upright ? cell.y + 3 : cell.y + 8},
                canvas::elided(canvas, r.sentence.source[static_cast<size_t>(j)], style, upright ? cell.height : cell.width), style);
  }
}

void draw_candidates(canvas::Canvas& canvas, canvas::Rect area, const Result& r) {
  canvas.text({area.x, area.y + 7}, canvas::elided(canvas, "the next word", charts::quiet(canvas, 11), area.width),
              charts::quiet(canvas, 11));
  area.cut_top(17);
  const int fitting = std::max(1, static_cast<int>(area.height / 14));
  const int count = std::min(fitting, static_cast<int>(r.at.candidates.size()));
  const float line = std::min(24.0f, area.height / static_cast<float>(std::max(count, 1)));
  for (int i = 0; i < count; ++i) {
    const int token = r.at.candidates[static_cast<size_t>(i)];
    const std::string& name = r.task->target.name(token);
    const canvas::Rect place{area.x, area.y + line * static_cast<float>(i), area.width, line - 2};
    const auto p = static_cast<float>(step_of(r).probabilities(0, token));
    if (const float bar = p * place.width; bar >= 1)
      canvas.rect({place.x, place.bottom() - 3, bar, 3}, canvas.color(canvas::Role::kOutput));
    canvas::TextStyle word{.color = canvas.color(i == 0 ? canvas::Role::kOutput : canvas::Role::kMuted),
                           .size = std::clamp(line - 8, 9.0f, 13.0f)};
    word.font = i == 0 ? canvas::Font::kStrong : canvas::Font::kText;
    const canvas::TextStyle number = charts::quiet(canvas, 11, canvas::Align::kRight);
    canvas.text({place.x, place.center().y - 2}, canvas::elided(canvas, name, word, place.width - 32), word);
    canvas.text({place.right(), place.center().y - 2}, canvas::shown_fixed(p, 2), number);
    const std::string id = canvas::cell_id("probabilities", 0, token);
    canvas.region(id, place, canvas::Grip::kHover, "probability of " + name);
    if (canvas.is_hot(id)) canvas.border(place.inset(-2, 0), {canvas.color(canvas::Role::kAccent), 1.5f}, 3);
  }
}

/// How a way of the data is drawn: solid if the design in use takes it, else dashed.
struct Way {
  const canvas::Canvas& canvas;
  bool taken;
  canvas::Stroke stroke(canvas::Role role) const {
    return taken ? canvas::Stroke{canvas.color(role), 2.25f}
                 : canvas::Stroke{canvas.color(canvas::Role::kMuted).with_alpha(0.55f), 1, true};
  }
};

void draw_ways(canvas::Canvas& canvas, const Plan& plan, const Params& p) {
  const bool previous = p.model.timing == AlignmentTiming::previous;
  const Way bahdanau{canvas, previous}, luong{canvas, !previous}, always{canvas, true}, fed{canvas, p.model.input_feeding};
  const auto middle = [](canvas::Rect r) { return r.y + kCaption + (r.height - kCaption) / 2; };
  const float score_y = middle(plan.scores);
  // The state that is scored goes down a channel at the side of the rows.
  canvas.line({plan.left, plan.before.bottom()}, {plan.left, score_y}, bahdanau.stroke(canvas::Role::kQuery));
  charts::draw_arrow(canvas, {plan.left, score_y}, {plan.scores.x - 2, score_y}, bahdanau.stroke(canvas::Role::kQuery));
  const float channel = plan.right - 0.3f * (plan.right - plan.scores.right());
  canvas.line({plan.state.right() - 8, plan.state.bottom()}, {channel, plan.context.y}, luong.stroke(canvas::Role::kQuery));
  canvas.line({channel, plan.context.y}, {channel, score_y}, luong.stroke(canvas::Role::kQuery));
  charts::draw_arrow(canvas, {channel, score_y}, {plan.scores.right() + 2, score_y}, luong.stroke(canvas::Role::kQuery));
  // The state before leads to the state, and the context to the state (Bahdanau) or past it (Luong).
  charts::draw_arrow(canvas, {plan.before.right() + 2, middle(plan.before)}, {plan.state.x - 2, middle(plan.state)},
                     always.stroke(canvas::Role::kInk));
  charts::draw_arrow(canvas, {plan.state.center().x - 14, plan.context.y - 2}, {plan.state.center().x - 14, plan.state.bottom() + 2},
                     bahdanau.stroke(canvas::Role::kOutput));
  const canvas::Point word{plan.words.x - 6, plan.words.y + 26};
  if (previous) {
    charts::draw_arrow(canvas, {plan.context.right() + 2, middle(plan.context)}, {word.x, word.y + 8},
                       always.stroke(canvas::Role::kOutput));
    charts::draw_arrow(canvas, {plan.state.right() + 2, middle(plan.state)}, word, always.stroke(canvas::Role::kInk));
    return;
  }
  charts::draw_arrow(canvas, {plan.state.right() + 2, middle(plan.state)}, {plan.attentional.x - 2, middle(plan.attentional)},
                     always.stroke(canvas::Role::kInk));
  charts::draw_arrow(canvas, {plan.context.right() + 2, middle(plan.context)}, {plan.attentional.x + 10, plan.attentional.bottom() + 2},
                     luong.stroke(canvas::Role::kOutput));
  charts::draw_arrow(canvas, {plan.attentional.center().x + 10, plan.attentional.bottom() + 2}, {plan.words.center().x, plan.words.y - 2},
                     always.stroke(canvas::Role::kInk));
  const canvas::Point feed{0.5f * (plan.before.right() + plan.state.x), plan.state.y - 8};
  charts::draw_arrow(canvas, feed, {plan.state.x - 2, plan.state.y + kCaption + 6}, fed.stroke(canvas::Role::kOutput));
}

void draw_bonds(canvas::Canvas& canvas, const Plan& plan, const Result& r) {
  const auto m = static_cast<int>(r.sentence.source.size());
  for (int j = 0; j < m; ++j)
    charts::draw_bond(canvas, {plan.weights.cell(0, j, 1, m).center().x, plan.weights.y + 12},
                      {plan.context.center().x, plan.context.bottom() + 2}, static_cast<float>(r.weights(r.step, j)),
                      canvas.color(canvas::Role::kValue), true, 7);
}

/// The figure where it is too low for all of the data flow: scores, weights, and the next word.
void draw_short(canvas::Canvas& canvas, canvas::Rect area, const Params& p, const Result& r) {
  canvas::Rect words = area.cut_right(0.34f * area.width);
  words.cut_left(12);
  const Mat weights = r.weights.row(r.step);
  const float row = std::max(24.0f, 0.36f * area.height);
  draw_row(canvas, area.cut_top(row), "weights", "weights", weights, true);
  draw_row(canvas, area.cut_top(row), "scores", "scores  " + std::string(formula_of(p.model.score)), r.at.scores, false);
  draw_source(canvas, area, r);
  draw_candidates(canvas, words, r);
}

/// Says which word the state was given, with as many words around it as have room.
std::string given_words(const canvas::Canvas& canvas, std::string_view input, float width) {
  const std::string word = "\u201c" + std::string(input) + "\u201d";
  for (const char* before : {"this state, given ", "given "})
    if (canvas.measure(before + word, charts::quiet(canvas, 11)).width <= width - kIndent) return before + word;
  return word;
}

std::string_view attentional_words(const canvas::Canvas& canvas, float width) {
  constexpr std::string_view kWhole = "attentional state";
  return canvas.measure(kWhole, charts::quiet(canvas, 11)).width <= width - kIndent ? kWhole : kWhole.substr(0, kWhole.find(' '));
}

/// Two buttons that choose the timing. The timing in use has a border in the accent colour.
void draw_timings(canvas::Canvas& canvas, canvas::Rect band, const Params& p, Params& edit) {
  const bool wide = band.width > 480;
  const std::array<const char*, 2> ids{"timing-previous", "timing-current"};
  const std::array<const char*, 2> names{wide ? "score the state before (Bahdanau)" : "state before",
                                         wide ? "score this state (Luong)" : "this state"};
  for (int i = 0; i < 2; ++i) {
    const canvas::Rect place = band.cell(0, i, 1, 2).inset(4, 1);
    const bool taken = (p.model.timing == AlignmentTiming::previous) == (i == 0);
    if (charts::draw_small_button(canvas, place, ids[static_cast<size_t>(i)], names[static_cast<size_t>(i)],
                                  "choose which state is scored") &&
        !taken)
      take_design(edit, i == 0);
    if (taken) canvas.border(place, {canvas.color(canvas::Role::kAccent), 2.5f}, 6);
  }
}

}  // namespace

void draw_flow(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  canvas::Rect area = charts::page(canvas, 8);
  translation::draw_source_help(canvas, &area, *r.task, r.refusal, &edit.source);
  draw_timings(canvas, area.cut_top(26), p, edit);
  area.cut_top(8);
  if (!r.trained) {
    const canvas::TextStyle style{.color = canvas.color(canvas::Role::kWarning), .size = 12};
    const canvas::Rect foot = area.cut_bottom(18);
    canvas.text({foot.x, foot.center().y}, canvas::elided(canvas, warning(r), style, foot.width), style);
  }
  if (r.sentence.output.empty() || r.weights.size() == 0) return;
  if (area.height < 170) return draw_short(canvas, area, p, r);
  const SourceNames names = source_names(canvas, r, 0.56f * area.width / static_cast<float>(r.sentence.source.size()));
  const bool previous = p.model.timing == AlignmentTiming::previous;
  const Plan plan = plan_of(area, previous, names.upright ? std::min(names.length + 6, 0.25f * area.height) : 18);
  const std::string now = std::to_string(r.step + 1), before = std::to_string(r.step);
  draw_ways(canvas, plan, p);
  draw_bonds(canvas, plan, r);
  draw_node(canvas, plan.before, {"state-before", "s", before, previous ? canvas::Role::kQuery : canvas::Role::kInk, r.at.before},
            "state before");
  const std::string given = given_words(canvas, r.sentence.input[static_cast<size_t>(r.step)], plan.state.width);
  draw_node(canvas, plan.state, {"state", "s", now, previous ? canvas::Role::kInk : canvas::Role::kQuery, r.at.state}, given);
  draw_node(canvas, plan.context, {"context", "c", now, canvas::Role::kOutput, step_of(r).context}, "context");
  if (!previous) {
    draw_node(canvas, plan.attentional, {"attentional", "a", now, canvas::Role::kOutput, step_of(r).attentional},
              attentional_words(canvas, plan.attentional.width));
    const canvas::Point at{0.5f * (plan.before.right() + plan.state.x), plan.state.y - 16};
    const canvas::TextStyle style = charts::quiet(canvas, 11, canvas::Align::kCenter);
    canvas.text(at, p.model.input_feeding ? "input feeding" : "no input feeding", style);
  }
  const Mat weights = r.weights.row(r.step);
  draw_row(canvas, plan.weights, "weights", "weights", weights, true);
  draw_row(canvas, plan.scores, "scores", "scores  " + std::string(formula_of(p.model.score)), r.at.scores, false);
  draw_source(canvas, plan.source, r);
  draw_candidates(canvas, plan.words, r);
}

}  // namespace attn::lessons::alignment
