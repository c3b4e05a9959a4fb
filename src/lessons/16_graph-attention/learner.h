// A network over graphs in training on one of the lesson's tasks, and how it does on what training cannot see.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "lessons/16_graph-attention/settings.h"
#include "models/graph_network.h"
#include "tasks/graphs.h"
#include "training/seeded_trainee.h"

namespace attn::lessons::graph_attention {

/// Graphs side by side as one, with what is asked of them.
struct GraphBatch {
  Neighbours graph;
  Mat x;                     ///< [n,f]
  std::vector<int> first;    ///< the first node of each graph, then n
  std::vector<int> targets;  ///< a class for each node, -1 where none is asked, or for each graph
  std::vector<Tie> pairs;    ///< asked whether they are tied: 1 in `targets`

  models::GraphInput input() const { return {&graph, &x, first}; }
};
GraphBatch side_by_side(std::span<const tasks::GraphExample> examples, bool self_loops);

struct Count {
  int right = 0, asked = 0;
  double share() const { return asked ? static_cast<double>(right) / asked : 0; }
};

class GraphLearner final : public training::SeededTrainee {
 public:
  /// The plan's seed gives weights and examples; its batch is a number of graphs where these are drawn.
  GraphLearner(Choice choice, const training::Plan& plan);

  const Choice& choice() const { return choice_; }
  const models::GraphNetwork& network() const { return network_; }
  /// Where there is one graph: what training sees of it, with labels and ties as chosen. Where graphs are drawn: the first held-out one.
  const tasks::GraphExample& example() const { return example_; }
  /// Its neighbourhoods, with loops as chosen.
  const Neighbours& graph() const { return graph_; }

  /// What loss() draws next: graphs of the training split, or the one graph with its labels, or its ties and as many pairs that are not.
  GraphBatch draw_batch();

  nn::Parameters& parameters() override { return network_.parameters(); }
  autodiff::Var loss(autodiff::Tape& tape) override;
  double guessing() const override;
  std::vector<training::Score> measure(int examples) const override;
  std::vector<training::Score> evaluate(const training::Effort& effort) const override;
  int held_out(int examples) const override;
  bool study() override;
  void forget_study() override;
  std::vector<training::Metric> found() const override;
  training::Wording wording() const override;
  std::map<std::string, std::string> metadata() const override;

 private:
  std::vector<training::Score> scores(const Count& count) const;

  Choice choice_;
  tasks::TieQuestion question_;  ///< of the task about ties
  tasks::GraphExample example_;
  Neighbours graph_;
  models::GraphNetwork network_;
  GraphBatch on_tape_;
  Count studied_;
  int studied_graphs_ = 0;
};

/// The logits that a network gives for any graph [n,c], or [1,c] of a whole graph; of pairs the nodes' numbers.
Mat logits_of(const models::GraphNetwork& network, const Mat& features, const Neighbours& graph);
/// Held-out graphs number `first` to first + count - 1, always the same ones: nodes (or graphs) that are right.
Count count_drawn(const models::GraphNetwork& network, const Choice& choice, int first, int count);
/// Of one graph: nodes that were not given.
Count count_held_out(const models::GraphNetwork& network, const tasks::GraphExample& example, const Neighbours& graph);
/// The share of comparisons of a hidden tie with a pair that is not tied in which the tie has the larger logit; equal ones count half.
double area_under_curve(const Mat& numbers, const tasks::TieQuestion& question);
/// Entropy of each node's weights divided by that of equal weights, ln d: the mean over layers, heads and the nodes that see several.
double evenness(const models::GraphNetwork& network, const Mat& features, const Neighbours& graph);

/// The learner that a trainer of this lesson trains.
inline const GraphLearner& learner_of(const training::Trainer& trainer) { return static_cast<const GraphLearner&>(trainer.trainee()); }

}  // namespace attn::lessons::graph_attention
