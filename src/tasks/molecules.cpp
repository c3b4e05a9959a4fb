// Molecules with a drawn shape, drawn atoms, and a rule that depends on neighbourhoods only.
#include <algorithm>
#include <array>
#include <numeric>
#include <optional>

#include "tasks/graphs.h"

namespace attn::tasks {
namespace {

constexpr std::array<int, kAtomKinds> kMostTies{4, 3, 2, 2};  ///< the most ties of each kind of atom
constexpr int kSmallest = 7, kLargest = 12;
constexpr int kOrders = 40;  ///< how many orders of the atoms are tried for an answer
constexpr std::uint64_t kHeldOutEach = 5;

struct Shape {
  std::vector<Tie> ties;
  std::vector<int> degrees;
};

int below(int n, Rng& rng) { return static_cast<int>(rng.below(static_cast<std::uint64_t>(n))); }

void tie(int a, int b, Shape* shape) {
  shape->ties.push_back({std::min(a, b), std::max(a, b)});
  ++shape->degrees[static_cast<std::size_t>(a)], ++shape->degrees[static_cast<std::size_t>(b)];
}

/// The shape: a ring of five or six or no ring, and branches that grow at random places.
Shape draw_shape(int atoms, Rng& rng) {
  Shape shape{{}, std::vector<int>(static_cast<std::size_t>(atoms))};
  const int ring = rng.uniform() < 0.6 ? 5 + below(2, rng) : 0;
  for (int i = 0; i < ring; ++i) tie(i, (i + 1) % ring, &shape);
  for (int i = std::max(ring, 1); i < atoms; ++i) {
    int at = below(i, rng);
    while (shape.degrees[static_cast<std::size_t>(at)] >= 3) at = below(i, rng);
    tie(at, i, &shape);
  }
  return shape;
}

/// One or two nitrogens, two to four oxygens, at times a sulphur, the rest carbon.
std::vector<int> draw_atoms(int count, Rng& rng) {
  std::vector<int> atoms(static_cast<std::size_t>(1 + below(2, rng)), static_cast<int>(Atom::nitrogen));
  atoms.insert(atoms.end(), static_cast<std::size_t>(2 + below(3, rng)), static_cast<int>(Atom::oxygen));
  atoms.insert(atoms.end(), static_cast<std::size_t>(below(2, rng)), static_cast<int>(Atom::sulphur));
  atoms.resize(static_cast<std::size_t>(count), static_cast<int>(Atom::carbon));
  return atoms;
}

bool poisonous(const Shape& shape, const std::vector<int>& atoms) {
  std::vector<int> oxygens(atoms.size());
  const auto count = [&](int a, int b) {
    oxygens[static_cast<std::size_t>(a)] += atoms[static_cast<std::size_t>(b)] == static_cast<int>(Atom::oxygen);
  };
  for (const auto& [from, to] : shape.ties) count(from, to), count(to, from);
  for (std::size_t i = 0; i < atoms.size(); ++i)
    if (atoms[i] == static_cast<int>(Atom::nitrogen) && oxygens[i] >= 2) return true;
  return false;
}

bool fits(const Shape& shape, const std::vector<int>& atoms) {
  for (std::size_t i = 0; i < atoms.size(); ++i)
    if (shape.degrees[i] > kMostTies[static_cast<std::size_t>(atoms[i])]) return false;
  return true;
}

/// Looks for an order of the atoms that fits the shape and gives the answer.
std::optional<std::vector<int>> place(const Shape& shape, std::vector<int> atoms, bool answer, Rng& rng) {
  for (int i = 0; i < kOrders; ++i) {
    rng.shuffle(&atoms);
    if (fits(shape, atoms) && poisonous(shape, atoms) == answer) return atoms;
  }
  return {};
}

GraphExample make(const Shape& shape, const std::vector<int>& atoms, bool answer) {
  GraphExample out;
  out.ties = shape.ties;
  out.features = Mat::Zero(static_cast<Index>(atoms.size()), kAtomKinds);
  for (std::size_t i = 0; i < atoms.size(); ++i) out.features(static_cast<Index>(i), atoms[i]) = 1;
  out.classes.assign(atoms.size(), -1);
  out.answer = answer;
  return out;
}

/// Draws any molecule. With its atoms and its shape both answers must be possible, whatever the coin says.
GraphExample draw_any(Rng& rng) {
  for (;;) {
    const int count = kSmallest + below(kLargest - kSmallest + 1, rng);
    const Shape shape = draw_shape(count, rng);
    const std::vector<int> atoms = draw_atoms(count, rng);
    const auto harmless = place(shape, atoms, false, rng), poison = place(shape, atoms, true, rng);
    if (!harmless || !poison) continue;
    const bool answer = rng.below(2) == 1;
    return make(shape, answer ? *poison : *harmless, answer);
  }
}

std::vector<int> atoms_of(const GraphExample& molecule) {
  std::vector<int> atoms(static_cast<std::size_t>(molecule.nodes()));
  for (Index i = 0; i < molecule.features.rows(); ++i) molecule.features.row(i).maxCoeff(&atoms[static_cast<std::size_t>(i)]);
  return atoms;
}

std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}

}  // namespace

bool is_poisonous(const GraphExample& molecule) { return poisonous({molecule.ties, {}}, atoms_of(molecule)); }

std::uint64_t molecule_hash(const GraphExample& molecule) {
  std::vector<std::uint64_t> colours;
  for (const int atom : atoms_of(molecule)) colours.push_back(mixed(static_cast<std::uint64_t>(atom) + 1));
  for (std::size_t round = 0; round < colours.size(); ++round) {
    std::vector<std::uint64_t> next(colours.size());
    for (std::size_t i = 0; i < colours.size(); ++i) next[i] = 0x9E3779B97F4A7C15u * colours[i];
    // A sum does not depend on the order of the neighbours.
    for (const auto& [from, to] : molecule.ties) {
      next[static_cast<std::size_t>(from)] += mixed(colours[static_cast<std::size_t>(to)]);
      next[static_cast<std::size_t>(to)] += mixed(colours[static_cast<std::size_t>(from)]);
    }
    for (std::uint64_t& colour : next) colour = mixed(colour);
    colours = std::move(next);
  }
  return mixed(std::accumulate(colours.begin(), colours.end(), std::uint64_t{0}));
}

GraphExample draw_molecule(Split split, Rng& rng) {
  for (;;) {
    GraphExample molecule = draw_any(rng);
    const bool held_out = molecule_hash(molecule) % kHeldOutEach == 0;
    if (held_out == (split == Split::kHeldOut)) return molecule;
  }
}

}  // namespace attn::tasks
