// What the lesson's networks learn, from the first weights; that training sees nothing of what is measured; and graphs that were changed.
#include "lessons/16_graph-attention/learner.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "lessons/16_graph-attention/shipped.h"
#include "nn/optimiser.h"

namespace attn::lessons::graph_attention {
namespace {

using models::GraphLayerKind;

Choice choice(std::string_view task, GraphLayerKind kind = GraphLayerKind::attention) {
  const tasks::GraphTask& found = *tasks::find_graph_task(task);
  return {.task = &found, .kind = kind, .self_loops = usual_self_loops(found)};
}

training::Trainer trainer(const Choice& c, std::uint64_t seed = 1) {
  return {make_learner(c), {.batch = 16, .learning_rate = Real(0.01), .seed = seed}};
}

training::Trainer trained(const Choice& c, int steps, std::uint64_t seed = 1) {
  training::Trainer out = trainer(c, seed);
  for (int i = 0; i < steps; ++i) out.step();
  return out;
}

double score(const training::Trainer& t, std::string_view name) {
  for (const training::Score& s : t.trainee().evaluate({.examples = 300}))
    if (s.name == name) return s.value;
  ADD_FAILURE() << name << " is not measured";
  return 0;
}

double first_score(const training::Trainer& t) { return t.trainee().measure(300).front().value; }

/// The middle of an even number of values: the mean of the two in the middle.
double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return (values[values.size() / 2] + values[(values.size() - 1) / 2]) / 2;
}

TEST(KarateClub, ThirtyTwoMembersAreRightFromOneLabelEach) {
  for (const GraphLayerKind kind :
       {GraphLayerKind::convolution, GraphLayerKind::learned_convolution, GraphLayerKind::attention, GraphLayerKind::attention_v2}) {
    std::vector<double> right;
    for (std::uint64_t seed = 1; seed <= 10; ++seed) right.push_back(score(trained(choice("karate", kind), 300, seed), "members-right"));
    EXPECT_GE(median(right), 32) << kind_id(kind);
  }
}

TEST(KarateClub, AttentionStaysNearUniform) {
  for (const GraphLayerKind kind : {GraphLayerKind::attention, GraphLayerKind::attention_v2}) {
    std::vector<double> even;
    for (std::uint64_t seed = 1; seed <= 10; ++seed) even.push_back(score(trained(choice("karate", kind), 300, seed), "mean-evenness"));
    EXPECT_GE(median(even), 0.9) << kind_id(kind);
  }
}

TEST(Dictionary, TheSecondVersionLooksUpAndTheFirstCannot) {
  EXPECT_EQ(first_score(trained(choice("lookup", GraphLayerKind::attention_v2), 400)), 1);
  EXPECT_LT(first_score(trained(choice("lookup", GraphLayerKind::attention), 400)), 0.6);
}

TEST(NoisyNeighbours, AttentionStandsFifteenPointsAboveConvolution) {
  const double convolution = first_score(trained(choice("noisy", GraphLayerKind::convolution), 400));
  EXPECT_GE(first_score(trained(choice("noisy", GraphLayerKind::attention), 400)), convolution + 0.15);
  EXPECT_GE(first_score(trained(choice("noisy", GraphLayerKind::attention_v2), 400)), convolution + 0.15);
}

/// What a convolution lacks is to look before it mixes: with a layer that sees each node alone before it, it learns to hush strangers.
TEST(NoisyNeighbours, AConvolutionThatLooksAtEachNodeFirstIgnoresThemToo) {
  const Choice c = choice("noisy", GraphLayerKind::convolution);
  training::Trainer examples = trainer(c);
  models::GraphNetworkSettings settings = settings_of(c);
  settings.encoder = true;
  Rng rng(1);
  models::GraphNetwork network(settings, rng);
  nn::Optimiser optimiser(network.parameters(), nn::Method::adam);
  autodiff::Tape tape;
  for (int i = 0; i < 400; ++i) {
    tape.clear();
    network.parameters().zero_gradients();
    auto& drawing = static_cast<GraphLearner&>(examples.trainee());
    drawing.draw(i);
    const GraphBatch& batch = drawing.drawn();
    tape.backward(models::graph_loss(network.run(tape, batch.input()), batch.targets));
    optimiser.step(Real(0.01), 1);
  }
  EXPECT_GE(count_drawn(network, c, 0, 300).share(), 0.9);
}

TEST(MissingTies, AreRankedAboveOthers) {
  for (const GraphLayerKind kind : {GraphLayerKind::convolution, GraphLayerKind::attention, GraphLayerKind::attention_v2}) {
    EXPECT_GE(first_score(trained(choice("ties", kind), 300)), 0.85) << kind_id(kind);
  }
}

TEST(Molecules, PoisonIsTold) { EXPECT_GE(first_score(trained(choice("molecules"), 600)), 0.95); }

TEST(Learner, TrainingIsToldNoClassButThoseGiven) {
  for (const std::string_view task : {"karate", "karate-four"}) {
    training::Trainer t = trainer(choice(task));
    auto& learner = static_cast<GraphLearner&>(t.trainee());
    learner.draw(0);
    const GraphBatch& batch = learner.drawn();
    std::vector<int> told;
    for (std::size_t i = 0; i < batch.targets.size(); ++i)
      if (batch.targets[i] >= 0) told.push_back(static_cast<int>(i));
    EXPECT_EQ(told, learner.example().given) << task;
    const double others_right = first_score(t) * learner.held_out(1000);
    EXPECT_NEAR(others_right + static_cast<double>(told.size()), score(t, "members-right"), 1e-9) << task;
    EXPECT_EQ(learner.held_out(1000) + static_cast<int>(told.size()), tasks::kKarateMembers);
  }
}

TEST(Learner, NoHiddenTieIsATieOfTraining) {
  const tasks::TieQuestion question = tasks::tie_question();
  training::Trainer t = trainer(choice("ties"));
  auto& learner = static_cast<GraphLearner&>(t.trainee());
  for (const Tie& hidden : question.held_out) EXPECT_LT(learner.graph().edge(hidden.from, hidden.to), 0);
  learner.draw(0);
  const GraphBatch& batch = learner.drawn();
  ASSERT_EQ(batch.pairs.size(), batch.targets.size());
  EXPECT_EQ(std::count(batch.targets.begin(), batch.targets.end(), 1), std::count(batch.targets.begin(), batch.targets.end(), 0));
  for (std::size_t i = 0; i < batch.pairs.size(); ++i) {
    const bool tied = learner.graph().edge(batch.pairs[i].from, batch.pairs[i].to) >= 0;
    EXPECT_EQ(tied, batch.targets[i] == 1);
  }
}

TEST(Learner, DrawnGraphsAreOfTheTrainingSplit) {
  training::Trainer molecules = trainer(choice("molecules"));
  std::set<Index> poisonous;
  auto& learner = static_cast<GraphLearner&>(molecules.trainee());
  learner.draw(0);
  const GraphBatch& batch = learner.drawn();
  ASSERT_EQ(batch.first.size(), 17u);
  for (std::size_t g = 0; g + 1 < batch.first.size(); ++g) {
    tasks::GraphExample one;
    const int begin = batch.first[g], end = batch.first[g + 1];
    one.features = batch.x.middleRows(begin, end - begin);
    for (int i = begin; i < end; ++i)
      for (const int j : batch.graph.of(i))
        if (i < j) one.ties.push_back({i - begin, j - begin});
    EXPECT_NE(tasks::molecule_hash(one) % 5, 0u);
    EXPECT_EQ(tasks::is_poisonous(one), batch.targets[g] == 1);
  }
}

TEST(Learner, BeginsAnewFromItsSeed) {
  for (const tasks::GraphTask& task : tasks::graph_tasks()) {
    training::Trainer first = trained(choice(task.name), 10), again = trained(choice(task.name), 10),
                      other = trained(choice(task.name), 10, 2);
    EXPECT_EQ(first.losses(), again.losses()) << task.name;
    EXPECT_NE(first.losses(), other.losses()) << task.name;
    EXPECT_FALSE(first.diverged()) << task.name;
    EXPECT_TRUE(std::isfinite(first.loss())) << task.name;
  }
}

TEST(Learner, StudiesInPiecesAndFindsWhatItMeasures) {
  for (const tasks::GraphTask& task : tasks::graph_tasks()) {
    training::Trainer t = trained(choice(task.name), 5);
    int pieces = 1;
    while (t.measure()) ++pieces;
    EXPECT_TRUE(t.measured());
    EXPECT_EQ(pieces > 1, !task.one_graph) << task.name;
    const std::vector<training::Metric> found = t.trainee().found();
    ASSERT_FALSE(found.empty());
    EXPECT_EQ(found.front().name, t.trainee().measure(10).front().name);
    if (task.one_graph) {
      EXPECT_EQ(found.front().value, first_score(t)) << task.name;
    }
  }
}

/// Whoever is told that member 34 is of the instructor's club, too, trains another model.
TEST(ChangedGraphs, LabelsOfTheReaderAreLearned) {
  Choice own = choice("karate");
  own.labels = {{0, 1}, {33, 0}, {5, 0}};
  const training::Trainer t = trained(own, 300);
  const GraphLearner& learner = learner_of(t);
  const Mat logits = logits_of(learner.network(), learner.example().features, learner.graph());
  for (const auto& [node, label] : own.labels) EXPECT_GT(logits(node, label), logits(node, 1 - label)) << node;
  EXPECT_EQ(learner.held_out(1000), 31);
  EXPECT_EQ(shipped_model(own), nullptr);
}

/// Member 12 knows member 1 alone. With his only tie led to member 34 instead, he goes with him.
TEST(ChangedGraphs, TiesOfTheReaderDecide) {
  const auto club_of = [](const training::Trainer& t, int member) {
    const Mat logits = logits_of(learner_of(t).network(), learner_of(t).example().features, learner_of(t).graph());
    return logits(member, 1) > logits(member, 0);
  };
  Choice own = choice("karate");
  EXPECT_EQ(club_of(trained(own, 300), 11), 0);
  own.ties = tasks::karate_ties();
  std::erase(*own.ties, Tie{0, 11});
  own.ties->push_back({11, 33});
  for (const GraphLayerKind kind : {GraphLayerKind::learned_convolution, GraphLayerKind::attention}) {
    own.kind = kind;
    EXPECT_EQ(club_of(trained(own, 300), 11), 1) << kind_id(kind);
  }
}

TEST(Shipped, EveryTaskHasItsModelsWithTheUsualLoops) {
  for (const tasks::GraphTask& task : tasks::graph_tasks()) {
    EXPECT_NE(recipes().find_task(task.name), nullptr);
    for (const GraphLayerKind kind : {GraphLayerKind::convolution, GraphLayerKind::attention, GraphLayerKind::attention_v2}) {
      Choice c = choice(task.name, kind);
      ASSERT_NE(shipped_model(c), nullptr) << task.name << " " << kind_id(kind);
      EXPECT_EQ(models::check_settings(settings_of(c)), "") << task.name;
      c.self_loops = !c.self_loops;
      EXPECT_EQ(shipped_model(c), nullptr);
    }
    const Choice learned = choice(task.name, GraphLayerKind::learned_convolution);
    EXPECT_EQ(models::check_settings(settings_of(learned)), "") << task.name;
    EXPECT_EQ(shipped_model(learned) != nullptr, task.one_graph) << task.name;
  }
}

}  // namespace
}  // namespace attn::lessons::graph_attention
