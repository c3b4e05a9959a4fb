#include "lessons/06_encoder-decoder/beam_figure.h"

#include <algorithm>
#include <cmath>

#include "canvas/number_text.h"
#include "canvas/paragraph.h"
#include "canvas/regions.h"
#include "charts/arrows.h"
#include "charts/cell_matrix.h"
#include "charts/plot.h"

namespace attn::lessons::encoder_decoder {
namespace {

canvas::TextStyle quiet(const canvas::Canvas& canvas, float size) { return {.color = canvas.color(canvas::Role::kMuted), .size = size}; }

/// Where each node stands; an empty rectangle for those without room.
struct Layout {
  std::vector<canvas::Rect> places;
  float row = 20, column = 60;
};

constexpr float kNumbered = 27;  ///< height from which a node has its number below its word

canvas::TextStyle number_style(const canvas::Canvas& canvas, float height) {
  canvas::TextStyle style = quiet(canvas, std::clamp(0.33f * height, 8.0f, 11.0f));
  style.align = canvas::Align::kCenter;
  return style;
}

/// Whether a node of this size has room for its number.
bool has_number(const canvas::Canvas& canvas, const BeamCandidate& node, canvas::Rect place) {
  return node.depth > 0 && place.height > kNumbered &&
         canvas.measure(canvas::shown_fixed(node.log_probability, 2), number_style(canvas, place.height)).width < place.width;
}

/// Kept ones first, each by probability; then those that were cut.
std::vector<std::vector<size_t>> columns_of(std::span<const BeamCandidate> nodes) {
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

Layout arrange(canvas::Rect area, const BeamPicture& picture) {
  const auto columns = columns_of(picture.nodes);
  Layout layout{std::vector<canvas::Rect>(picture.nodes.size()), 0, 0};
  if (columns.empty()) return layout;
  size_t most = 1;
  for (const auto& column : columns) most = std::max(most, column.size());
  layout.column = std::min(area.width / static_cast<float>(columns.size()), 130.0f);
  layout.row =
      std::clamp(area.height / static_cast<float>(std::min<size_t>(most, 2 * static_cast<size_t>(picture.width) + 1)), 13.0f, 44.0f);
  const auto rows = static_cast<size_t>(std::max(1.0f, std::floor(area.height / layout.row)));
  for (size_t c = 0; c < columns.size(); ++c)
    for (size_t i = 0; i < std::min(columns[c].size(), rows); ++i)
      layout.places[columns[c][i]] = {area.x + layout.column * static_cast<float>(c), area.y + layout.row * static_cast<float>(i),
                                      0.74f * layout.column, 0.86f * layout.row};
  return layout;
}

void draw_edge(canvas::Canvas& canvas, const BeamCandidate& node, canvas::Rect from, canvas::Rect to) {
  const canvas::Role role = node.best ? canvas::Role::kOutput : node.greedy ? canvas::Role::kQuery : canvas::Role::kMuted;
  const float alpha = node.best || node.greedy ? 1.0f : node.kept ? 0.6f : 0.3f;
  const canvas::Stroke stroke{canvas.color(role).with_alpha(alpha),
                              node.best     ? 3.0f
                              : node.greedy ? 2.0f
                                            : 1.0f,
                              node.greedy && !node.best};
  canvas.line({from.right(), from.center().y}, {to.x, to.center().y}, stroke);
}

void draw_node(canvas::Canvas& canvas, const BeamCandidate& node, canvas::Rect place, const std::string& id) {
  const bool hot = canvas.is_hot(id);
  const canvas::Role role = node.best ? canvas::Role::kOutput : node.greedy ? canvas::Role::kQuery : canvas::Role::kInk;
  if (node.kept)
    canvas.rect(place, canvas.color(node.best ? canvas::Role::kOutput : canvas::Role::kInk).with_alpha(node.best ? 0.16f : 0.06f), 4);
  if (node.kept || hot) {
    const canvas::Stroke stroke{canvas.color(hot         ? canvas::Role::kAccent
                                             : node.kept ? role
                                                         : canvas::Role::kFaint),
                                hot || node.best ? 2.0f : 1.0f, node.greedy && !node.best && !hot};
    canvas.frame(place, stroke, 4);
  }
  const bool two = place.height > kNumbered;
  const float size = std::clamp(two ? 0.4f * place.height : 0.72f * place.height, 8.0f, 14.0f);
  canvas::TextStyle style{.color = canvas.color(node.kept ? role : canvas::Role::kMuted), .size = size, .align = canvas::Align::kCenter};
  style.font = node.best ? canvas::Font::kStrong : canvas::Font::kText;
  const std::string word = node.depth == 0 ? "start" : node.word;
  const float width = canvas.measure(word, style).width;
  if (width > place.width - 2) style.size = std::max(7.5f, style.size * (place.width - 2) / width);
  canvas.text({place.center().x, two ? place.y + 0.33f * place.height : place.center().y},
              canvas::elided(canvas, word, style, place.width - 2), style);
  if (has_number(canvas, node, place))
    canvas.text({place.center().x, place.y + 0.76f * place.height}, canvas::shown_fixed(node.log_probability, 2),
                number_style(canvas, place.height));
  canvas.region(id, place, canvas::Grip::kHover,
                (node.kept ? "hypothesis ending in " : "hypothesis that was cut, ending in ") + (node.depth == 0 ? "start" : node.word));
}

}  // namespace

void draw_beam(canvas::Canvas& canvas, const BeamPicture& picture) {
  canvas::Rect area = canvas.bounds();
  const float size = std::clamp(area.width / 58, 11.0f, 14.0f);
  area = area.inset(std::clamp(area.width / 60, 6.0f, 20.0f), 6);
  area.cut_top(canvas::draw_paragraph(canvas, area, picture.note, quiet(canvas, size)) + 3);
  const charts::LegendEntry entries[] = {{"best hypothesis", canvas.color(canvas::Role::kOutput)},
                                         {"greedy", canvas.color(canvas::Role::kQuery), charts::LegendEntry::Look::kDashes},
                                         {"kept", canvas.color(canvas::Role::kInk).with_alpha(0.2f), charts::LegendEntry::Look::kFill}};
  area.cut_top(charts::draw_legend(canvas, area, entries, size - 1) + 5);
  const canvas::Rect foot = area.cut_bottom(1.5f * size);
  area.cut_bottom(3);
  const Layout layout = arrange(area, picture);
  bool numbers = false;
  for (size_t k = 0; k < picture.nodes.size(); ++k) numbers = numbers || has_number(canvas, picture.nodes[k], layout.places[k]);
  const std::string_view caption =
      numbers ? "Below each word: ln of the probability of all words up to it. Without a frame: cut." : "Without a frame: cut.";
  canvas.text({foot.x, foot.center().y}, canvas::elided(canvas, caption, quiet(canvas, size - 1), foot.width), quiet(canvas, size - 1));
  for (const bool marked : {false, true})
    for (size_t k = 0; k < picture.nodes.size(); ++k) {
      const BeamCandidate& node = picture.nodes[k];
      if (node.parent < 0 || (node.best || node.greedy) != marked || layout.places[k].width == 0) continue;
      draw_edge(canvas, node, layout.places[static_cast<size_t>(node.parent)], layout.places[k]);
    }
  for (size_t k = 0; k < picture.nodes.size(); ++k)
    if (layout.places[k].width > 0) draw_node(canvas, picture.nodes[k], layout.places[k], canvas::cell_id("beam", static_cast<int>(k), 0));
}

}  // namespace attn::lessons::encoder_decoder
