// The rows of features before and after the layer. Between them a node's sum unfolds: what each neighbour says, its score, its weight and
// their product, and below them the sum, the bias, the bend and the new row.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "canvas/number_text.h"
#include "canvas/regions.h"
#include "charts/arrows.h"
#include "charts/figure_text.h"
#include "lessons/16_graph-attention/figure_sum.h"
#include "lessons/16_graph-attention/sum_study.h"

namespace attn::lessons::graph_attention {
namespace {

using canvas::Align, canvas::Canvas, canvas::Color, canvas::Grip, canvas::Point, canvas::Rect, canvas::Role;

constexpr float kGap = 5, kLeastRow = 14, kMostRow = 72, kLeastCell = 5, kMostCell = 76, kLeastInput = 80, kMostInput = 150;
constexpr float kDigits = 3.4f;  ///< the width of a cell that shows a number, as a multiple of the size of its digits

/// The size of words in a row so high.
float words_in(float row) { return std::clamp(0.32f * row, 11.0f, 16.0f); }

/// The columns, and the lines from the top: a head, the nodes seen, the rest of them, and what becomes of their sum.
struct Plan {
  Rect area;
  float head = 0, row = 0, words = 11, name = 0, input = 0, score = 0, weight = 0, cell = 0;
  int cols = 0;  ///< columns of features that have room
  int rest = 0;  ///< nodes without a row of their own

