// What the model in training makes of one graph: scores, weights, weighted sums and answers, with the reader's changes made to it.
//
// Letters: n nodes, m edges, h heads, o width of a head, c classes.
#pragma once

#include <string>
#include <vector>

#include "base/graph.h"
#include "base/mat.h"
#include "lessons/16_graph-attention/changes.h"
#include "lessons/16_graph-attention/params.h"
#include "lessons/16_graph-attention/settings.h"
#include "models/graph_network.h"
#include "tasks/graphs.h"
#include "training/trainer.h"

namespace attn::lessons::graph_attention {

/// The graph shown, and how it is shown.
struct ShownGraph {
  const tasks::GraphTask* task = nullptr;
  tasks::GraphExample example;
  Mask ties;                       ///< [n,n] as the task has them, without loops
  Neighbours graph;                ///< with the reader's changes, and with loops if wanted
  std::vector<std::string> names;  ///< [n]
  Mat places;                      ///< [n,2]
};
ShownGraph shown_graph(const Params& p);

/// One head of one layer.
struct HeadRun {
  Mat scores;    ///< [n,n] NaN where there is no tie; empty in a convolution
  Mat weights;   ///< [n,n] 0 where there is no tie
  Mat features;  ///< [n,o] what is summed
  Mat mixed;     ///< [n,o] weights times features
  Mat asking;    ///< [n,o] of version 2: x w_source; else empty
};

/// What a network says of the nodes of a graph.
struct Answers {
  Mat logits, probabilities;  ///< [n,c], or [1,c] of a whole graph
  std::vector<int> chosen;    ///< [n] the likeliest class
  int right = 0, asked = 0;   ///< of the nodes whose class is known to us and was not given to training
};
Answers answers_of(const models::GraphNetwork& network, const tasks::GraphExample& example, const Neighbours& graph);

struct GraphStudy {
  ShownGraph shown;
  models::GraphLayerKind kind = models::GraphLayerKind::attention, rival_kind = models::GraphLayerKind::convolution;
  int layers = 0;             ///< of the network
  int heads = 1;              ///< of the layer shown
  std::vector<HeadRun> head;  ///< h
  Mat weights;                ///< [n,n] of the head shown, or the mean of all
  Mat shares;                 ///< [n,n] the same as parts of one: a convolution's do not sum to 1
  Mat input, projection;      ///< [n,f] what the layer reads, [f, h o] and the matrix that makes features of it
  Mat gates;                  ///< [n, 2 h]: a_source . g_i and a_target . g_j of each head; version 1 only
  Mat mixers;                 ///< [h,o] a; version 2 only
  Real slope = 0;             ///< of leakyReLU below 0
  Mat entropy, uniform;       ///< [n,1] nats, of `shares` and of equal ones: ln d
  double evenness = 0;        ///< their sums' quotient
  Answers model, before;      ///< with the reader's changes and without
  Answers rival;              ///< empty where none stands beside
  int switched = 0;           ///< nodes that answer otherwise than without the changes
  double moved = 0;           ///< most that a node's logits change when the nodes are renumbered
  std::vector<int> order;     ///< the renumbered graph's node i is order[i]
  std::string provenance;
};
GraphStudy study_graph(const Params& p, const training::Models& models);

}  // namespace attn::lessons::graph_attention
