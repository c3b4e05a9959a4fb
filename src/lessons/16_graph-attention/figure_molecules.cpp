// Is this molecule poisonous? One that the reader takes apart, and held-out examples of both answers.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/text.h"
#include "canvas/regions.h"
#include "charts/figure_text.h"
#include "charts/graph.h"
#include "charts/small_button.h"
#include "lessons/16_graph-attention/edits.h"
#include "lessons/16_graph-attention/figure_parts.h"
#include "lessons/16_graph-attention/figures.h"
#include "lessons/16_graph-attention/words.h"

namespace attn::lessons::graph_attention {
namespace {

using canvas::Canvas, canvas::Grip, canvas::Point, canvas::Rect, canvas::Role;

bool is_in_pattern(const Molecule& m, int node) { return std::find(m.pattern.begin(), m.pattern.end(), node) != m.pattern.end(); }

Point atom_at(const Molecule& m, Rect picture, int node) {
  return charts::graph_pixel(picture, {static_cast<float>(m.places(node, 0)), static_cast<float>(m.places(node, 1))});
}

/// The probability as a bar, with a mark at the threshold of one half.
void draw_answer(Canvas& canvas, Rect row, double probability, bool poisonous, const std::string& id) {
  const auto p = static_cast<float>(probability);
  const bool right = (p > 0.5f) == poisonous;
  const Rect bar{row.x, row.center().y - 5, row.width - 44, 10};
  canvas.rect(bar, canvas.color(Role::kSurface), 3);
  canvas.rect({bar.x, bar.y, std::max(1.0f, bar.width * p), bar.height}, canvas.color(Role::kOutput).with_alpha(0.8f), 3);
  canvas.line({bar.center().x, bar.y - 2}, {bar.center().x, bar.bottom() + 2}, {canvas.color(Role::kMuted), 1});
  canvas.text({row.right(), row.center().y}, fixed(100 * probability, 0) + " %" + (right ? "" : " \u00d7"),
              {.color = canvas.color(right ? Role::kInk : Role::kWarning), .size = 12, .align = canvas::Align::kRight});
  if (canvas.is_hot(id)) canvas.border(bar.inset(-2, -2), {canvas.color(Role::kAccent), 2}, 3);
  canvas.region(id, row, Grip::kHover, "probability that it is poisonous");
}

// ---- the gallery ----------------------------------------------------------------------------------------------------------------------

/// A small picture of a molecule, as chemists draw it: a carbon is a corner without a letter.
void draw_small(Canvas& canvas, Rect picture, const Molecule& m) {
  for (const Tie& tie : m.graph.ties) {
    const bool lit = is_in_pattern(m, tie.from) && is_in_pattern(m, tie.to);
    canvas.line(atom_at(m, picture, tie.from), atom_at(m, picture, tie.to),
                {canvas.color(lit ? Role::kWarning : Role::kMuted), lit ? 3.0f : 1.5f});
  }
  for (int i = 0; i < m.graph.nodes(); ++i) {
    const Point at = atom_at(m, picture, i);
    const tasks::Atom atom = atom_of(m.graph, i);
    if (atom == tasks::Atom::carbon) {
      canvas.circle(at, 1.5f, canvas.color(Role::kMuted));
      continue;
    }
    canvas::TextStyle letter = charts::strong(canvas, 11, canvas::Align::kCenter);
    if (is_in_pattern(m, i)) letter.color = canvas.color(Role::kWarning);
    canvas.circle(at, 6.5f, canvas.color(Role::kBackground));
    canvas.text(at, atom_letter(atom), letter);
  }
}

void draw_tile(Canvas& canvas, Rect tile, const Params& p, const MoleculeStudy& s, int k, Params& edit) {
  const Molecule& molecule = s.gallery[static_cast<size_t>(k)];
  const std::string id = "molecule[" + std::to_string(k) + "]";
  const bool shown = molecule.seed == p.example;
  const Rect frame = tile.inset(2, 1);
  canvas.border(frame, {canvas.color(canvas.is_hot(id) || shown ? Role::kAccent : Role::kFaint), shown ? 2.0f : 1.0f}, 6);
  Rect picture = tile.inset(4, 3);
  const Rect answer = s.answered ? picture.cut_bottom(18).inset(3, 0) : Rect{};
  draw_small(canvas, picture, molecule);
  if (canvas.region(id, frame, Grip::kClick, "take this molecule apart").pressed) edit.example = molecule.seed;
  if (s.answered)
    draw_answer(canvas, answer, static_cast<double>(s.poisonous(k, 0)), k >= kGallery / 2, canvas::cell_id("poisonous", k, 0));
}

void draw_gallery(Canvas& canvas, Rect area, const Params& p, const MoleculeStudy& s, Params& edit) {
  const int cols = area.width < 240 ? 2 : kGallery / 2;  // in a narrow area only two of the four of each kind have room
  for (int kind = 0; kind < 2; ++kind) {
    Rect row = kind == 0 ? area.cut_top(area.height / 2) : area;
    draw_heading(canvas, &row, kind == 0 ? "Harmless" : "Poisonous", kind == 0 ? "no N is tied to two O" : "an N is tied to two O");
    for (int k = 0; k < cols; ++k) draw_tile(canvas, row.cell(0, k, 1, cols), p, s, kind * kGallery / 2 + k, edit);
  }
}

// ---- the one taken apart --------------------------------------------------------------------------------------------------------------

/// What the hand does here, where looking alone is no tool.
Tool hand_of(const Params& p) { return p.tool == Tool::tie || p.tool == Tool::add ? p.tool : Tool::label; }

void draw_buttons(Canvas& canvas, Rect row, const Params& p, Params& edit) {
  struct Button {
    Tool tool;
    std::string_view id, word, narrow, label;
  };
  constexpr Button kButtons[] = {
      {Tool::label, "atoms-tool", "Change atoms", "Atoms", "a press makes an atom the next kind"},
      {Tool::tie, "bonds-tool", "Tie and cut", "Bonds", "a drag from atom to atom ties or cuts"},
      {Tool::add, "add-tool", "Add and take", "Add", "a press beside the molecule adds an atom, one on an atom takes it away"}};
  const float width = std::min(104.0f, row.width / 3 - 4);
  const bool narrow = width < 100;
  for (const auto& [tool, id, word, brief, label] : kButtons) {
    if (charts::draw_small_button(canvas, row.cut_left(width), id, narrow ? brief : word, label, hand_of(p) == tool)) edit.tool = tool;
    row.cut_left(6);
  }
}

/// Where a press would add an atom: below the atoms that are there. The hand sees it, and its bond, before it presses.
void draw_room(Canvas& canvas, Rect area, const Params& p, const Molecule& m, float radius, Params& edit) {
  if (hand_of(p) != Tool::add || !can_add_atom(p)) return;
  canvas.border(area.inset(1, 1), {canvas.color(Role::kFaint), 1, true}, 6);
  const canvas::Interaction hand = canvas.region("room", area, Grip::kClick, "press beside the molecule to add an atom");
  const Point place = charts::graph_place(area, hand.position);
  if (hand.hovered) {
    const Point at = charts::graph_pixel(area, place);
    const canvas::Stroke stroke{canvas.color(Role::kAccent), 1.5f, true};
    canvas.line(at, atom_at(m, area, nearest_atom(place, m.places)), stroke);
    canvas.ring(at, radius, stroke);
    canvas.text(at, "C",
                {.color = canvas.color(Role::kAccent), .size = 12, .font = canvas::Font::kStrong, .align = canvas::Align::kCenter});
  }
  if (hand.pressed) add_atom(place, m.places, p, &edit);
}

void draw_taken(Canvas& canvas, Rect area, const Params& p, const MoleculeStudy& s, Params& edit) {
  const Molecule& m = s.taken;
  const bool poisonous = tasks::is_poisonous(m.graph);
  draw_heading(canvas, &area, "Molecule " + std::to_string(p.example), poisonous ? "poisonous by the rule" : "harmless by the rule");
  draw_buttons(canvas, area.cut_top(26).inset(0, 2), p, edit);
  if (s.answered) draw_answer(canvas, area.cut_bottom(22), s.verdict, poisonous, canvas::cell_id("verdict", 0, 0));
  const float radius = std::clamp(0.08f * std::min(area.width, area.height), 10.0f, 15.0f);
  draw_room(canvas, area, p, m, radius, edit);
  std::vector<charts::GraphNode> nodes;
  std::vector<charts::GraphTie> ties;
  for (int i = 0; i < m.graph.nodes(); ++i) {
    nodes.push_back({.name = atom_letter(atom_of(m.graph, i))});
    if (is_in_pattern(m, i)) canvas.circle(atom_at(m, area, i), radius + 5, canvas.color(Role::kWarning));
  }
  for (const Tie& tie : m.graph.ties) {
    ties.push_back({.from = tie.from, .to = tie.to});
    if (is_in_pattern(m, tie.from) && is_in_pattern(m, tie.to))
      canvas.line(atom_at(m, area, tie.from), atom_at(m, area, tie.to), {canvas.color(Role::kWarning), 6});
  }
  const charts::GraphTool moves = s.answered ? charts::GraphTool::kMove : charts::GraphTool::kLook;
  const charts::GraphHand hand = charts::draw_graph(canvas, area,
                                                    {.id = "atom",
                                                     .places = m.places,
                                                     .nodes = nodes,
                                                     .ties = ties,
                                                     .tool = hand_of(p) == Tool::tie ? charts::GraphTool::kTie : moves,
                                                     .radius = radius,
                                                     .keeps_places = true});
  edit_molecule(hand, hand_of(p), p, &edit);
}

}  // namespace

void draw_molecules(Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  Rect area = charts::page(canvas);
  const MoleculeStudy& s = r.molecules;
  Rect foot = area.cut_bottom(28);
  if (!p.atoms.empty() || !p.bonds.empty()) {
    if (charts::draw_small_button(canvas, foot.cut_left(84).inset(0, 2), "as-drawn", "As drawn",
                                  "give the molecule its own atoms and bonds"))
      edit.atoms.clear(), edit.bonds.clear();
    foot.cut_left(8);
  }
  const std::string_view hand = hand_of(p) == Tool::tie   ? "Drag from atom to atom to tie or cut them."
                                : hand_of(p) == Tool::add ? "Press an empty place: one atom more. Press an atom: it goes."
                                                          : "Press an atom: it becomes the next kind.";
  draw_offer(canvas, foot, "molecules",
             s.answered ? std::string(hand) + " The bar: how probably poisonous." : std::string(hand) + " Red: what makes it poisonous.", p,
             edit);
  const Halves both = halves(area, 0.5f);
  draw_taken(canvas, both.first, p, s, edit);
  draw_gallery(canvas, both.second, p, s, edit);
}

}  // namespace attn::lessons::graph_attention
