// Is this molecule poisonous? Held-out examples of both answers.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/text.h"
#include "canvas/paragraph.h"
#include "canvas/regions.h"
#include "charts/graph.h"
#include "lessons/16_graph-attention/figure_parts.h"
#include "lessons/16_graph-attention/figures.h"
#include "lessons/16_graph-attention/words.h"

namespace attn::lessons::graph_attention {
namespace {

using canvas::Canvas, canvas::Color, canvas::Grip, canvas::Point, canvas::Rect, canvas::Role;

/// The probability as a bar below the molecule, on its threshold of a half.
void draw_answer(Canvas& canvas, Rect row, const MoleculeStudy& s, int k) {
  const auto p = static_cast<float>(s.poisonous(k, 0));
  const bool right = (p > 0.5f) == (k >= kGallery / 2);
  const std::string id = canvas::cell_id("poisonous", k, 0);
  const Rect bar{row.x, row.center().y - 5, row.width - 44, 10};
  canvas.rect(bar, canvas.color(Role::kSurface), 3);
  canvas.rect({bar.x, bar.y, std::max(1.0f, bar.width * p), bar.height}, canvas.color(Role::kOutput).with_alpha(0.8f), 3);
  canvas.line({bar.center().x, bar.y - 2}, {bar.center().x, bar.bottom() + 2}, {canvas.color(Role::kMuted), 1});
  canvas.text({row.right(), row.center().y}, fixed(100 * static_cast<double>(p), 0) + " %" + (right ? "" : " \u00d7"),
              {.color = canvas.color(right ? Role::kInk : Role::kWarning), .size = 12, .align = canvas::Align::kRight});
  if (canvas.is_hot(id)) canvas.frame(bar.inset(-2, -2), {canvas.color(Role::kAccent), 2}, 3);
  canvas.region(id, row, Grip::kHover, "probability that it is poisonous");
}

void draw_one(Canvas& canvas, Rect tile, const Params& p, const MoleculeStudy& s, int k, Params& edit) {
  const Molecule& molecule = s.gallery[static_cast<size_t>(k)];
  const std::string id = "molecule[" + std::to_string(k) + "]";
  const bool shown = molecule.seed == p.example;
  const Rect answer = s.answered ? tile.inset(8, 0).cut_bottom(20) : Rect{};
  canvas.frame(tile.inset(2, 1), {canvas.color(canvas.is_hot(id) || shown ? Role::kAccent : Role::kFaint), shown ? 2.0f : 1.0f}, 6);
  Rect picture = tile.inset(6, 4);
  if (s.answered) picture.cut_bottom(18);
  const auto at = [&](int node) {
    return charts::graph_pixel(picture, {static_cast<float>(molecule.places(node, 0)), static_cast<float>(molecule.places(node, 1))});
  };
  const auto in_pattern = [&](int node) {
    return std::find(molecule.pattern.begin(), molecule.pattern.end(), node) != molecule.pattern.end();
  };
  for (const Tie& tie : molecule.graph.ties) {
    const bool lit = in_pattern(tie.from) && in_pattern(tie.to);
    canvas.line(at(tie.from), at(tie.to), {canvas.color(lit ? Role::kWarning : Role::kMuted), lit ? 3.0f : 1.5f});
  }
  const float radius = std::clamp(0.075f * std::min(picture.width, picture.height), 6.5f, 11.0f);
  for (int i = 0; i < molecule.graph.nodes(); ++i) {
    Index atom = 0;
    molecule.graph.features.row(i).maxCoeff(&atom);
    canvas.circle(at(i), radius, canvas.color(Role::kBackground));
    canvas.ring(at(i), radius, {canvas.color(in_pattern(i) ? Role::kWarning : Role::kMuted), in_pattern(i) ? 2.0f : 1.0f});
    canvas::TextStyle letter = strong(canvas, std::max(10.0f, 1.3f * radius));
    letter.align = canvas::Align::kCenter;
    if (atom == 0) letter.color = canvas.color(Role::kMuted);
    canvas.text(at(i), std::string(1, "CNOS"[atom]), letter);
  }
  if (canvas.region(id, tile.inset(2, 1), Grip::kClick, "show this molecule as the graph").pressed) edit.example = molecule.seed;
  if (s.answered) draw_answer(canvas, answer, s, k);
}

}  // namespace

void draw_molecules(Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  Rect area = page(canvas);
  const MoleculeStudy& s = r.molecules;
  Rect foot = area.cut_bottom(24);
  draw_offer(canvas, foot, "molecules",
             s.answered ? std::to_string(s.right) + " of " + std::to_string(kGallery) + " right. The bar: probability of poisonous."
                        : "Red: the nitrogen and the oxygens that make it poisonous.",
             p, edit);
  const int cols = kGallery / 2;
  for (int kind = 0; kind < 2; ++kind) {
    Rect row = kind == 0 ? area.cut_top(area.height / 2) : area;
    draw_heading(canvas, &row, kind == 0 ? "Harmless" : "Poisonous",
                 kind == 0 ? "no nitrogen is tied to two oxygens" : "a nitrogen is tied to two oxygens");
    for (int k = 0; k < cols; ++k) draw_one(canvas, row.cell(0, k, 1, cols), p, s, kind * cols + k, edit);
  }
}

}  // namespace attn::lessons::graph_attention
