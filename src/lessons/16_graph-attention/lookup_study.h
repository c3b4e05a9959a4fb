// The dictionary look-up of Brody et al. 2022: how two layers of attention rank ten keys for ten nodes that ask.
//
// Letters: k keys, as many nodes that ask; the key of the same number is the one that is asked for.
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

/// One layer on the dictionary.
struct Ranking {
  models::GraphLayerKind kind = models::GraphLayerKind::attention;
  Mat asking, keys;            ///< of version 1 [k,1] a_source . g_i and a_target . g_j; of version 2 [k,o] x_i w_source and g_j
  Mat a;                       ///< [1,o] of version 2; else empty
  Mat scores, weights;         ///< [k,k] a row for each node that asks; scores before softmax
  std::vector<int> favourite;  ///< [k] the key with the largest weight
  int favourites = 0;          ///< different ones
  int swaps = 0;               ///< pairs of keys that not all rows rank alike
  int found = 0;               ///< rows whose favourite is the key asked for
};

struct LookupStudy {
  bool trained = false;                   ///< by the models of the lesson; else with weights drawn at random
  Ranking version[2];                     ///< 1 and 2
  Answers answers[2];                     ///< what is answered, where trained
  std::vector<std::string> asking, keys;  ///< names: letters, and "letter = value"
};
/// The dictionary number `example`. Where the models in training are of the task `lookup` they answer.
LookupStudy study_lookup(int example, int head, const tasks::GraphTask& task, const training::Models& models);

formula::Explanation explain_rank_score(const LookupStudy& s, int version, int i, int j);
formula::Explanation explain_rank_weight(const LookupStudy& s, int version, int i, int j);
formula::Explanation explain_favourites(const LookupStudy& s, int version);

}  // namespace attn::lessons::graph_attention
