// What the model in training makes of one graph, which has the reader's changes: scores, weights, weighted sums and answers.
//
// Letters: n nodes, m edges, h heads, o width of a head, c classes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "autodiff/engine.h"
#include "base/graph.h"
#include "base/mat.h"
#include "lessons/16_graph-attention/changes.h"
#include "lessons/16_graph-attention/params.h"
#include "lessons/16_graph-attention/settings.h"
#include "models/graph_network.h"
#include "tasks/graphs.h"
#include "training/trainer.h"

namespace attn::lessons::graph_attention {

inline double of(Real x) { return static_cast<double>(x); }  // as formulas take numbers

/// The graph shown, with the names and places of its nodes.
struct ShownGraph {
  const tasks::GraphTask* task = nullptr;
  tasks::GraphExample example;
  Mask ties;                       ///< [n,n] the task's ties, without loops and without the reader's changes
  Neighbours graph;                ///< with the reader's changes, and with loops if the parameters ask for them
  std::vector<std::string> names;  ///< [n]
  Mat places;                      ///< [n,2]
};
ShownGraph shown_graph(const Params& p);

/// One head of one layer.
struct HeadRun {
  Mat scores;    ///< [n,n] NaN where there is no tie; empty in a convolution
  Mat weights;   ///< [n,n] 0 where there is no tie
  Mat features;  ///< [n,o] the features that are summed
  Mat mixed;     ///< [n,o] the weighted sums: weights times features
  Mat asking;    ///< [n,o] x w_source in version 2, otherwise empty
};

/// What a network says about a graph.
struct Answers {
  Mat logits, probabilities;  ///< [n,c], or [1,c] for a whole graph
  std::vector<int> chosen;    ///< the likeliest class of each row
  int right = 0, asked = 0;   ///< of the nodes whose class is known and was not given to training; or of the one graph
};
Answers answers_of(const models::GraphNetwork& network, const tasks::GraphExample& example, const Neighbours& graph,
                   autodiff::MakeEngine engine = nullptr);

struct GraphStudy {
  ShownGraph shown;
  models::GraphLayerKind kind = models::GraphLayerKind::attention, rival_kind = models::GraphLayerKind::convolution;
  int layers = 0;                               ///< layers of the network
  int heads = 1;                                ///< heads of the layer shown
  std::vector<HeadRun> head;                    ///< h, those of the layer shown
  Mat weights;                                  ///< [n,n] of the head shown, or the mean of all
  Mat shares;                                   ///< [n,n] the weights, scaled in a convolution so that every row sums to 1
  Mat input, projection;                        ///< [n,f] what the layer reads, and [f, h o] the matrix that makes features of it
  Mat gates;                                    ///< [n, 2 h] a_source . g_i and a_target . g_j for each head; version 1 only
  Mat mixers;                                   ///< [h,o] the vector a of each head; version 2 only
  Real slope = 0;                               ///< slope of leakyReLU below 0
  Mat bias;                                     ///< [1, h o] what the layer adds to the sums; [1,o] in a layer whose heads are averaged
  std::optional<models::GraphActivation> bend;  ///< what the layer does after that; empty where its numbers are the answer
  Mat entropy, uniform;                         ///< [n,1] entropy in nats of `shares`, and of equal weights over the d nodes seen, ln d
  double evenness = 0;                          ///< sum of `entropy` / sum of `uniform`
  Answers model, before;                        ///< with the reader's changes, and with only those that the model was trained with
  Answers rival;                                ///< empty where no model stands beside
  int switched = 0;                             ///< nodes whose class differs between `model` and `before`
  double moved = 0;                             ///< the largest change of a logit when the nodes are renumbered
  std::vector<int> order;                       ///< node i of the renumbered graph is node order[i]
  std::string provenance;
};
GraphStudy study_graph(const Params& p, const training::Models& models, autodiff::MakeEngine engine);

}  // namespace attn::lessons::graph_attention
