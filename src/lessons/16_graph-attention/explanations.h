// How the numbers of the lesson's model came about, for the inspector.
#pragma once

#include "formula/expression.h"
#include "lessons/16_graph-attention/study.h"

namespace attn::lessons::graph_attention {

formula::Explanation explain_score(const Params& p, const GraphStudy& s, int i, int j);
/// A weight of the head shown, or of the mean of all heads.
formula::Explanation explain_weight(const Params& p, const GraphStudy& s, int i, int j);
formula::Explanation explain_feature(const Params& p, const GraphStudy& s, int j, int c);
formula::Explanation explain_mixed(const Params& p, const GraphStudy& s, int i, int c);
formula::Explanation explain_entropy(const GraphStudy& s, int i);
formula::Explanation explain_uniform(const GraphStudy& s, int i);
formula::Explanation explain_evenness(const GraphStudy& s);
/// The probability of the class that the model chooses for a node, or for the whole graph.
formula::Explanation explain_choice(const GraphStudy& s, int i);
formula::Explanation explain_right_shown(const GraphStudy& s, int k);
formula::Explanation explain_right_held_out(const Result& r, int k);
formula::Explanation explain_moved(const GraphStudy& s);

/// The head whose scores and features can be shown: the chosen one, or the only one. Null where the mean of several is shown.
const HeadRun* head_shown(const Params& p, const GraphStudy& s);

}  // namespace attn::lessons::graph_attention
