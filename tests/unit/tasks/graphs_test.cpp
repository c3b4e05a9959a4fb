// The graph tasks: what is fact, and that nothing but what the task says tells the answers.
#include "tasks/graphs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <set>

namespace attn::tasks {
namespace {

std::vector<int> degrees(int nodes, const std::vector<Tie>& ties) {
  std::vector<int> out(static_cast<std::size_t>(nodes));
  for (const auto& [from, to] : ties) ++out[static_cast<std::size_t>(from)], ++out[static_cast<std::size_t>(to)];
  return out;
}

/// Newman and Girvan's modularity of a division.
double modularity(int nodes, const std::vector<Tie>& ties, const std::vector<int>& groups) {
  const auto count = static_cast<double>(ties.size());
  double inside = 0, expected = 0;
  std::map<int, double> ends;
  for (const auto& [from, to] : ties) inside += groups[static_cast<std::size_t>(from)] == groups[static_cast<std::size_t>(to)];
  const std::vector<int> d = degrees(nodes, ties);
  for (std::size_t i = 0; i < d.size(); ++i) ends[groups[i]] += d[i];
  for (const auto& [group, sum] : ends) expected += sum * sum / (4 * count * count);
  return inside / count - expected;
}

TEST(KarateClub, TiesAreThoseOfThePaper) {
  const std::vector<Tie>& ties = karate_ties();
  EXPECT_EQ(ties.size(), 78u);
  std::set<std::pair<int, int>> different;
  for (const auto& [from, to] : ties) {
    EXPECT_LT(from, to);
    EXPECT_GE(from, 0);
    EXPECT_LT(to, kKarateMembers);
    different.insert({from, to});
  }
  EXPECT_EQ(different.size(), ties.size());
  // Members 1 to 34, as the paper's matrix has them.
  EXPECT_EQ(degrees(kKarateMembers, ties),
            (std::vector<int>{16, 9, 10, 6, 3, 4, 4, 4, 5, 2, 3, 1, 2, 5, 2, 2, 2, 2, 2, 3, 2, 2, 2, 5, 3, 3, 2, 4, 3, 4, 4, 6, 12, 17}));
}

/// Few of the 78 ties cross. Member 9, whose friends were the president's, joined the instructor's club.
TEST(KarateClub, ClubsAndGroupsAreDivisionsThatTiesKnow) {
  EXPECT_EQ(std::count(karate_clubs().begin(), karate_clubs().end(), 0), 17);
  EXPECT_EQ(karate_clubs()[8], 0);
  int across = 0;
  for (const auto& [from, to] : karate_ties())
    across += karate_clubs()[static_cast<std::size_t>(from)] != karate_clubs()[static_cast<std::size_t>(to)];
  EXPECT_EQ(across, 11);
  EXPECT_NEAR(modularity(kKarateMembers, karate_ties(), karate_clubs()), 0.3582, 0.0005);
  EXPECT_GT(modularity(kKarateMembers, karate_ties(), karate_groups()), 0.415);  // the best of all is 0.4198
  EXPECT_EQ(std::set<int>(karate_groups().begin(), karate_groups().end()).size(), 4u);
}

TEST(KarateClub, OneMemberOfEachClassIsGiven) {
  for (const GraphExample& example : {karate_two(), karate_four()}) {
    std::set<int> given;
    for (const int node : example.given) given.insert(example.classes[static_cast<std::size_t>(node)]);
    EXPECT_EQ(given.size(), example.given.size());
    EXPECT_EQ(given, std::set<int>(example.classes.begin(), example.classes.end()));
  }
  EXPECT_EQ(karate_two().given, (std::vector<int>{0, 33}));
}

TEST(MissingTies, AreNotInTheGraphAndAsManyPairsAreNotTied) {
  for (const std::uint64_t seed : {1u, 2u}) {
    const TieQuestion question = tie_question(seed);
    std::set<std::pair<int, int>> all;
    for (const std::vector<Tie>& part : {question.graph.ties, question.held_out, question.non_ties})
      for (const auto& [from, to] : part) {
        EXPECT_LT(from, to);
        EXPECT_TRUE(all.insert({from, to}).second) << from << "-" << to << " is there twice";
      }
    EXPECT_EQ(question.held_out.size(), question.non_ties.size());
    EXPECT_EQ(question.held_out.size(), (question.graph.ties.size() + question.held_out.size()) / 5);
    const std::vector<int> d = degrees(question.graph.nodes(), question.graph.ties);
    EXPECT_GT(*std::min_element(d.begin(), d.end()), 0);
  }
}

std::array<int, 4> atom_counts(const GraphExample& molecule) {
  std::array<int, 4> counts{};
  for (Index c = 0; c < 4; ++c) counts[static_cast<std::size_t>(c)] = static_cast<int>(molecule.features.col(c).sum());
  return counts;
}

/// The best that can be said from the counts of atoms and ties alone, by the majority among thousands of others.
TEST(Molecules, CountsTellNothingAndNeighbourhoodsAll) {
  Rng rng(1);
  using Counts = std::pair<std::array<int, 4>, std::size_t>;
  std::map<Counts, std::array<int, 2>> seen;
  int poisonous = 0;
  constexpr int kDrawn = 6000;
  for (int i = 0; i < kDrawn; ++i) {
    const GraphExample molecule = draw_molecule(Split::kTraining, rng);
    ASSERT_EQ(is_poisonous(molecule), molecule.answer == 1);
    ++seen[{atom_counts(molecule), molecule.ties.size()}][static_cast<std::size_t>(molecule.answer)];
    poisonous += molecule.answer;
  }
  EXPECT_NEAR(static_cast<double>(poisonous) / kDrawn, 0.5, 0.03);
  int right = 0, tests = 3000;
  for (int i = 0; i < tests; ++i) {
    const GraphExample molecule = draw_molecule(Split::kHeldOut, rng);
    const std::array<int, 2> votes = seen[{atom_counts(molecule), molecule.ties.size()}];
    right += (votes[1] > votes[0]) == (molecule.answer == 1);
  }
  EXPECT_NEAR(static_cast<double>(right) / tests, 0.5, 0.04);
}

TEST(Molecules, AreConnectedAndNoAtomHasTooManyTies) {
  Rng rng(2);
  for (int i = 0; i < 300; ++i) {
    const GraphExample molecule = draw_molecule(Split::kTraining, rng);
    const Neighbours graph = neighbours(molecule.nodes(), molecule.ties, molecule.kind, false);
    const std::vector<int> steps = distances(graph, 0);
    EXPECT_EQ(std::count(steps.begin(), steps.end(), -1), 0);
    const std::vector<int> d = degrees(molecule.nodes(), molecule.ties);
    for (int node = 0; node < molecule.nodes(); ++node) {
      EXPECT_EQ(molecule.features.row(node).sum(), 1);
      const bool oxygen = molecule.features(node, static_cast<int>(Atom::oxygen)) == 1;
      EXPECT_LE(d[static_cast<std::size_t>(node)], oxygen ? 2 : 3);
    }
  }
}

/// The same molecule with its atoms in another order.
GraphExample renumbered(const GraphExample& molecule, Rng& rng) {
  std::vector<int> order(static_cast<std::size_t>(molecule.nodes()));
  std::iota(order.begin(), order.end(), 0);
  rng.shuffle(&order);
  GraphExample out = molecule;
  for (int i = 0; i < molecule.nodes(); ++i) out.features.row(order[static_cast<std::size_t>(i)]) = molecule.features.row(i);
  for (Tie& tie : out.ties) tie = {order[static_cast<std::size_t>(tie.from)], order[static_cast<std::size_t>(tie.to)]};
  return out;
}

TEST(Molecules, OfOneSplitAreNeverOfTheOther) {
  Rng rng(3);
  std::set<std::uint64_t> training, held_out;
  for (int i = 0; i < 1000; ++i) {
    const GraphExample a = draw_molecule(Split::kTraining, rng), b = draw_molecule(Split::kHeldOut, rng);
    EXPECT_EQ(molecule_hash(renumbered(a, rng)), molecule_hash(a));
    training.insert(molecule_hash(a));
    held_out.insert(molecule_hash(b));
  }
  EXPECT_GT(held_out.size(), 500u);
  for (const std::uint64_t hash : held_out) EXPECT_FALSE(training.contains(hash));
}

TEST(Dictionary, WhoAsksSeesAllKeysAndGetsTheValueOfItsOwn) {
  Rng rng(1);
  for (const int keys : {4, kDictionaryKeys}) {
    const GraphExample example = draw_dictionary(keys, Split::kHeldOut, rng);
    EXPECT_EQ(example.ties.size(), static_cast<std::size_t>(keys * keys));
    EXPECT_EQ(example.kind, TieKind::one_way);
    std::set<int> values;
    for (int i = 0; i < keys; ++i) {
      const int asking = keys + i;
      EXPECT_EQ(example.classes[static_cast<std::size_t>(i)], -1);
      const int value = example.classes[static_cast<std::size_t>(asking)];
      values.insert(value);
      EXPECT_EQ(example.features(i, keys + value), 1);
      EXPECT_EQ(example.features.row(i).head(keys), example.features.row(asking).head(keys));
      EXPECT_EQ(example.features.row(asking).tail(keys).sum(), 0);
    }
    EXPECT_EQ(static_cast<int>(values.size()), keys);
  }
}

TEST(Dictionary, NoOrderOfValuesIsInBothSplits) {
  Rng rng(2);
  std::array<std::set<std::vector<int>>, 2> seen;
  for (int i = 0; i < 2000; ++i)
    for (const Split split : {Split::kTraining, Split::kHeldOut})
      seen[split == Split::kHeldOut].insert(draw_dictionary(5, split, rng).classes);
  EXPECT_EQ(seen[0].size() + seen[1].size(), 120u);
  for (const std::vector<int>& values : seen[1]) EXPECT_FALSE(seen[0].contains(values));
}

/// Friends are of the member's class, strangers never; together the neighbours are of all classes alike.
TEST(NoisyNeighbours, MostTiesLeadToOtherClassesAndTheirMeanSaysNothing) {
  Rng rng(1);
  const GraphExample example = draw_noisy(Split::kTraining, rng);
  const Neighbours graph = neighbours(example.nodes(), example.ties, example.kind, false);
  constexpr int kMembers = kNoisyClasses * kNoisyMembers;
  const auto class_of = [](int node) { return node < kMembers ? node / kNoisyMembers : (node - kMembers) / kNoisyStrangers; };
  for (int member = 0; member < kMembers; ++member) {
    EXPECT_EQ(example.classes[static_cast<std::size_t>(member)], class_of(member));
    std::array<int, kNoisyClasses> seen{};
    for (const int other : graph.of(member)) {
      ++seen[static_cast<std::size_t>(class_of(other))];
      EXPECT_EQ(class_of(other) == class_of(member), example.features(other, kNoisyClasses) == 0);
    }
    EXPECT_EQ(seen, (std::array<int, kNoisyClasses>{2, 2, 2}));
  }
}

TEST(Pixels, AreTiedToThoseAroundThemAndHalfHiddenByNoise) {
  Rng rng(1);
  int right = 0, all = 0, figure = 0;
  for (int i = 0; i < 200; ++i) {
    const GraphExample example = draw_pixels(Split::kHeldOut, rng);
    const std::vector<int> d = degrees(example.nodes(), example.ties);
    EXPECT_EQ(*std::min_element(d.begin(), d.end()), 3);
    EXPECT_EQ(*std::max_element(d.begin(), d.end()), 8);
    for (int p = 0; p < example.nodes(); ++p, ++all) {
      right += (example.features(p, 0) > Real(0.5)) == (example.classes[static_cast<std::size_t>(p)] == 1);
      figure += example.classes[static_cast<std::size_t>(p)];
    }
  }
  EXPECT_NEAR(static_cast<double>(right) / all, 0.841, 0.01);  // the normal distribution up to one deviation
  EXPECT_NEAR(static_cast<double>(figure) / all, 0.25, 0.06);
}

/// Splits draw different graphs from equal generators, and equal ones give equal graphs.
TEST(GraphTasks, DrawTheSameFromTheSameSeed) {
  for (const GraphTask& task : graph_tasks()) {
    Rng a(5), b(5), c(5);
    const GraphExample first = task.draw(Split::kTraining, a), again = task.draw(Split::kTraining, b);
    EXPECT_EQ(first.features, again.features) << task.name;
    EXPECT_EQ(first.ties, again.ties) << task.name;
    EXPECT_EQ(static_cast<int>(first.classes.size()), first.nodes()) << task.name;
    if (task.one_graph) continue;
    const GraphExample other = task.draw(Split::kHeldOut, c);
    EXPECT_FALSE(first.features.rows() == other.features.rows() && first.features == other.features && first.ties == other.ties)
        << task.name;
    EXPECT_EQ(static_cast<Index>(task.features.size()), first.features.cols()) << task.name;
  }
}

TEST(GraphTasks, ExamplesAreShownOfBothSplits) {
  for (const GraphTask& task : graph_tasks()) {
    const std::string text = show_graph_task(task, 3);
    EXPECT_NE(text.find("\nTraining\n"), std::string::npos) << task.name;
    EXPECT_NE(text.find("\nHeld out\n"), std::string::npos) << task.name;
  }
  EXPECT_EQ(find_graph_task("karate")->label, "Karate club");
  EXPECT_EQ(find_graph_task("chess"), nullptr);
}

}  // namespace
}  // namespace attn::tasks
