// The dictionary look-up of Brody et al. 2022: how a layer of either version of graph attention ranks ten keys for ten nodes that ask.
//
// There are k keys and k nodes that ask. Node i asks for key i.
#pragma once

#include <string>
#include <vector>

#include "base/mat.h"
#include "formula/expression.h"
#include "lessons/16_graph-attention/graph_study.h"
#include "models/graph_network.h"
#include "tasks/graphs.h"
#include "training/model.h"

namespace attn::lessons::graph_attention {

/// How one layer ranks the keys.
struct Ranking {
  models::GraphLayerKind kind = models::GraphLayerKind::attention;
  Mat asking, keys;            ///< version 1: [k,1] a_source . g_i and a_target . g_j; version 2: [k,o] x_i w_source and g_j
  Mat a;                       ///< [1,o] in version 2, otherwise empty
  Mat scores, weights;         ///< [k,k] before and after the softmax; a row for each node that asks
  std::vector<int> favourite;  ///< [k] the key with the largest weight in each row
  int favourites = 0;          ///< how many different favourites there are
  int swaps = 0;               ///< pairs of keys whose order is not the same in all rows
  int found = 0;               ///< rows whose favourite is the key asked for
};

struct LookupStudy {
  bool trained = false;                   ///< the layers are the lesson's models; otherwise their weights are random
  Ranking version[2];                     ///< by versions 1 and 2
  Answers answers[2];                     ///< what these models answer, if `trained`
  std::vector<std::string> asking, keys;  ///< names: "a?", ... and "a", ...
};
/// Dictionary number `example`. The lesson's models rank its keys if they are of the task `lookup`, otherwise random layers do.
LookupStudy study_lookup(int example, int head, const tasks::GraphTask& task, const training::Models& models);

formula::Explanation explain_rank_score(const LookupStudy& s, int version, int i, int j);
formula::Explanation explain_rank_weight(const LookupStudy& s, int version, int i, int j);
formula::Explanation explain_favourites(const LookupStudy& s, int version);

}  // namespace attn::lessons::graph_attention
