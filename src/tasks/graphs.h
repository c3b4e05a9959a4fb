// Toy tasks over graphs. They ask about nodes, about pairs of nodes, or about a whole graph, and each has held-out data.
//
// The karate club is real data; everything else is drawn from a seed. Where graphs are drawn, either a graph belongs to one split, which
// depends on the graph alone, or each split draws from a generator of its own. Where there is only one graph, some of its nodes or ties are
// held out.
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
  Mat features;  ///< [n,f] what is known of each node
  std::vector<Tie> ties;
  TieKind kind = TieKind::both_ways;
  std::vector<int> classes;  ///< [n] the class of each node; -1 where none is asked
  std::vector<int> given;    ///< where there is only one graph: the nodes whose class training is told
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
  std::vector<std::string_view> features;  ///< names of the columns; empty where features are one-hot, with a column for each node
  /// Draws a graph of the split; where there is only one graph, returns it.
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
/// The 78 ties between members, which are numbered from 0. Each tie has the lower number first.
const std::vector<Tie>& karate_ties();
/// The club that each member joined when the club split: 0 is the instructor's (member 1), 1 the president's (member 34).
const std::vector<int>& karate_clubs();
/// The four groups that Kipf and Welling 2017 (figure 1) colour, which were found by modularity.
const std::vector<int>& karate_groups();
/// Members 1 and 34 are given.
GraphExample karate_two();
/// The first member of each group is given.
GraphExample karate_four();

// ---- a graph of communities, for ties ------------------------------------------------------------------------------------------------

inline constexpr int kCommunities = 6, kCommunityMembers = 12;
/// A stochastic block model with a fifth of its ties held out.
struct TieQuestion {
  GraphExample graph;         ///< has only the ties of training; its classes are the communities, which no network is told
  std::vector<Tie> held_out;  ///< ties of the full graph that are not in `graph`
  std::vector<Tie> non_ties;  ///< the same number of pairs that are not tied
};
TieQuestion tie_question(std::uint64_t seed = 1);

// ---- molecules -----------------------------------------------------------------------------------------------------------------------

enum class Atom { carbon, nitrogen, oxygen, sulphur };
inline constexpr int kAtomKinds = 4;
/// A small connected graph of atoms. It is poisonous (class 1) if it has a nitrogen that is tied to two oxygens. Atoms and shape are drawn
/// first, and the answer by a coin. Then the atoms are placed on the shape anew until the answer is right. So neither the atoms nor the
/// shape alone tell anything about the answer.
GraphExample draw_molecule(Split split, Rng& rng);
/// Applies the rule to the features and ties.
bool is_poisonous(const GraphExample& molecule);
/// A hash that does not depend on how the atoms are numbered, by the refinement of Weisfeiler and Leman. It decides the split: one molecule
/// in five is held out.
std::uint64_t molecule_hash(const GraphExample& molecule);

// ---- the dictionary (Brody et al. 2022, section 4.1) ---------------------------------------------------------------------------------

inline constexpr int kDictionaryKeys = 10;
/// Nodes 0 to k - 1 are keys, each with its own letter and its own value. Nodes k to 2k - 1 each have a letter and ask for its value. A
/// node that asks sees all keys; a key sees nobody. The order of the values decides the split: one in eight is held out.
GraphExample draw_dictionary(int keys, Split split, Rng& rng);

// ---- numbers that are never the same ------------------------------------------------------------------------------------------------

/// For examples with noise, which never come twice. Here it is enough that the splits never draw from the same generator.
Rng generator_of(Split split, Rng& rng);

// ---- noisy neighbours ----------------------------------------------------------------------------------------------------------------

inline constexpr int kNoisyClasses = 3, kNoisyMembers = 8, kNoisyStrangers = 4;  ///< members and strangers of each class
/// Members have a weak hint of their class. Each is tied to two members of its class and to two strangers of each other class; a column
/// says who is a stranger. All classes are equally frequent among a member's neighbours, so that their mean says nothing. Nothing is asked
/// about strangers.
GraphExample draw_noisy(Split split, Rng& rng);

// ---- pixels --------------------------------------------------------------------------------------------------------------------------

inline constexpr int kImageSide = 12;
/// An image of bright figures on a dark ground, with noise. Pixels are tied to the eight around them. The question is which pixels belong
/// to a figure.
GraphExample draw_pixels(Split split, Rng& rng);

}  // namespace attn::tasks
