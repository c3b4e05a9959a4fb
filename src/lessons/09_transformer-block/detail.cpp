#include "lessons/09_transformer-block/detail.h"

#include <algorithm>
#include <string>
#include <vector>

#include "canvas/regions.h"
#include "charts/cell_matrix.h"
#include "charts/figure_text.h"
#include "charts/matrix_block.h"
#include "lessons/09_transformer-block/figure_parts.h"

namespace attn::lessons::transformer_block {
namespace {

using canvas::Canvas, canvas::Grip, canvas::Rect;
using kernels::NormPlace;

constexpr float kCaptionHigh = 16, kGap = 5;
constexpr float kReadable = 18;  ///< rows of this height show their numbers
constexpr float kLeast = 5;      ///< least height of the rows of what goes in
constexpr float kMostHigh = 34, kMostWide = 64;

/// Matrices side by side.
struct Band {
  std::vector<Map> maps;
  std::vector<std::string> captions;  ///< one for each matrix
};

struct Opened {
  std::string title, formula;
  std::vector<Band> bands;  ///< from what goes in to what comes out
};

Map map_of(std::string_view id, const Mat& values, std::string_view label) { return {.id = id, .values = values, .label = label}; }

Opened open_input(const Result& r) {
  Map x = map_of("embeddings", r.embeddings, "embeddings, drag to change");
  x.grip = Grip::kDrag;
  return {"Embeddings and positions",
          "x = embeddings + positions",
          {{{x}, {"embeddings"}},
           {{map_of("positions", r.block.positions, "positions")}, {"positions"}},
           {{map_of("input", r.block.input, "what enters the block")}, {"x"}}}};
}

Opened open_sum(const Block& b, bool second) {
  const auto& l = b.layer;
  const Map before = second ? map_of(b.params.norm == NormPlace::post ? "norm1" : "sum1", b.middle(), "the stream")
                            : map_of("input", b.input, "what enters the block");
  const Map added = second ? map_of("feed-forward", l.ff_output, "output of the feed-forward network")
                           : map_of("attention", l.attention.output, "output of the attention");
  const Map sum = second ? map_of("sum2", l.sum2, "the sum") : map_of("sum1", l.sum1, "the sum");
  const std::string stream = second ? "y" : "x", branch = second ? "f" : "a";
  if (!b.params.residual)
    return {"No residual connection",
            branch + " alone goes on",
            {{{before}, {stream + ", left behind"}}, {{added}, {branch}}, {{sum}, {"what goes on"}}}};
  return {"Add",
          stream + " + " + branch,
          {{{before}, {stream + ", the stream"}}, {{added}, {branch + ", what is added"}}, {{sum}, {stream + " + " + branch}}}};
}

Opened open_norm(const Block& b, bool second) {
  const kernels::LayerNorm& norm = second ? b.layer.norm2 : b.layer.norm1;
  const bool pre = b.params.norm == NormPlace::pre;
  const std::string_view in = pre ? (second ? "sum1" : "input") : (second ? "sum2" : "sum1");
  return {"Layer norm",
          "(row \u2212 \u03bc) / \u03c3",
          {{{map_of(in, b.norm_input(second), "what goes into the norm"), map_of(second ? "mean2" : "mean1", norm.mean, "mean of each row"),
             map_of(second ? "deviation2" : "deviation1", norm.inverse_deviation, "one over the deviation of each row")},
            {"in", "\u03bc", "1/\u03c3"}},
           {{map_of(second ? "norm2" : "norm1", b.norm_output(second), "what comes out of the norm")}, {"out"}}}};
}

Opened open_attention(const Params& p, const Block& b) {
  const kernels::MultiHead& a = b.layer.attention;
  Band split{{map_of("queries", a.q, "queries"), map_of("keys", a.k, "keys"), map_of("values", a.v, "values")}, {"Q", "K", "V"}};
  Band heads;
  static constexpr std::string_view kHeads[] = {"head[0]", "head[1]", "head[2]", "head[3]"};
  for (int h = 0; h < p.heads(); ++h) {
    const bool shown = h == p.head - 1;
    Map m =
        map_of(shown ? "weights" : kHeads[h], a.weights[static_cast<size_t>(h)], shown ? "weights of the head shown" : "show this head");
    m.weights = true, m.whole = !shown, m.numbers = shown;
    if (!shown) m.grip = Grip::kClick;
    heads.maps.push_back(m);
    heads.captions.push_back((h == 0 ? "weights, head " : "head ") + std::to_string(h + 1));
  }
  Map concat = map_of("concat", a.concat, "the heads side by side");
  for (Map* m : {&split.maps[0], &split.maps[1], &split.maps[2], &concat})
    if (p.heads() > 1) m->band = p.head_width(), m->lit_band = p.head - 1;
  concat.lit_band = -1;
  return {"Attention",
          "heads side by side, times the output matrix",
          {split, heads, {{concat}, {"heads side by side"}}, {{map_of("attention", a.output, "output of the attention")}, {"a"}}}};
}

Opened open_feed_forward(const Block& b) {
  const bool relu = b.params.activation == kernels::Activation::relu;
  return {"Feed-forward, each row by itself",
          relu ? "f = max(0, y W\u2081) W\u2082" : "f = gelu(y W\u2081) W\u2082",
          {{{map_of(b.params.norm == NormPlace::none  ? "sum1"
                    : b.params.norm == NormPlace::pre ? "norm2"
                                                      : "norm1",
                    b.layer.ff_input, "what goes into the network")},
            {b.params.norm == NormPlace::pre ? "y, normed" : "y"}},
           {{map_of("hidden-before", b.layer.hidden_before, "hidden numbers before the activation")}, {"y W\u2081"}},
           {{map_of("hidden", b.layer.hidden, "hidden numbers")}, {relu ? "max(0, y W\u2081)" : "gelu(y W\u2081)"}},
           {{map_of("feed-forward", b.layer.ff_output, "output of the feed-forward network")}, {"f"}}}};
}

Opened open(const Params& p, const Result& r) {
  switch (p.stage) {
    case Stage::kInput:
      return open_input(r);
    case Stage::kNorm1:
    case Stage::kNorm2:
      return open_norm(r.block, p.stage == Stage::kNorm2);
    case Stage::kAttention:
      return open_attention(p, r.block);
    case Stage::kSum1:
    case Stage::kSum2:
      return open_sum(r.block, p.stage == Stage::kSum2);
    case Stage::kFeedForward:
      return open_feed_forward(r.block);
  }
  return {};
}

/// The heights of a row of cells: in the last band, which comes out, and in the other bands.
struct Heights {
  float rest, last;
};
Heights heights_in(float room, int n, int bands) {
  const float equal = room / static_cast<float>(n * bands);
  if (equal >= kReadable || bands == 1) return {std::min(equal, kMostHigh), std::min(equal, kMostHigh)};
  const float last = std::min(kReadable, room / static_cast<float>(n) - kLeast * static_cast<float>(bands - 1));
  if (last <= equal) return {equal, equal};
  return {(room / static_cast<float>(n) - last) / static_cast<float>(bands - 1), last};
}

/// The words determine the embeddings, so what the hand changes is kept apart, in `nudge`.
void edit_embeddings(const canvas::Interaction& hand, const Mat& shown, Mat* nudge) {
  Mat all = Mat::Zero(shown.rows(), shown.cols());
  all.topLeftCorner(nudge->rows(), nudge->cols()) = *nudge;
  if (charts::edit_cells(hand, shown, &all, static_cast<Real>(kNudgeStep), static_cast<Real>(kNudgeLimit))) *nudge = all;
}

bool is_sum(Stage stage) { return stage == Stage::kInput || stage == Stage::kSum1 || stage == Stage::kSum2; }

/// Lights what the cell `asked` was computed from: in a sum the same cell of each term, otherwise the cell's row.
void light_operands(Canvas& canvas, Rect cells, const Map& m, const canvas::RegionId& asked, bool sums) {
  const auto n = static_cast<int>(m.values.rows()), c = static_cast<int>(m.values.cols());
  if (asked.row < 0 || asked.row >= n || asked.col < 0 || (sums && asked.col >= c)) return;
  const Rect lit = sums ? cells.cell(asked.row, asked.col, n, c) : cells.cell(asked.row, 0, n, 1);
  canvas.border(lit.inset(0.5f, 0.5f), {canvas.color(canvas::Role::kInk), 2});
}

void draw_band(Canvas& canvas, Rect area, float height, float names, Band& band, const Params& p, const Result& r, Params& edit,
               const canvas::RegionId* asked) {
  float columns = 0;
  for (const Map& m : band.maps) columns += static_cast<float>(m.values.cols());
  const float gaps = 12 * static_cast<float>(band.maps.size() - 1);
  const bool weights = band.maps.front().weights;
  const float cell = std::min({(area.width - names - gaps) / columns, kMostWide, weights ? std::max(1.7f * height, 12.0f) : kMostWide});
  float x = area.x + names;
  for (size_t k = 0; k < band.maps.size(); ++k) {
    Map& m = band.maps[k];
    const float width = cell * static_cast<float>(m.values.cols());
    const float room = k + 1 < band.maps.size() ? width + 8 : std::max(width, area.right() + 7 - x);  // into the margin
    std::string caption = band.captions[k];
    if (const size_t comma = caption.rfind(", "); comma != caption.npos && canvas.measure(caption, charts::strong(canvas, 12)).width > room)
      caption = weights ? caption.substr(comma + 2) : caption.substr(0, comma);
    draw_caption(canvas, {x, area.y, room, kCaptionHigh}, caption, charts::shape_text(m.values.rows(), m.values.cols()));
    const Rect cells{x, area.y + kCaptionHigh, width, height * static_cast<float>(m.values.rows())};
    m.row = p.token - 1;
    if (k == 0 && names > 0) m.names = r.tokens;
    const canvas::Interaction hand = draw_map(canvas, cells, m);
    if (asked) light_operands(canvas, cells, m, *asked, is_sum(p.stage));
    if (m.id == "embeddings") edit_embeddings(hand, m.values, &edit.nudge);
    if (hand.pressed && m.id.starts_with("head[")) edit.head = static_cast<int>(k) + 1;
    x += width + 12;
  }
}

}  // namespace

void draw_stage(Canvas& canvas, Rect area, const Params& p, const Result& r, Params& edit) {
  Opened opened = open(p, r);
  draw_caption(canvas, area.cut_top(kCaptionHigh), opened.title, opened.formula);
  area.cut_top(area.height > 380 ? 6.0f : 0.0f);
  const auto bands = static_cast<int>(opened.bands.size());
  const float room = area.height - static_cast<float>(bands) * (kCaptionHigh + kGap) + kGap;
  const Heights heights = heights_in(room, r.n(), bands);
  float names = 0;
  if (area.width >= 300) {
    for (const std::string& token : r.tokens) names = std::max(names, canvas.measure(token, charts::strong(canvas, 12)).width + 9);
    names = std::min(names, 0.2f * area.width);
  }
  const std::string hot(canvas.hot());
  const canvas::RegionId asked = canvas::parse_region_id(hot);
  const bool result_asked = asked.name == opened.bands.back().maps.front().id && asked.row >= 0;
  for (int i = 0; i < bands; ++i) {
    const bool operand = result_asked && i + 1 < bands && (is_sum(p.stage) || i + 2 == bands);
    const float height = i + 1 == bands ? heights.last : heights.rest;
    const Rect place = area.cut_top(kCaptionHigh + height * static_cast<float>(r.n()));
    area.cut_top(kGap);
    draw_band(canvas, place, height, names, opened.bands[static_cast<size_t>(i)], p, r, edit, operand ? &asked : nullptr);
  }
}

}  // namespace attn::lessons::transformer_block
