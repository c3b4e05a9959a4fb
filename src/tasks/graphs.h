// Toy tasks over graphs: what is asked of nodes, of pairs of nodes, or of a whole graph, with data that training cannot see.
//
// The karate club is fact; everything else is drawn from a seed. Where graphs are drawn, a graph belongs to one split, decided from the
// graph alone, or its numbers come from another generator; where there is one graph only, some of its nodes or ties are held out.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/graph.h"
#include "base/mat.h"
#include "base/rng.h"
#include "tasks/pairs.h"

namespace attn::tasks {

/// A graph with n nodes, what is known of them, and what is asked.
struct GraphExample {
  Mat features;  ///< [n,f] what each node says of itself
  std::vector<Tie> ties;
  TieKind kind = TieKind::both_ways;
  std::vector<int> classes;  ///< [n] of each node; -1 where none is asked
  std::vector<int> given;    ///< nodes whose class training is told, where there is one graph only
  int answer = -1;           ///< the class of the whole graph, where that is asked

  int nodes() const { return static_cast<int>(features.rows()); }
};

enum class GraphAsks { nodes, ties, graph };

struct GraphTask {
  std::string_view name;   ///< "karate", "karate-four", "noisy", "lookup", "ties", "molecules", "pixels"
  std::string_view label;  ///< "Karate club"
  std::string_view help;   ///< one sentence: what is given and what is asked
  GraphAsks asks = GraphAsks::nodes;
  bool one_graph = false;  ///< the same graph for training and tests
  std::vector<std::string_view> classes;
  std::vector<std::string_view> features;  ///< names of the columns; empty: a column for each node, 1 at its own
  /// A graph of the split; where there is one graph only, that one.
  GraphExample (*draw)(Split split, Rng& rng) = nullptr;
};

/// In the order that menus show.
const std::vector<GraphTask>& graph_tasks();
/// Null for an unknown name.
const GraphTask* find_graph_task(std::string_view name);
/// A description of the task, and `count` examples of each split.
std::string show_graph_task(const GraphTask& task, int count);

// ---- the karate club (Zachary 1977) --------------------------------------------------------------------------------------------------

inline constexpr int kKarateMembers = 34;
/// The 78 ties between members, from 0; the lower number first.
const std::vector<Tie>& karate_ties();
/// The club that each member joined when the club split: 0 the instructor's (member 1), 1 the president's (member 34).
const std::vector<int>& karate_clubs();
/// Four groups as Kipf and Welling 2017 (figure 1) colour them, found by modularity.
const std::vector<int>& karate_groups();
/// Members 1 and 34 are given.
GraphExample karate_two();
/// The first member of each group is given.
GraphExample karate_four();

// ---- a graph of communities, for ties ------------------------------------------------------------------------------------------------

inline constexpr int kCommunities = 6, kCommunityMembers = 12;
/// A stochastic block model with a fifth of its ties held out.
struct TieQuestion {
  GraphExample graph;         ///< with the ties of training alone; classes are the communities, which no network is told
  std::vector<Tie> held_out;  ///< ties of the full graph that are not in `graph`
  std::vector<Tie> non_ties;  ///< as many pairs that are not tied
};
TieQuestion tie_question(std::uint64_t seed = 1);

// ---- molecules -----------------------------------------------------------------------------------------------------------------------

enum class Atom { carbon, nitrogen, oxygen, sulphur };
inline constexpr int kAtomKinds = 4;
/// Small connected graphs of atoms. Poisonous (class 1) is what holds a nitrogen that is tied to two oxygens. Atoms and shape are drawn
/// first and the answer by a coin; then the same atoms are put onto the same shape until the answer is right: neither says anything.
GraphExample draw_molecule(Split split, Rng& rng);
/// The rule, from the features and ties.
bool is_poisonous(const GraphExample& molecule);
/// The same number however the atoms are numbered, by Weisfeiler and Leman's refinement; one in five is held out.
std::uint64_t molecule_hash(const GraphExample& molecule);

// ---- the dictionary (Brody et al. 2022, section 4.1) ---------------------------------------------------------------------------------

inline constexpr int kDictionaryKeys = 10;
/// Nodes 0 to k - 1 are keys, each with a letter of its own and a value of its own; nodes k to 2k - 1 ask with a letter each for its value.
/// Who asks sees all keys, and no one else sees anyone. The order of the values decides the split: one in eight is held out.
GraphExample draw_dictionary(int keys, Split split, Rng& rng);

// ---- numbers that are never the same ------------------------------------------------------------------------------------------------

/// For examples under noise, which cannot come twice: the splits never draw from the same generator.
Rng generator_of(Split split, Rng& rng);

// ---- noisy neighbours ----------------------------------------------------------------------------------------------------------------

inline constexpr int kNoisyClasses = 3, kNoisyMembers = 8, kNoisyStrangers = 4;  ///< members and strangers of each class
/// Members with a weak hint of their class, tied to two members of it and to two strangers of each other class; a column says who is a
/// stranger. All classes are equally frequent among a member's neighbours, so that their mean says nothing. Strangers are asked nothing.
GraphExample draw_noisy(Split split, Rng& rng);

// ---- pixels --------------------------------------------------------------------------------------------------------------------------

inline constexpr int kImageSide = 12;
/// An image of figures, bright on dark, under noise; pixels are tied to the eight around them. Asked is which pixels are of a figure.
GraphExample draw_pixels(Split split, Rng& rng);

}  // namespace attn::tasks
