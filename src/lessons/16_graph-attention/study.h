// Everything that the lesson's figures show, computed from the parameters and the models in training.
#pragma once

#include "base/mat.h"
#include "compute/backend.h"
#include "lessons/16_graph-attention/answers_study.h"
#include "lessons/16_graph-attention/graph_study.h"
#include "lessons/16_graph-attention/lookup_study.h"
#include "lessons/16_graph-attention/mask_study.h"
#include "lessons/16_graph-attention/params.h"
#include "lessons/16_graph-attention/reach_study.h"

namespace attn::lessons::graph_attention {

struct Result {
  MaskStudy mask;
  ReachStudy reach;
  GraphStudy graph;
  Mat matrix;  ///< [n,n] graph.weights with rows and columns in the order of the renumbered graph
  LookupStudy lookup;
  TieStudy ties;
  MoleculeStudy molecules;
  PixelStudy pixels;
  Mat right_shown;     ///< [2,1] share of right answers on the graph shown, of the model and of the one beside it; NaN where there is none
  Mat right_held_out;  ///< [2,1] the same on held-out data; NaN until it has been measured
};

Result compute(const Params& p, const training::Models& models, const compute::Backend&);

}  // namespace attn::lessons::graph_attention
