#include "lessons/16_graph-attention/edits.h"

#include <algorithm>

#include "base/rng.h"
#include "charts/graph_layout.h"

namespace attn::lessons::graph_attention {
namespace {

using tasks::Atom, tasks::GraphExample;

constexpr int kSide = tasks::kImageSide;

Rng generator_of(const Params& p) { return Rng(static_cast<std::uint64_t>(p.example)); }

/// [k,k] the drawn bonds, with rows for all atoms that may be added.
Mask drawn_bonds(const GraphExample& molecule) {
  return dense(neighbours(molecule.nodes() + kMostAdded, molecule.ties, TieKind::both_ways, false));
}

/// The kind of atom number `number`, or kGone.
int kind_of(const GraphExample& drawn, const Params& p, int number) {
  for (const auto& [atom, kind] : p.made_atoms)
    if (atom == number) return kind;
  return number < drawn.nodes() ? static_cast<int>(atom_of(drawn, number)) : kGone;
}

/// Makes `number` an atom of `kind`. What is said of it already is dropped, and all of it where the molecule was drawn so.
void make_atom(const GraphExample& drawn, const Params& p, int number, int kind, Params* edit) {
  std::vector<Label> atoms = p.made_atoms;
  std::erase_if(atoms, [number](const Label& atom) { return atom.first == number; });
  const int usual = number < drawn.nodes() ? static_cast<int>(atom_of(drawn, number)) : kGone;
  if (kind != usual) atoms.emplace_back(number, kind);
  std::sort(atoms.begin(), atoms.end());
  edit->atoms = write_labels(atoms);
}

/// The smallest number of an atom that is not there and that no drawn one had, or -1.
int free_number(const GraphExample& drawn, const Params& p) {
  for (int number = drawn.nodes(); number < drawn.nodes() + kMostAdded; ++number)
    if (kind_of(drawn, p, number) == kGone) return number;
  return -1;
}

/// The changes of bonds without those of one atom.
std::vector<Change> without(std::vector<Change> bonds, int number) {
  std::erase_if(bonds, [number](const Change& bond) { return bond.a == number || bond.b == number; });
  return bonds;
}

}  // namespace

GraphExample drawn_molecule(const Params& p) {
  Rng rng = generator_of(p);
  return tasks::draw_molecule(tasks::Split::kHeldOut, rng);
}

GraphExample drawn_image(const Params& p) {
  Rng rng = generator_of(p);
  return tasks::draw_pixels(tasks::Split::kHeldOut, rng);
}

std::vector<int> atoms_of(const Params& p) {
  const GraphExample drawn = drawn_molecule(p);
  std::vector<int> atoms;
  for (int number = 0; number < drawn.nodes() + kMostAdded; ++number)
    if (kind_of(drawn, p, number) != kGone) atoms.push_back(number);
  return atoms;
}

Mat molecule_places(const Mat& drawn, const Params& p) {
  Mat all(drawn.rows() + kMostAdded, 2);
  all.topRows(drawn.rows()) = drawn;
  // An added atom has a place by the hand that added it; one that a link adds stands along the top.
  for (int k = 0; k < kMostAdded; ++k) all.row(drawn.rows() + k) << static_cast<Real>(0.25 * k - 0.875), Real(0.95);
  if (task_of(p).name == "molecules") all = charts::with_dragged(all, p.moved);
  const std::vector<int> atoms = atoms_of(p);
  Mat places(static_cast<Index>(atoms.size()), 2);
  for (size_t k = 0; k < atoms.size(); ++k) places.row(static_cast<Index>(k)) = all.row(atoms[k]);
  return places;
}

GraphExample edited_molecule(const Params& p) {
  const GraphExample drawn = drawn_molecule(p);
  if (p.made_atoms.empty() && p.made_bonds.empty()) return drawn;
  const std::vector<int> atoms = atoms_of(p);
  const Mask bonds = changed(drawn_bonds(drawn), p.made_bonds);
  GraphExample molecule = drawn;
  const auto n = static_cast<int>(atoms.size());
  molecule.features = Mat::Zero(n, drawn.features.cols());
  molecule.classes.assign(static_cast<size_t>(n), -1);
  molecule.ties.clear();
  for (int i = 0; i < n; ++i) {
    molecule.features(i, kind_of(drawn, p, atoms[static_cast<size_t>(i)])) = 1;
    for (int j = i + 1; j < n; ++j)
      if (bonds(atoms[static_cast<size_t>(i)], atoms[static_cast<size_t>(j)])) molecule.ties.push_back({i, j});
  }
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

void edit_molecule(const charts::GraphHand& hand, Tool tool, const Params& p, Params* edit) {
  const GraphExample drawn = drawn_molecule(p);
  const std::vector<int> atoms = atoms_of(p);
  const auto number = [&atoms](int node) { return atoms[static_cast<size_t>(node)]; };
  if (hand.moved >= 0) charts::put_dragged(&edit->moved, number(hand.moved), hand.place);
  if (hand.clicked >= 0 && tool == Tool::label) {
    const int kind = kind_of(drawn, p, number(hand.clicked));
    make_atom(drawn, p, number(hand.clicked), (kind + 1) % tasks::kAtomKinds, edit);
  }
  if (hand.clicked >= 0 && tool == Tool::add && atoms.size() > 2) {
    make_atom(drawn, p, number(hand.clicked), kGone, edit);
    edit->bonds = write_changes(without(p.made_bonds, number(hand.clicked)));
  }
  if (hand.from >= 0) {
    const Mask bonds = changed(drawn_bonds(drawn), p.made_bonds);
    edit->bonds = write_changes(toggled(p.made_bonds, bonds, number(hand.from), number(hand.to)));
  }
}

bool can_add_atom(const Params& p) { return free_number(drawn_molecule(p), p) >= 0; }

int nearest_atom(canvas::Point place, const Mat& places) {
  Index nearest = 0;
  Mat at(1, 2);
  at << static_cast<Real>(place.x), static_cast<Real>(place.y);
  (places.rowwise() - at.row(0)).rowwise().squaredNorm().minCoeff(&nearest);
  return static_cast<int>(nearest);
}

void add_atom(canvas::Point place, const Mat& places, const Params& p, Params* edit) {
  const GraphExample drawn = drawn_molecule(p);
  const int number = free_number(drawn, p);
  if (number < 0) return;
  make_atom(drawn, p, number, static_cast<int>(Atom::carbon), edit);
  if (task_of(p).name == "molecules") charts::put_dragged(&edit->moved, number, place);
  const int other = atoms_of(p)[static_cast<size_t>(nearest_atom(place, places))];
  edit->bonds = write_changes(toggled(without(p.made_bonds, number), drawn_bonds(drawn), other, number));
}

void paint_image(const Mask& bright, const Params& p, Params* edit) {
  const GraphExample image = edited_image(p);
  Mat painted = p.painted.rows() == kSide ? p.painted : Mat(Mat::Zero(kSide, kSide));
  for (Index i = 0; i < painted.size(); ++i)
    if (bright.data()[i] != is_bright(image.features(i, 0))) painted.data()[i] = bright.data()[i] ? Real(1) : Real(-1);
  edit->painted = painted;
}

}  // namespace attn::lessons::graph_attention
