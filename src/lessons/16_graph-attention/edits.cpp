#include "lessons/16_graph-attention/edits.h"

#include <algorithm>

#include "base/rng.h"

namespace attn::lessons::graph_attention {
namespace {

using tasks::Atom, tasks::GraphExample;

constexpr int kSide = tasks::kImageSide;

Rng generator_of(const Params& p) { return Rng(static_cast<std::uint64_t>(p.example)); }

Mask bonds_of(const GraphExample& molecule) { return dense(neighbours(molecule.nodes(), molecule.ties, TieKind::both_ways, false)); }

}  // namespace

GraphExample drawn_molecule(const Params& p) {
  Rng rng = generator_of(p);
  return tasks::draw_molecule(tasks::Split::kHeldOut, rng);
}

GraphExample drawn_image(const Params& p) {
  Rng rng = generator_of(p);
  return tasks::draw_pixels(tasks::Split::kHeldOut, rng);
}

GraphExample edited_molecule(const Params& p) {
  GraphExample molecule = drawn_molecule(p);
  if (p.made_atoms.empty() && p.made_bonds.empty()) return molecule;
  for (const auto& [node, kind] : p.made_atoms) {
    molecule.features.row(node).setZero();
    molecule.features(node, kind) = 1;
  }
  const Mask bonds = changed(bonds_of(molecule), p.made_bonds);
  molecule.ties.clear();
  for (int i = 0; i < molecule.nodes(); ++i)
    for (int j = i + 1; j < molecule.nodes(); ++j)
      if (bonds(i, j)) molecule.ties.push_back({i, j});
  molecule.answer = tasks::is_poisonous(molecule);
  return molecule;
}

GraphExample edited_image(const Params& p) {
  GraphExample image = drawn_image(p);
  for (Index i = 0; i < p.painted.size(); ++i) {
    const Real paint = p.painted.data()[i];
    if (paint == 0) continue;
    image.features(i, 0) = paint > 0 ? Real(1) : Real(0);
    image.classes[static_cast<size_t>(i)] = paint > 0;
  }
  return image;
}

GraphExample shown_example(const Params& p) {
  if (task_of(p).name == "molecules") return edited_molecule(p);
  if (task_of(p).name == "pixels") return edited_image(p);
  Rng rng = generator_of(p);
  return task_of(p).draw(tasks::Split::kHeldOut, rng);
}

Atom atom_of(const GraphExample& molecule, int node) {
  Index kind = 0;
  molecule.features.row(node).head(tasks::kAtomKinds).maxCoeff(&kind);
  return static_cast<Atom>(kind);
}

std::string atom_letter(Atom atom) { return std::string(1, "CNOS"[static_cast<int>(atom)]); }

void edit_molecule(const charts::GraphHand& hand, bool changes_atoms, const Params& p, Params* edit) {
  const GraphExample drawn = drawn_molecule(p);
  if (hand.clicked >= 0 && changes_atoms) {
    const int node = hand.clicked, next = (static_cast<int>(atom_of(edited_molecule(p), node)) + 1) % tasks::kAtomKinds;
    std::vector<Label> atoms = p.made_atoms;
    std::erase_if(atoms, [node](const Label& atom) { return atom.first == node; });
    if (next != static_cast<int>(atom_of(drawn, node))) atoms.emplace_back(node, next);
    std::sort(atoms.begin(), atoms.end());
    edit->atoms = write_labels(atoms);
  }
  if (hand.from >= 0) {
    const Mask bonds = changed(bonds_of(drawn), p.made_bonds);
    edit->bonds = write_changes(toggled(p.made_bonds, bonds, hand.from, hand.to));
  }
}

void paint_image(const Mask& bright, const Params& p, Params* edit) {
  const GraphExample image = edited_image(p);
  Mat painted = p.painted.rows() == kSide ? p.painted : Mat(Mat::Zero(kSide, kSide));
  for (Index i = 0; i < painted.size(); ++i)
    if (bright.data()[i] != is_bright(image.features(i, 0))) painted.data()[i] = bright.data()[i] ? Real(1) : Real(-1);
  edit->painted = painted;
}

}  // namespace attn::lessons::graph_attention
