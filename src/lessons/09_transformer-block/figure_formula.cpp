// Attention as one formula over the matrices that its letters stand for.
#include <algorithm>
#include <array>
#include <initializer_list>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "canvas/paragraph.h"
#include "charts/arrows.h"
#include "charts/figure_text.h"
#include "charts/matrix_block.h"
#include "charts/story.h"
#include "formula/equation.h"
#include "lessons/09_transformer-block/figure_parts.h"
#include "lessons/09_transformer-block/figures.h"

namespace attn::lessons::transformer_block {
namespace {

using canvas::Canvas, canvas::Font, canvas::Rect, canvas::Role;

constexpr float kColumnNames = 18;  ///< height of the line of names under scores and weights
constexpr float kVeiled = 0.35f;    ///< what is left of the symbols that the chosen part is not about

/// softmax(Q K^T / sqrt(d_k)) V, typeset.
formula::Expression expression() {
  using namespace formula;
  const Expression q = sym("Q", Role::kQuery), k = sym("K", Role::kKey), v = sym("V", Role::kValue);
  const Expression scores = frac(row({q, power(k, sym("T"))}), root(sub(sym("d"), sym("k"))));
  return row({call("Attention", {q, k, v}), op("="), call("softmax", {scores}), v});
}

/// The part of the formula that a typeset piece stands for, or -1.
int part_of(std::string_view piece) {
  struct Named {
    std::string_view text;
    FormulaPart part;
  };
  static constexpr std::array<Named, 7> kPieces{{{"Attention", FormulaPart::kOutput},
                                                 {"softmax", FormulaPart::kSoftmax},
                                                 {"Q", FormulaPart::kQueries},
                                                 {"K", FormulaPart::kKeys},
                                                 {"T", FormulaPart::kProduct},
                                                 {"V", FormulaPart::kValues},
                                                 {"d", FormulaPart::kRoot}}};
  for (const Named& named : kPieces)
    if (named.text == piece) return static_cast<int>(named.part);
  return -1;
}

const char* sentence_of(FormulaPart part) {
  switch (part) {
    case FormulaPart::kQueries:
      return "Q: a row for each token that asks, d numbers wide";
    case FormulaPart::kKeys:
      return "K: a row for each token that answers, just as wide; transposed, a column";
    case FormulaPart::kProduct:
      return "Q times K transposed: each row meets each column, n times n numbers";
    case FormulaPart::kRoot:
      return "each score over the root of the head\u2019s width";
    case FormulaPart::kSoftmax:
      return "each row becomes weights that sum to 1";
    case FormulaPart::kValues:
      return "V: a row for each token that answers";
    case FormulaPart::kOutput:
      return "weights times V: for each token a mixture of the rows of V";
  }
  return "";
}

/// Whether a typeset piece is among those that the sentence of `part` is about.
bool is_lit(std::string_view piece, FormulaPart part) {
  const auto among = [piece](std::initializer_list<std::string_view> pieces) {
    return std::find(pieces.begin(), pieces.end(), piece) != pieces.end();
  };
  switch (part) {
    case FormulaPart::kKeys:
      return among({"K", "T"});
    case FormulaPart::kProduct:
      return among({"Q", "K", "T"});
    case FormulaPart::kRoot:
      return among({"d", "k"});
    case FormulaPart::kOutput:
      return among({"Attention", "softmax", "V"});
    default:
      return part_of(piece) == static_cast<int>(part);
  }
}

/// What of the formula the chosen part is about. Its lines are those of the root.
formula::EquationLayout lit_part(const formula::EquationLayout& layout, FormulaPart part) {
  formula::EquationLayout lit = layout;
  std::erase_if(lit.runs, [part](const auto& run) { return !is_lit(run.text, part); });
  if (part != FormulaPart::kRoot) lit.rules.clear();
  return lit;
}

/// The formula in a line, with all faded but what the chosen part is about. A press on a symbol chooses its part.
void draw_symbols(Canvas& canvas, Rect line, const Params& p, Params& edit) {
  const formula::Expression e = expression();
  float size = std::min(0.5f * line.height, 26.0f);
  const formula::EquationLayout full = formula::layout_equation(e, size);
  size *= std::min({1.0f, line.width / full.width, line.height / full.size().height});
  const formula::EquationLayout layout = formula::layout_equation(e, size);
  const canvas::Point origin{line.x, line.center().y + (layout.ascent - layout.descent) / 2};
  formula::draw_equation(canvas, origin, layout);
  charts::veil(canvas, Rect{origin.x, origin.y - layout.ascent, layout.width, layout.size().height}.inset(-3, -3), kVeiled);
  int piece = 0;
  for (const formula::EquationLayout::Run& run : layout.runs) {
    const int part = part_of(run.text);
    if (part < 0) continue;
    const float width = canvas.measure(run.text, {.color = {}, .size = run.size, .font = run.font}).width;
    const float room = std::max(width, 15.0f);
    const Rect place{origin.x + run.at.x + (width - room) / 2, origin.y + run.at.y - 0.85f * run.size, room, 1.15f * run.size};
    const std::string id = "symbol[" + std::to_string(piece++) + "]";
    const bool chosen = static_cast<int>(p.part) == part;
    if (chosen || canvas.is_hot(id)) canvas.rect(place, canvas.color(Role::kAccent).with_alpha(chosen ? 0.2f : 0.1f), 4);
    if (canvas.region(id, place, canvas::Grip::kClick, sentence_of(static_cast<FormulaPart>(part))).pressed)
      edit.part = static_cast<FormulaPart>(part);
  }
  formula::draw_equation(canvas, origin, lit_part(layout, p.part));
}

/// A matrix of the figure.
struct Operand {
  std::string_view id, name;
  Role role;
  Mat values;
  bool weights;
  std::vector<FormulaPart> parts;  ///< it is lit where one of these is chosen
};

/// The matrices of the head shown. While the product Q K^T is chosen, products stand in place of the scores.
std::vector<Operand> blocks_of(const Params& p, const Block& b) {
  using F = FormulaPart;
  const kernels::MultiHead& a = b.layer.attention;
  const Index width = p.head_width(), first = (p.head - 1) * width;
  const auto h = static_cast<size_t>(p.head - 1);
  const Mat q = a.q.middleCols(first, width), k = a.k.middleCols(first, width), v = a.v.middleCols(first, width);
  return {{"head-queries", "Q", Role::kQuery, q, false, {F::kQueries, F::kProduct}},
          {"head-keys", "K, transposed", Role::kKey, k.transpose(), false, {F::kKeys, F::kProduct}},
          p.part == F::kProduct ? Operand{"products", "products", Role::kInk, b.products(p.head - 1), false, {F::kProduct}}
                                : Operand{"scores", "scores", Role::kInk, a.scores[h], false, {F::kRoot, F::kSoftmax}},
          {"weights", "weights", Role::kInk, a.weights[h], true, {F::kSoftmax, F::kOutput}},
          {"head-values", "V", Role::kValue, v, false, {F::kValues, F::kOutput}},
          {"head-output", "output", Role::kOutput, a.heads[h], false, {F::kOutput}}};
}

void draw_block_at(Canvas& canvas, Rect cells, const Operand& b, const Params& p, int row, std::span<const std::string> names = {}) {
  const bool part = std::find(b.parts.begin(), b.parts.end(), p.part) != b.parts.end();
  const Rect caption{cells.x, cells.y - 18, cells.width + 40, 16};
  const canvas::TextStyle letter{.color = canvas.color(part ? b.role : Role::kMuted), .size = 13, .font = Font::kStrong};
  canvas.text({caption.x, caption.center().y}, b.name, letter);
  const float x = caption.x + canvas.measure(b.name, letter).width + 7;
  const std::string shape = charts::shape_text(b.values.rows(), b.values.cols());
  if (x + canvas.measure(shape, charts::quiet(canvas, 11)).width <= cells.right() + 8)
    canvas.text({x, caption.center().y}, shape, charts::quiet(canvas, 11));
  draw_map(
      canvas, cells,
      {.id = b.id, .values = b.values, .label = b.name, .row = row, .weights = b.weights, .names = names, .pale = part ? 0.0f : 0.75f});
}

/// What the tokens are called beside rows, and below columns, where there is less room.
struct Names {
  std::vector<std::string> rows, columns;
  float width = 0;  ///< width of the widest name of a row, with its margin; 0 where there is no room for names
};
Names names_in(const Canvas& canvas, float room, float column, const std::vector<std::string>& tokens) {
  constexpr float kSize = 11, kGap = 8;
  const canvas::TextStyle style = charts::strong(canvas, kSize);
  Names names{tokens, tokens, 0};
  const auto widest = [&](const std::vector<std::string>& all) {
    float width = 0;
    for (const std::string& name : all) width = std::max(width, canvas.measure(name, style).width);
    return width;
  };
  if (widest(tokens) > column - 2) {
    names.columns = numbered("", static_cast<std::ptrdiff_t>(tokens.size()));
    for (size_t i = 0; i < tokens.size(); ++i) names.rows[i] = names.columns[i] + " " + tokens[i];
  }
  for (std::string& name : names.rows) name = canvas::elided(canvas, name, style, room);
  names.width = widest(names.rows) + kGap;
  return names;
}

void draw_column_names(Canvas& canvas, Rect cells, const std::vector<std::string>& names) {
  const canvas::TextStyle style = charts::quiet(canvas, 11, canvas::Align::kCenter);
  for (size_t j = 0; j < names.size(); ++j)
    canvas.text({cells.cell(0, static_cast<int>(j), 1, static_cast<int>(names.size())).center().x, cells.bottom() + 9}, names[j], style);
}

}  // namespace

void draw_formula(Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  Rect area = page(canvas);
  const bool small = canvas.bounds().height < 330;
  draw_foot(canvas, &area,
            "press a symbol: its matrices come forward; head " + std::to_string(p.head) + " of " + std::to_string(p.heads()));
  draw_symbols(canvas, area.cut_top(small ? 42.0f : 58.0f), p, edit);
  canvas::draw_hint(canvas, area.cut_top(small ? 20.0f : 26.0f), sentence_of(p.part),
                    {.color = canvas.color(Role::kInk), .size = small ? 11.0f : 14.0f});
  area.cut_top(20);  // leaves room for the captions of the first row
  const std::vector<Operand> blocks = blocks_of(p, r.block);
  // A second factor stands above its product, the first to the left of it: Q, K and the scores, the weights, V and the output.
  const auto n = static_cast<float>(r.n()), d = static_cast<float>(p.head_width());
  const float between = std::clamp(0.04f * area.width, 12.0f, 30.0f), arrow = between + 12;
  const float down = area.height < 260 ? 26 : 38;  // the captions of the lower row and, with room, the names of K's columns
  const auto wide_in = [&](float width) { return std::min((width - 2 * between - arrow - 2) / (2 * d + 2 * n), 64.0f); };
  const Names names = names_in(canvas, 0.15f * area.width, wide_in(0.88f * area.width), r.tokens);
  area.cut_left(names.width), area.cut_bottom(kColumnNames);
  const float wide = wide_in(area.width);
  const float high = std::min({(area.height - down) / (std::max(d, n) + n), std::max(1.1f * wide, 16.0f), 46.0f});
  const float slack = std::max(0.0f, area.height - down - high * (std::max(d, n) + n));
  const float lower = area.y + high * std::max(d, n) + down + std::min(0.3f * slack, 40.0f);
  const float scores = area.x + d * wide + between, weights = scores + n * wide + arrow, output = weights + n * wide + between;
  const auto above = [&](float x, const Operand& b) {
    const float height = high * static_cast<float>(b.values.rows());
    return Rect{x, lower - down - height, wide * static_cast<float>(b.values.cols()), height};
  };
  const auto below = [&](float x, const Operand& b) { return Rect{x, lower, wide * static_cast<float>(b.values.cols()), high * n}; };
  const int row = p.token - 1;
  draw_block_at(canvas, below(area.x, blocks[0]), blocks[0], p, row, names.rows);
  draw_block_at(canvas, above(scores, blocks[1]), blocks[1], p, -1);
  draw_block_at(canvas, below(scores, blocks[2]), blocks[2], p, row);
  draw_block_at(canvas, below(weights, blocks[3]), blocks[3], p, row);
  draw_block_at(canvas, above(output, blocks[4]), blocks[4], p, -1, names.rows);
  draw_block_at(canvas, below(output, blocks[5]), blocks[5], p, row);
  if (down > 30) draw_column_names(canvas, above(scores, blocks[1]), names.columns);
  for (const auto& [x, block] : {std::pair(scores, &blocks[2]), std::pair(weights, &blocks[3])})
    draw_column_names(canvas, below(x, *block), names.columns);
  const float middle = lower + 0.5f * n * high;
  charts::draw_arrow(canvas, {scores + n * wide + 4, middle}, {weights - 4, middle}, {canvas.color(Role::kMuted), 2});
}

}  // namespace attn::lessons::transformer_block
