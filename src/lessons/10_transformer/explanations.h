// How the numbers of the lesson came about. Indices count from 0.
#pragma once

#include "formula/expression.h"
#include "lessons/10_transformer/study.h"

namespace attn::lessons::transformer {

/// A weight of the head that is looked at.
formula::Explanation explain_weight(const Params& p, const Result& r, int i, int j);
formula::Explanation explain_score(const Params& p, const Result& r, int i, int j);
/// The mean entropy of a head's rows; `line` is kind and layer.
formula::Explanation explain_entropy(const Result& r, int line, int head);
/// Of equal weights over the source's positions.
formula::Explanation explain_even_distance(const Result& r);
double even_distance(const Result& r);
/// How far its rows look; of a self-attention.
formula::Explanation explain_distance(const Result& r, int line, int head);
/// The probability of candidate `k`, as bent (0) or as trained (1).
formula::Explanation explain_next(const Result& r, int way, int k);
/// The probability that candidate `k` is drawn with.
formula::Explanation explain_drawn(const Params& p, const Result& r, int k);
formula::Explanation explain_hypothesis(const Result& r, int node);
/// How often a layer of position `j` was computed up to the step shown.
formula::Explanation explain_computed(const Params& p, const Result& r, int j);
/// Multiply-adds with the cache (0) or without (1), or how many times as many (2): of the step, of the output, of a long one.
formula::Explanation explain_cost(const Result& r, int way, int of);
formula::Explanation explain_layer_cost(const Params& p, const Result& r, int kind, int number);
formula::Explanation explain_share(std::string_view title, int right, int all);

/// As read: [3,3].
Mat cost_table(const Result& r);
/// [kLayers, steps]
Mat computed_table(const Params& p, const Result& r);
/// [kLayerKinds,3]: multiply-adds, products that wait for one another, longest path.
Mat layer_table(const Result& r);
/// [1,k]: what the candidates are drawn with.
Mat drawn_row(const Result& r);

}  // namespace attn::lessons::transformer
