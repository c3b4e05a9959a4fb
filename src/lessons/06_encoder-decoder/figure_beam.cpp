// The tree of a beam search: at every step the hypotheses that are kept, and below them those that are cut.
#include <algorithm>
#include <cmath>

#include "canvas/number_text.h"
#include "canvas/paragraph.h"
#include "canvas/regions.h"
#include "charts/figure_text.h"
#include "charts/plot.h"
#include "lessons/06_encoder-decoder/figure_parts.h"
#include "lessons/06_encoder-decoder/figures.h"
#include "lessons/06_encoder-decoder/words.h"
#include "lessons/translation/source_text.h"

namespace attn::lessons::encoder_decoder {
namespace {

/// A hypothesis, whether it is on the way to the beam's best, and whether it is on the way that greedy search takes.
struct Candidate {
  const models::BeamNode& node;
  bool best, greedy;
};
Candidate candidate(const Result& r, size_t k) { return {r.beam.nodes[k], r.beam.on_best[k], r.beam.on_greedy[k]}; }

/// Where each node stands. Nodes without room have empty rectangles.
struct Layout {
  std::vector<canvas::Rect> places;
  float row = 20, column = 60;
};

constexpr float kNumbered = 27;  ///< higher nodes have a number below their word

canvas::TextStyle number_style(const canvas::Canvas& canvas, float height) {
  const canvas::TextStyle style = charts::quiet(canvas, std::clamp(0.33f * height, 8.0f, 11.0f), canvas::Align::kCenter);
  return style;
}

std::string number_of(const models::BeamNode& node) { return canvas::shown_fixed(static_cast<double>(node.log_probability), 2); }

/// Whether a node of this size has room for its number.
bool has_number(const canvas::Canvas& canvas, const models::BeamNode& node, canvas::Rect place) {
  return node.depth > 0 && place.height > kNumbered &&
         canvas.measure(number_of(node), number_style(canvas, place.height)).width < place.width;
}

/// The nodes of each step: first those that are kept, then those that were cut, both from the likeliest down.
std::vector<std::vector<size_t>> columns_of(const std::vector<models::BeamNode>& nodes) {
  std::vector<std::vector<size_t>> columns;
  for (size_t k = 0; k < nodes.size(); ++k) {
    const auto depth = static_cast<size_t>(nodes[k].depth);
    if (depth >= columns.size()) columns.resize(depth + 1);
    columns[depth].push_back(k);
  }
  for (auto& column : columns)
    std::stable_sort(column.begin(), column.end(), [&](size_t a, size_t b) {
      if (nodes[a].kept != nodes[b].kept) return nodes[a].kept;
      return nodes[a].log_probability > nodes[b].log_probability;
    });
  return columns;
}

Layout arrange(canvas::Rect area, const std::vector<models::BeamNode>& nodes, int width) {
  const auto columns = columns_of(nodes);
  Layout layout{std::vector<canvas::Rect>(nodes.size()), 0, 0};
  if (columns.empty()) return layout;
  size_t most = 1;
  for (const auto& column : columns) most = std::max(most, column.size());
  layout.column = std::min(area.width / static_cast<float>(columns.size()), 130.0f);
  layout.row = std::clamp(area.height / static_cast<float>(std::min<size_t>(most, 2 * static_cast<size_t>(width) + 1)), 13.0f, 44.0f);
  const auto rows = static_cast<size_t>(std::max(1.0f, std::floor(area.height / layout.row)));
  for (size_t c = 0; c < columns.size(); ++c)
    for (size_t i = 0; i < std::min(columns[c].size(), rows); ++i)
      layout.places[columns[c][i]] = {area.x + layout.column * static_cast<float>(c), area.y + layout.row * static_cast<float>(i),
                                      0.74f * layout.column, 0.86f * layout.row};
  return layout;
}

void draw_edge(canvas::Canvas& canvas, const Candidate& it, canvas::Rect from, canvas::Rect to) {
  const canvas::Role role = it.best ? canvas::Role::kOutput : it.greedy ? canvas::Role::kQuery : canvas::Role::kMuted;
  const float alpha = it.best || it.greedy ? 1.0f : it.node.kept ? 0.6f : 0.3f;
  const canvas::Stroke stroke{canvas.color(role).with_alpha(alpha), it.best ? 3.0f : it.greedy ? 2.0f : 1.0f, it.greedy && !it.best};
  canvas.line({from.right(), from.center().y}, {to.x, to.center().y}, stroke);
}

void draw_node(canvas::Canvas& canvas, const Candidate& it, std::string_view word, canvas::Rect place, const std::string& id) {
  const bool hot = canvas.is_hot(id);
  const canvas::Role role = it.best ? canvas::Role::kOutput : it.greedy ? canvas::Role::kQuery : canvas::Role::kInk;
  if (it.node.kept)
    canvas.rect(place, canvas.color(it.best ? canvas::Role::kOutput : canvas::Role::kInk).with_alpha(it.best ? 0.16f : 0.06f), 4);
  if (it.node.kept || hot) {
    const canvas::Stroke stroke{canvas.color(hot            ? canvas::Role::kAccent
                                             : it.node.kept ? role
                                                            : canvas::Role::kFaint),
                                hot || it.best ? 2.0f : 1.0f, it.greedy && !it.best && !hot};
    canvas.border(place, stroke, 4);
  }
  const bool two = place.height > kNumbered;
  const float size = std::clamp(two ? 0.4f * place.height : 0.72f * place.height, 8.0f, 14.0f);
  const float middle = two ? place.y + 0.33f * place.height : place.center().y;
  draw_centred(canvas, {place.x, middle - size / 2, place.width, size}, word,
               {.color = canvas.color(it.node.kept ? role : canvas::Role::kMuted),
                .size = size,
                .font = it.best ? canvas::Font::kStrong : canvas::Font::kText});
  if (has_number(canvas, it.node, place))
    canvas.text({place.center().x, place.y + 0.76f * place.height}, number_of(it.node), number_style(canvas, place.height));
  canvas.region(id, place, canvas::Grip::kHover,
                (it.node.kept ? "hypothesis ending in " : "hypothesis that was cut, ending in ") + std::string(word));
}

}  // namespace

void draw_beam(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  const std::vector<models::BeamNode>& nodes = r.beam.nodes;
  auto [size, area] = page_of(canvas);
  translation::draw_source_help(canvas, &area, *r.task, r.problem, &edit.source);
  area.cut_top(canvas::draw_paragraph(canvas, area, beam_note(p, r), charts::quiet(canvas, size)) + 3);
  const charts::LegendEntry entries[] = {{"best hypothesis", canvas.color(canvas::Role::kOutput)},
                                         {"greedy", canvas.color(canvas::Role::kQuery), charts::LegendEntry::Look::kDashes},
                                         {"kept", canvas.color(canvas::Role::kInk).with_alpha(0.2f), charts::LegendEntry::Look::kFill}};
  area.cut_top(charts::draw_legend(canvas, area, entries, size - 1) + 5);
  const canvas::Rect foot = area.cut_bottom(1.5f * size);
  area.cut_bottom(3);
  const Layout layout = arrange(area, nodes, p.width);
  bool numbers = false;
  for (size_t k = 0; k < nodes.size(); ++k) numbers = numbers || has_number(canvas, nodes[k], layout.places[k]);
  const std::string_view caption =
      numbers ? "Below each word: the logarithm of the probability of all words up to it. Without a frame: cut." : "Without a frame: cut.";
  canvas.text({foot.x, foot.center().y}, canvas::elided(canvas, caption, charts::quiet(canvas, size - 1), foot.width),
              charts::quiet(canvas, size - 1));
  for (const bool marked : {false, true})
    for (size_t k = 0; k < nodes.size(); ++k) {
      const Candidate it = candidate(r, k);
      if (it.node.parent < 0 || (it.best || it.greedy) != marked || layout.places[k].width == 0) continue;
      draw_edge(canvas, it, layout.places[static_cast<size_t>(it.node.parent)], layout.places[k]);
    }
  for (size_t k = 0; k < nodes.size(); ++k)
    if (layout.places[k].width > 0)
      draw_node(canvas, candidate(r, k), nodes[k].depth == 0 ? "start" : target_word(r, nodes[k].token), layout.places[k],
                canvas::cell_id("beam", static_cast<int>(k), 0));
}

}  // namespace attn::lessons::encoder_decoder
