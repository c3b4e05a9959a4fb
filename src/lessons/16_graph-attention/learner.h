// A network over graphs, in training on one of the lesson's tasks, and how well it does on held-out data.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "autodiff/engine.h"
#include "lessons/16_graph-attention/settings.h"
#include "models/graph_network.h"
#include "tasks/graphs.h"
#include "training/count.h"
#include "training/seeded_trainee.h"

namespace attn::lessons::graph_attention {

/// Several graphs as one graph, with what is asked about them.
struct GraphBatch {
  Neighbours graph;
  Mat x;                     ///< [n,f]
  std::vector<int> first;    ///< the first node of each graph, then n
  std::vector<int> targets;  ///< a class for each node (-1 where none is asked for), or for each graph, or 1 for each pair that is tied
  std::vector<Tie> pairs;    ///< pairs of nodes that may be tied; empty where nodes or graphs are asked about

  models::GraphInput input() const { return {&graph, &x, first}; }
};
GraphBatch side_by_side(std::span<const tasks::GraphExample> examples, bool self_loops);

using training::Count;

class GraphLearner final : public training::SeededTrainee {
 public:
  /// The plan's seed determines the first weights and the examples. Its batch counts graphs, if the task draws graphs.
  GraphLearner(Choice choice, const training::Plan& plan);

  const Choice& choice() const { return choice_; }
  const models::GraphNetwork& network() const { return network_; }
  /// If the task has one graph: what training sees of it, with the labels and ties of choice(). If it draws graphs: the first held-out one.
  const tasks::GraphExample& example() const { return example_; }
  /// The neighbourhoods of example(), with self-loops if choice() has them.
  const Neighbours& graph() const { return graph_; }

  /// What was drawn: graphs of the training split, or the one graph with its labels, or its ties and as many other pairs.
  const GraphBatch& drawn() const { return drawn_; }

  nn::Parameters& parameters() override { return network_.parameters(); }
  void draw(int step) override;
  /// A graph is not cut, and few graphs are not worth it.
  int shards() const override { return 1; }
  autodiff::Var loss(autodiff::Tape& tape, int shard) override;
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
  /// loss(). Its code may come later, because training waits until all of the lesson is here.
  static autodiff::Var loss_of_batch(GraphLearner& self, autodiff::Tape& tape);

  Choice choice_;
  tasks::TieQuestion question_;  ///< filled in the task about ties only
  tasks::GraphExample example_;
  Neighbours graph_;
  models::GraphNetwork network_;
  GraphBatch drawn_;
  Count studied_;
  int studied_graphs_ = 0;
};

/// A network's logits for any graph: [n,c], or [1,c] for the whole graph. A network that is asked about pairs gives the numbers z of its
/// nodes [n,c] instead. `engine` makes what computes them instead of the CPU; null: the CPU does.
Mat logits_of(const models::GraphNetwork& network, const Mat& features, const Neighbours& graph, autodiff::MakeEngine engine = nullptr);
/// Counts nodes (or graphs) that are right in the held-out graphs number `first` to first + count - 1, which are always the same ones.
Count count_drawn(const models::GraphNetwork& network, const Choice& choice, int first, int count);
/// Counts nodes that are right in one graph, among those whose class was not given to training.
Count count_held_out(const models::GraphNetwork& network, const tasks::GraphExample& example, const Neighbours& graph);
/// The area under the ROC curve: the share of comparisons of a hidden tie with a pair that is not tied in which the tie has the larger
/// logit. Equal ones count half.
double area_under_curve(const Mat& numbers, const tasks::TieQuestion& question);
/// The entropy of a node's weights divided by that of equal weights, ln d, as a mean over layers, heads and all nodes that see several.
double evenness(const models::GraphNetwork& network, const Mat& features, const Neighbours& graph);

/// The learner that a trainer of this lesson trains.
inline const GraphLearner& learner_of(const training::Trainer& trainer) { return static_cast<const GraphLearner&>(trainer.trainee()); }

}  // namespace attn::lessons::graph_attention