  Rect at(float x, float width, int line) const {
    return line == 0 ? Rect{x, area.y, width, head} : Rect{x, area.y + head + row * static_cast<float>(line - 1), width, row};
  }
  float says_x() const { return area.x + name + (input > 0 ? input + kGap : 0); }
  float wide() const { return cell * static_cast<float>(cols); }
  float score_x() const { return says_x() + wide() + kGap; }
  float products_x() const { return score_x() + score + weight + 2 * kGap; }
  Rect input_at(int line) const { return at(area.x + name, input, line); }
  Rect says_at(int line, int c) const { return at(says_x() + cell * static_cast<float>(c), cell, line); }
  Rect score_at(int line) const { return at(score_x(), score, line); }
  Rect weight_at(int line) const { return at(score_x() + score + kGap, weight, line); }
  /// The width of what a folded row reads; it leaves room for an arrow.
  float folded_input() const { return std::clamp(products_x() - area.x - name - 60, 0.0f, 200.0f); }
  Rect product_at(int line, int c) const { return at(products_x() + cell * static_cast<float>(c), cell, line); }
  Rect products_at(int line) const { return at(products_x(), wide(), line); }
};

int lines_below(const SumView& v) { return v.s.bend ? 4 : 3; }

/// Chooses the nodes that have a row: all, or those with the largest weights.
void choose_shown(SumView* v, int fit) {
  v->shown = v->seen;
  if (static_cast<int>(v->shown.size()) <= fit) return;
  std::stable_sort(v->shown.begin(), v->shown.end(), [v](int a, int b) { return v->s.weights(v->p.node, a) > v->s.weights(v->p.node, b); });
  v->shown.resize(static_cast<size_t>(std::max(1, fit - 1)));
  std::sort(v->shown.begin(), v->shown.end());
}

Plan planned(Rect area, SumView* v) {
  Plan plan{.area = area};
  choose_shown(v, static_cast<int>(area.height / kLeastRow) - 1 - lines_below(*v));
  plan.rest = static_cast<int>(v->seen.size() - v->shown.size());
  const auto lines = static_cast<float>(v->shown.size()) + (plan.rest > 0) + static_cast<float>(lines_below(*v));
  plan.head = std::min(26.0f, area.height / (lines + 1));
  plan.row = std::min(kMostRow, (area.height - plan.head) / lines);
  plan.words = std::min(words_in(plan.row), std::max(11.0f, area.width / 46));
  plan.name = 12 + 1.6f * plan.words;
  plan.score = (models::is_attention(v->s.kind) ? 3.4f : 2.8f) * plan.words, plan.weight = 3.5f * plan.words;
  const float room = area.width - plan.name - plan.score - plan.weight - 3 * kGap;
  plan.cols = std::clamp(static_cast<int>(room / (2 * kLeastCell)), 1, v->columns());
  // What the layer reads has a place where the numbers keep theirs.
  const auto cells = static_cast<float>(2 * plan.cols);
  const float left = room - cells * kDigits * std::clamp(0.3f * plan.row, 10.0f, 13.0f) - kGap;
  plan.input = left >= kLeastInput ? std::min(left, kMostInput) : 0;
  plan.cell = std::min(kMostCell, (room - (plan.input > 0 ? plan.input + kGap : 0)) / cells);
  plan.row = std::min(plan.row, std::max(30.0f, 1.3f * plan.cell));
  plan.area.cut_top((area.height - plan.head - lines * plan.row) / 2);
  return plan;
}

/// A number as a coloured cell, `told` of which is there. It can be asked about when all of it is.
void draw_cell(Canvas& canvas, Rect place, double value, const SumView& v, const std::string& id, bool lit, float told) {
  if (told <= 0) return;
  const Rect cell = place.inset(place.width > 8 ? 0.5f : 0, 1);
  const Color fill = canvas.theme().diverging(static_cast<float>(value) / v.limit);
  canvas.rect(cell, fill, place.width > 8 ? 2 : 0);
  const float size = std::clamp(std::min(0.3f * place.height, place.width / kDigits), 10.0f, 17.0f);
  const canvas::TextStyle digits{.color = canvas.theme().on(fill), .size = size, .align = Align::kCenter};
  if (place.width >= 23 && place.height >= 13)
    canvas.text(cell.center(), canvas::shown_fixed(value, canvas.measure("\u22120.00", digits).width + 4 < cell.width ? 2 : 1), digits);
  if (lit) canvas.border(cell, {canvas.color(Role::kAccent), canvas.is_hot(id) ? 2.5f : 1.5f}, 2);
  charts::veil(canvas, cell, told);
  if (told >= 1) canvas.region(id, cell, Grip::kHover, "a number of a row");
}

void draw_number(Canvas& canvas, Rect place, const std::string& number, const std::string& id, std::string_view label, float told) {
  if (told < 1) return;
  if (canvas.is_hot(id)) canvas.border(place.inset(0, 1), {canvas.color(Role::kAccent), 2}, 3);
  const float size = std::min(words_in(place.height), place.width / 2.9f);
  canvas.text({place.right() - 4, place.center().y}, number, {.color = canvas.color(Role::kInk), .size = size, .align = Align::kRight});
  canvas.region(id, place, Grip::kHover, label);
}

bool is_lit(const SumView& v, int node, int c) { return v.hot_col == c && (v.hot_node < 0 || v.hot_node == node); }

/// The sign of a row that unfolds: a small triangle, which points down where it is unfolded.
void draw_sign(Canvas& canvas, Point m, bool down, Color color) {
  const Point right[] = {{m.x - 2.5f, m.y - 4}, {m.x + 3, m.y}, {m.x - 2.5f, m.y + 4}};
  const Point below[] = {{m.x - 4, m.y - 2.5f}, {m.x + 4, m.y - 2.5f}, {m.x, m.y + 3}};
  canvas.polygon(down ? std::span<const Point>(below) : std::span<const Point>(right), color);
}

/// The beginning of a row: its node and what the layer reads of it. A press unfolds the node's sum.
void draw_beginning(Canvas& canvas, const Plan& plan, const SumView& v, int line, int node, float width, float told, Params& edit) {
  if (told <= 0) return;
  const Rect whole = plan.at(plan.area.x, plan.area.width, line), place = plan.at(plan.area.x, width, line);
  const std::string id = "row[" + std::to_string(node) + "]";
  const bool own = node == v.p.node, hot = v.hot_node == node;
  if (hot) canvas.rect({whole.x, whole.y, whole.width, whole.height}, canvas.color(Role::kAccent).with_alpha(0.12f), 3);
  draw_sign(canvas, {place.x + 5, place.center().y}, own && v.unfolded, canvas.color(hot ? Role::kAccent : Role::kMuted));
  canvas::TextStyle style = charts::strong(canvas, plan.words);
  style.color = canvas.color(own ? Role::kQuery : Role::kKey);
  canvas.text({place.x + 12, place.center().y}, v.name(node), style);
  const std::string label = "row of node " + v.name(node) + (own ? ", press to fold or unfold its sum" : ", press to unfold its sum");
  if (canvas.region(id, place, Grip::kClick, label).pressed) choose(v, node, edit);
}

void draw_input(Canvas& canvas, Rect place, const SumView& v, int node, float told) {
  const Mat row = v.s.input.row(node);
  if (place.width <= 0 || told <= 0) return;
  const Rect strip = place.inset(1, std::clamp(0.2f * place.height, 1.0f, 14.0f));
  draw_strip(canvas, strip, row, std::max(0.1f, static_cast<float>(v.s.input.cwiseAbs().maxCoeff())), told);
  // A row that is a single 1 says in which column, in the larger of the two parts beside it.
  Index column = 0;
  if (row.row(0).maxCoeff(&column) != 1 || (row.array() != Real(0)).count() != 1 || row.size() < 8 || told < 1) return;
  const bool before = 2 * column >= row.size();
  const float cell = strip.width / static_cast<float>(row.size()), edge = strip.x + cell * static_cast<float>(column + !before);
  const canvas::TextStyle style =
      charts::quiet(canvas, std::clamp(0.7f * strip.height, 10.0f, 12.0f), before ? Align::kRight : Align::kLeft);
  const std::string at = std::to_string(column + 1);
  canvas.text(
      {before ? edge - 4 : edge + 4, strip.center().y},
      charts::fitting(canvas, style, (before ? edge - strip.x : strip.right() - edge) - 5, {"1 in column " + at, "column " + at, at}),
      style);
}

void draw_head(Canvas& canvas, const Plan& plan, const SumView& v) {
  const auto word = [&](Rect place, std::initializer_list<std::string_view> wordings, Role role, Align align = Align::kLeft) {
    canvas::TextStyle style = charts::quiet(canvas, std::min(plan.words, 14.0f), align);
    if (role != Role::kMuted) style.color = canvas.color(role);
    const float x = align == Align::kRight ? place.right() - 4 : place.x;
    canvas.text({x, place.center().y}, charts::fitting(canvas, style, place.width, wordings), style);
  };
  const float reads = v.unfolded ? plan.input : plan.folded_input();
  if (reads > 0) word(plan.at(plan.area.x + plan.name, reads, 0), {"h, read by the layer", "h"}, Role::kMuted);
  if (!v.unfolded) return word(plan.products_at(0), {"new row, of this layer", "new row", "h\u2032"}, Role::kOutput);
  const Rect says = plan.at(plan.says_x(), plan.wide(), 0);
  if (v.story.told(sum_stop::rows) > 0) word(says, {"says: g = h W", "g = h W", "g"}, Role::kValue);
  if (v.story.told(sum_stop::scores) > 0)
    word(plan.score_at(0), {models::is_attention(v.s.kind) ? "score" : "sees"}, Role::kMuted, Align::kRight);
  if (v.story.told(sum_stop::weights) > 0) word(plan.weight_at(0), {"weight"}, Role::kMuted, Align::kRight);
  if (v.story.told(sum_stop::sum) > 0) word(plan.products_at(0), {"weight \u00d7 g", "w g"}, Role::kValue);
}

/// The number that decides the weight: a score, or of how many nodes the neighbour sees.
void draw_reason(Canvas& canvas, Rect place, const SumView& v, int j, float told) {
  if (models::is_attention(v.s.kind))
    return draw_number(canvas, place, canvas::shown_fixed(static_cast<double>(v.head.scores(v.p.node, j)), 2),
                       canvas::cell_id("scores", v.p.node, j), "score", told);
  draw_number(canvas, place, std::to_string(v.s.shown.graph.of(j).size()), canvas::cell_id("sees", j, 0), "how many nodes it sees", told);
}

void draw_weight(Canvas& canvas, Rect place, const SumView& v, int j, float told) {
  if (told <= 0) return;
  const auto weight = static_cast<float>(v.s.weights(v.p.node, j)), most = static_cast<float>(v.s.weights.row(v.p.node).maxCoeff());
  const float share = std::clamp(weight / std::max(1e-6f, most), 0.0f, 1.0f);
  canvas.rect({place.x, place.y + 2, told * share * place.width, place.height - 4}, canvas.theme().sequential(0.3f).with_alpha(0.7f), 2);
  draw_number(canvas, place, canvas::shown_fixed(static_cast<double>(weight), 2), canvas::cell_id("weights", v.p.node, j), "weight", told);
}

void draw_terms(Canvas& canvas, const Plan& plan, const SumView& v, int line, int k) {
  const int j = v.seen[static_cast<size_t>(k)];
  draw_input(canvas, plan.input_at(line), v, j, v.told(sum_stop::neighbours, k));
  const float flown = std::clamp((v.told(sum_stop::sum, k) - 0.5f) / 0.06f, 0.0f, 1.0f);
  for (int c = 0; c < plan.cols; ++c) {
    draw_cell(canvas, plan.says_at(line, c), static_cast<double>(v.head.features(j, c)), v, canvas::cell_id("features", j, c),
              is_lit(v, j, c), v.told(sum_stop::rows, k));
    draw_cell(canvas, plan.product_at(line, c), static_cast<double>(v.products(j, c)), v, canvas::cell_id("products", j, c),
              is_lit(v, j, c), flown);
  }
  draw_reason(canvas, plan.score_at(line), v, j, v.told(sum_stop::scores, k));
  draw_weight(canvas, plan.weight_at(line), v, j, v.told(sum_stop::weights, k));
}

/// A line of what becomes of the sum, with its words before it.
void draw_result(Canvas& canvas, const Plan& plan, const SumView& v, int line, std::initializer_list<std::string_view> words, Role role,
                 const Mat& rows, Index row, std::string_view id, float told) {
  if (told <= 0) return;
  const Rect place = plan.at(plan.area.x, plan.products_x() - plan.area.x - 8, line);
  canvas::TextStyle style = charts::strong(canvas, plan.words, Align::kRight);
  style.color = canvas.color(role);
  canvas.text({place.right(), place.center().y}, charts::fitting(canvas, style, place.width, words), style);
  for (int c = 0; c < plan.cols; ++c)
    draw_cell(canvas, plan.product_at(line, c), static_cast<double>(rows(row, c)), v, canvas::cell_id(id, static_cast<int>(row), c),
              is_lit(v, -1, c) || v.hot_col == c, told);
}

/// What has arrived of the sum so far, in colours; the numbers are there when everything is.
void draw_arriving(Canvas& canvas, const Plan& plan, const SumView& v, int line) {
  Mat sum = Mat::Zero(1, plan.cols);
  bool any = false;
  for (size_t k = 0; k < v.seen.size(); ++k)
    if (v.told(sum_stop::sum, static_cast<int>(k)) >= 1) sum += v.products.row(v.seen[k]).leftCols(plan.cols), any = true;
  if (any) draw_strip(canvas, plan.products_at(line).inset(0, 1), sum, v.limit);
}

void draw_ending(Canvas& canvas, const Plan& plan, const SumView& v, int line) {
  const int i = v.p.node;
  if (v.story.told(sum_stop::sum) <= 0) return;
  const Rect below = plan.products_at(line);
  canvas.line({plan.area.x, below.y}, {below.right(), below.y}, {canvas.color(Role::kMuted), 1});
  const bool whole = v.story.told(sum_stop::sum) >= 1;
  if (!whole) draw_arriving(canvas, plan, v, line);
  draw_result(canvas, plan, v, line++, {"what it hears: the sum", "the sum", "sum"}, Role::kOutput, v.head.mixed, i, "mixed", whole);
  draw_result(canvas, plan, v, line++, {"the bias, the same for all", "+ bias"}, Role::kMuted, v.bias, 0, "bias",
              v.story.told(sum_stop::bend, 0, 0.3f));
  if (v.s.bend)
    draw_result(canvas, plan, v, line++, {"sum and bias", "= so far"}, Role::kMuted, v.biased, i, "before-bend",
                v.story.told(sum_stop::bend, 0.3f, 0.6f));
  const std::string bend = v.s.bend ? std::string(bend_name(*v.s.bend)) + ": the new row" : "the new row, without a bend";
  draw_result(canvas, plan, v, line, {bend, "new row", "new"}, Role::kOutput, v.next, i, "new-row", v.story.told(sum_stop::bend, 0.7f, 1));
}

/// A row that is folded: what the layer reads of the node, and what it makes of it.
void draw_folded(Canvas& canvas, const Plan& plan, const SumView& v, int line, int j) {
  const Rect from = plan.at(plan.area.x + plan.name, plan.folded_input(), line), to = plan.products_at(line);
  draw_input(canvas, from, v, j, 1);
  charts::draw_arrow(canvas, {from.right() + 8, from.center().y}, {to.x - 8, to.center().y}, {canvas.color(Role::kFaint), 1.5f});
  for (int c = 0; c < plan.cols; ++c)
    draw_cell(canvas, plan.product_at(line, c), static_cast<double>(v.next(j, c)), v, canvas::cell_id("new-row", j, c),
              canvas.is_hot(canvas::cell_id("new-row", j, c)), 1);
}

}  // namespace

SumRows draw_rows(Canvas& canvas, Rect area, SumView* view, Params& edit) {
  SumRows out;
  const Plan plan = planned(area, view);
  const SumView& v = *view;
  draw_head(canvas, plan, v);
  if (v.seen.empty()) canvas.text({plan.area.x, plan.at(0, 0, 1).center().y}, "It sees nobody: the sum is 0.", charts::quiet(canvas, 12));
  int line = 1;
  out.products.assign(v.seen.size(), plan.products_at(static_cast<int>(v.shown.size()) + 1));
  for (const int j : v.shown) {
    const int k = static_cast<int>(std::lower_bound(v.seen.begin(), v.seen.end(), j) - v.seen.begin());
    const float told = v.told(sum_stop::neighbours, k);
    draw_beginning(canvas, plan, v, line, j, v.unfolded ? plan.says_x() - plan.area.x - 2 : plan.products_x() - plan.area.x - 4, told,
                   edit);
    if (v.unfolded)
      draw_terms(canvas, plan, v, line, k);
    else
      draw_folded(canvas, plan, v, line, j);
    out.products[static_cast<size_t>(k)] = plan.products_at(line++);
  }
  if (plan.rest > 0) {
    const Rect place = plan.at(plan.area.x, plan.area.width, line++);
    canvas.text({place.x + 12, place.center().y}, "and " + std::to_string(plan.rest) + " with less weight",
                charts::quiet(canvas, std::min(plan.words, 14.0f)));
  }
  if (!v.unfolded) return out;
  draw_ending(canvas, plan, v, line);
  out.sum = plan.products_at(line), out.next = plan.products_at(line + lines_below(v) - 1);
  return out;
}

}  // namespace attn::lessons::graph_attention
