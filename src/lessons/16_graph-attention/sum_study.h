// The sum of one node to its end: what its neighbours' rows are multiplied by, the bias, the bend, and the new row.
//
// Letters: n nodes, o width of a head. Where the mean of several heads is shown there is no such sum, and all matrices are empty.
#pragma once

#include <string_view>

#include "formula/expression.h"
#include "lessons/16_graph-attention/graph_study.h"

namespace attn::lessons::graph_attention {

/// [n,o] the row of each node times the weight that `p.node` gives it.
Mat products_of(const Params& p, const GraphStudy& s);
/// [1,o] what the layer adds to every sum of the head shown.
Mat bias_of(const Params& p, const GraphStudy& s);
/// [n,o] the sums with the bias.
Mat before_bend(const Params& p, const GraphStudy& s);
/// [n,o] the same after the bend: the part of the next layer's input that this head makes, or the answer's numbers.
Mat new_rows(const Params& p, const GraphStudy& s);
/// [n,1] how many nodes each node sees.
Mat sees(const GraphStudy& s);

/// "ELU", "ReLU".
std::string_view bend_name(models::GraphActivation bend);

formula::Explanation explain_product_row(const Params& p, const GraphStudy& s, int j, int c);
formula::Explanation explain_bias(const Params& p, const GraphStudy& s, int c);
formula::Explanation explain_before_bend(const Params& p, const GraphStudy& s, int i, int c);
formula::Explanation explain_new_row(const Params& p, const GraphStudy& s, int i, int c);
formula::Explanation explain_sees(const GraphStudy& s, int i);

}  // namespace attn::lessons::graph_attention
