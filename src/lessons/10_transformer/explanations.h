// How the numbers of the lesson came about, for the inspector. Indices count from 0.
#pragma once

#include "formula/expression.h"
#include "lessons/10_transformer/study.h"

namespace attn::lessons::transformer {

/// A weight of the head shown.
formula::Explanation explain_weight(const Params& p, const Result& r, int i, int j);
formula::Explanation explain_score(const Params& p, const Result& r, int i, int j);
/// The mean entropy of a head's rows. `line` is its row in HeadStudy::entropy, which says kind and layer.
formula::Explanation explain_entropy(const Result& r, int line, int head);
formula::Explanation explain_effect(const Params& p, const Result& r, int line, int head);
/// The mean distance of a head whose weights are equal over all positions of the source.
formula::Explanation explain_even_distance(const Result& r);
double even_distance(const Result& r);
/// How far the rows of a head of self-attention look.
formula::Explanation explain_distance(const Result& r, int line, int head);
/// The probability of candidate `k`, of the model as bent (`way` 0) or as trained (1).
formula::Explanation explain_next(const Result& r, int way, int k);
/// The probability with which candidate `k` is drawn.
formula::Explanation explain_drawn(const Params& p, const Result& r, int k);
formula::Explanation explain_hypothesis(const Result& r, int node);
/// How often each layer of position `j` has been computed up to the step shown.
formula::Explanation explain_computed(const Params& p, const Result& r, int j);
/// Multiply-adds with the cache (`way` 0), without it (1), or their ratio (2); `of` the step (0), the output (1) or a long output (2).
formula::Explanation explain_cost(const Result& r, int way, int of);
formula::Explanation explain_layer_cost(const Params& p, const Result& r, int kind, int number);
formula::Explanation explain_share(std::string_view title, int right, int all);

/// [3,3] the numbers of explain_cost, `way` by `of`.
Mat cost_table(const Result& r);
/// [kLayers, steps] the numbers of explain_computed.
Mat computed_table(const Params& p, const Result& r);
/// [kLayerKinds,3] multiply-adds, products that have to wait for one another, longest path.
Mat layer_table(const Result& r);
/// [1,k] the probabilities with which the candidates are drawn.
Mat drawn_row(const Result& r);

}  // namespace attn::lessons::transformer
