#include "lessons/16_graph-attention/results.h"

#include <cmath>
#include <limits>
#include <string>

#include "base/text.h"
#include "lessons/16_graph-attention/explanations.h"
#include "lessons/16_graph-attention/scale.h"
#include "lessons/16_graph-attention/sum_study.h"
#include "lessons/16_graph-attention/words.h"

namespace attn::lessons::graph_attention {
namespace {

using course::scalar, course::tensor, course::Tensor;
using P = const Params&;
using R = const Result&;
using Row = course::ResultSpec<Params, Result>;

const std::vector<std::string>& names(R r) { return r.graph.shown.names; }

std::vector<std::string> layers() { return numbered("", kDepths + 1, 0); }
std::vector<std::string> columns(const Mat& m) { return numbered("", m.cols()); }

Tensor shares(Tensor t) {
  t.share = true;
  return t;
}

std::vector<std::string> networks(R r) {
  return {std::string(network_name(r.graph.kind)), std::string(network_name(r.graph.rival_kind)) + ", beside it"};
}

Tensor of_head(P p, R r, Mat HeadRun::*part, bool pairs) {
  const HeadRun* head = head_shown(p, r.graph);
  if (!head || (head->*part).size() == 0) return tensor(Mat(0, 1));
  return tensor(head->*part, names(r), pairs ? names(r) : columns(head->*part));
}

/// The probability of the chosen class for each node, if nodes are asked about.
Tensor choices(P, R r) {
  const GraphStudy& s = r.graph;
  const int n = s.shown.example.nodes();
  Mat out = Mat::Constant(n, 1, std::numeric_limits<Real>::quiet_NaN());
  if (s.shown.task->asks == tasks::GraphAsks::nodes)
    for (int i = 0; i < n; ++i)
      if (s.shown.example.classes[static_cast<size_t>(i)] >= 0)
        out(i, 0) = s.model.probabilities(i, s.model.chosen[static_cast<size_t>(i)]);
  return shares(tensor(out, names(r)));
}

std::string pair_name(const Tie& pair) { return std::to_string(pair.from + 1) + "-" + std::to_string(pair.to + 1); }
std::vector<std::string> pair_names(const std::vector<Tie>& pairs) {
  std::vector<std::string> out;
  for (const Tie& pair : pairs) out.push_back(pair_name(pair));
  return out;
}

formula::Explanation given(std::string title, double value, std::string note) {
  return {std::move(title), formula::sym("x"), formula::num(value), value, std::move(note)};
}

std::string pixel(int y, int x) { return "Row " + std::to_string(y + 1) + ", column " + std::to_string(x + 1); }

constexpr Row kGraph[] = {
    {"node", "Probability of each node\u2019s class", choices, [](P, R r, int i, int) { return explain_choice(r.graph, i); }},
    {"scores", "Scores of the head shown", [](P p, R r) { return of_head(p, r, &HeadRun::scores, true); },
     [](P p, R r, int i, int j) { return explain_score(p, r.graph, i, j); }},
    {"weights", "Weights of the head shown, a row for each node that looks",
     [](P, R r) { return tensor(r.graph.weights, names(r), names(r)); },
     [](P p, R r, int i, int j) { return explain_weight(p, r.graph, i, j); }},
    {"entropy", "Entropy of each node\u2019s weights", [](P, R r) { return tensor(r.graph.entropy, names(r)); },
     [](P, R r, int i, int) { return explain_entropy(r.graph, i); }},
    {"uniform", "Entropy of equal shares", [](P, R r) { return tensor(r.graph.uniform, names(r)); },
     [](P, R r, int i, int) { return explain_uniform(r.graph, i); }},
    {"evenness", "Entropy, of that of equal shares", [](P, R r) { return shares(scalar(r.graph.evenness)); },
     [](P, R r, int, int) { return explain_evenness(r.graph); }},
    {"switched", "Nodes that answer otherwise after the changes", [](P, R r) { return scalar(r.graph.switched); },
     [](P, R r, int, int) {
       return given("Nodes that answer otherwise after the changes", r.graph.switched, "Counted: the model is the same, the ties are not.");
     }},
    {"right-shown", "Right answers on the graph shown", [](P, R r) { return shares(tensor(r.right_shown, networks(r))); },
     [](P, R r, int k, int) { return explain_right_shown(r.graph, k); }},
    {"right-held-out", "Right answers on held-out data", [](P, R r) { return shares(tensor(r.right_held_out, networks(r))); },
     [](P, R r, int k, int) { return explain_right_held_out(r, k); }},
};

/// The rest of one node's sum is computed only where it is looked at.
template <Mat (*part)(const Params&, const GraphStudy&)>
Tensor rows_of_sum(P p, R r) {
  const Mat rows = part(p, r.graph);
  if (rows.size() == 0) return tensor(Mat(0, 1));
  return rows.rows() == 1 ? tensor(rows, numbered("", 1), columns(rows)) : tensor(rows, names(r), columns(rows));
}
Tensor counts(P, R r) { return tensor(sees(r.graph), names(r)); }

/// Of the graph, what only later figures show.
constexpr Row kParts[] = {
    {"features", "What each node says", [](P p, R r) { return of_head(p, r, &HeadRun::features, false); },
     [](P p, R r, int i, int c) { return explain_feature(p, r.graph, i, c); }},
    {"mixed", "What each node hears", [](P p, R r) { return of_head(p, r, &HeadRun::mixed, false); },
     [](P p, R r, int i, int c) { return explain_mixed(p, r.graph, i, c); }},
    {"matrix", "The weights, nodes renumbered",
     [](P, R r) {
       std::vector<std::string> order;
       for (const int i : r.graph.order) order.push_back(names(r)[static_cast<size_t>(i)]);
       return tensor(r.matrix, order, order);
     },
     [](P p, R r, int i, int j) {
       return explain_weight(p, r.graph, r.graph.order[static_cast<size_t>(i)], r.graph.order[static_cast<size_t>(j)]);
     }},
    {"renumbered", "Most that an answer moves when the nodes are renumbered", [](P, R r) { return scalar(r.graph.moved); },
     [](P, R r, int, int) { return explain_moved(r.graph); }},
};

constexpr Row kSum[] = {
    {"products", "What each node says, times the weight that the selected one gives it", later<rows_of_sum<products_of>>,
     [](P p, R r, int j, int c) { return explain_product_row(p, r.graph, j, c); }},
    {"bias", "Bias of the head shown", later<rows_of_sum<bias_of>>, [](P p, R r, int, int c) { return explain_bias(p, r.graph, c); }},
    {"before-bend", "What each node hears, with the bias", later<rows_of_sum<before_bend>>,
     [](P p, R r, int i, int c) { return explain_before_bend(p, r.graph, i, c); }},
    {"new-row", "The new row of each node", later<rows_of_sum<new_rows>>,
     [](P p, R r, int i, int c) { return explain_new_row(p, r.graph, i, c); }},
    {"sees", "How many nodes each node sees", later<counts>, [](P, R r, int i, int) { return explain_sees(r.graph, i); }},
};

/// The layer over ten thousand nodes is computed only where it is looked at.
course::Tensor scale_tensor(P p, R) {
  return tensor(scale_weights(p.scale.node - 1, p.scale.trial), scale_rows(p.scale.node - 1), scale_cols());
}

constexpr Row kUntrained[] = {
    {"scale-weights", "Weights of the node selected among ten thousand", scale_tensor,
     [](P p, R, int i, int j) { return explain_scale_weight(p.scale.node - 1, p.scale.trial, i, j); }},
    {"mask-ties", "Cells that may attend", [](P, R r) { return scalar(r.mask.ties); },
     [](P p, R, int, int) { return explain_ties(p.mask); }},
    {"mask-one-way", "Ties that go one way only", [](P, R r) { return scalar(r.mask.one_way); },
     [](P p, R, int, int) { return explain_one_way(p.mask); }},
};

constexpr Row kReach[] = {
    {"influence", "How much of the followed node is in each node", [](P, R r) { return tensor(r.reach.influence, r.reach.names); },
     [](P p, R r, int i, int) { return explain_influence(r.reach, p.source, p.depth, i); }},
    {"within", "Nodes that it reaches, by layers", [](P, R r) { return tensor(r.reach.within, layers()); },
     [](P, R r, int l, int) { return explain_within(r.reach, l); }},
    {"reached", "Nodes that it reaches", [](P p, R r) { return scalar(static_cast<double>(r.reach.within(p.depth, 0))); },
     [](P p, R r, int, int) { return explain_within(r.reach, p.depth); }},
    {"spread", "Spread of the nodes by layers, means only", [](P, R r) { return tensor(r.reach.spread_of(Adds::nothing), layers()); },
     [](P, R r, int l, int) { return explain_spread(r.reach, Adds::nothing, l); }},
    {"spread-residual", "The same with an ordinary residual connection",
     [](P, R r) { return tensor(r.reach.spread_of(Adds::input), layers()); },
     [](P, R r, int l, int) { return explain_spread(r.reach, Adds::input, l); }},
    {"spread-kept", "The same with each node\u2019s own beginning added",
     [](P, R r) { return tensor(r.reach.spread_of(Adds::beginning), layers()); },
     [](P, R r, int l, int) { return explain_spread(r.reach, Adds::beginning, l); }},
    {"spread-now", "Spread after the layers chosen, means only",
     [](P p, R r) { return shares(scalar(static_cast<double>(r.reach.spread_of(Adds::nothing)(p.depth, 0)))); },
     [](P p, R r, int, int) { return explain_spread(r.reach, Adds::nothing, p.depth); }},
};

template <int version>
constexpr Row kVersion[] = {
    {version == 1 ? "scores-1" : "scores-2", version == 1 ? "Scores of the keys, version 1" : "Scores of the keys, version 2",
     [](P, R r) { return tensor(r.lookup.version[version - 1].scores, r.lookup.asking, r.lookup.keys); },
     [](P, R r, int i, int j) { return explain_rank_score(r.lookup, version, i, j); }},
    {version == 1 ? "version-1" : "version-2", version == 1 ? "Weights of the keys, version 1" : "Weights of the keys, version 2",
     [](P, R r) { return tensor(r.lookup.version[version - 1].weights, r.lookup.asking, r.lookup.keys); },
     [](P, R r, int i, int j) { return explain_rank_weight(r.lookup, version, i, j); }},
    {version == 1 ? "favourites-1" : "favourites-2",
     version == 1 ? "Keys that are somebody\u2019s first, version 1" : "Keys that are somebody\u2019s first, version 2",
     [](P, R r) { return scalar(r.lookup.version[version - 1].favourites); },
     [](P, R r, int, int) { return explain_favourites(r.lookup, version); }},
    {version == 1 ? "swaps-1" : "swaps-2",
     version == 1 ? "Pairs of keys that change places, version 1" : "Pairs of keys that change places, version 2",
     [](P, R r) { return scalar(r.lookup.version[version - 1].swaps); },
     [](P, R r, int, int) {
       return given("Pairs of keys that change places", r.lookup.version[version - 1].swaps,
                    "Of 45 pairs, those in which one key is ahead for one who asks and behind for another.");
     }},
};

constexpr Row kAnswers[] = {
    {"tied", "Probability of each hidden tie", [](P, R r) { return shares(tensor(r.ties.tied, pair_names(r.ties.question.held_out))); },
     [](P, R r, int k, int) { return explain_tie(r.ties, true, k); }},
    {"untied", "The same of pairs that are not tied",
     [](P, R r) { return shares(tensor(r.ties.untied, pair_names(r.ties.question.non_ties))); },
     [](P, R r, int k, int) { return explain_tie(r.ties, false, k); }},
    {"area", "Area under the ROC curve", [](P, R r) { return scalar(r.ties.area); }, [](P, R r, int, int) { return explain_area(r.ties); }},
    {"poisonous", "Probability that each molecule is poisonous", [](P, R r) { return shares(tensor(r.molecules.poisonous)); },
     [](P, R r, int k, int) { return explain_molecule(r.molecules, k); }},
    {"verdict", "Probability that the molecule taken apart is poisonous", [](P, R r) { return shares(scalar(r.molecules.verdict)); },
     [](P, R r, int, int) { return explain_molecule(r.molecules, kGallery); }},
    {"bright", "Brightness of the pixels", [](P, R r) { return tensor(r.pixels.bright); },
     [](P p, R r, int y, int x) {
       const bool painted = (p.painted.rows() > y) && p.painted(y, x) != 0;
       return given(pixel(y, x), static_cast<double>(r.pixels.bright(y, x)),
                    painted ? "You painted it." : "A figure is 1, the ground 0, and noise is added.");
     }},
    {"truth", "Which pixels are of a figure", [](P, R r) { return tensor(r.pixels.truth); },
     [](P, R r, int y, int x) { return given(pixel(y, x), static_cast<double>(r.pixels.truth(y, x)), "1 on a figure, 0 on the ground."); }},
    {"seen", "Probability of a figure", [](P, R r) { return shares(tensor(r.pixels.model)); },
     [](P, R r, int y, int x) { return explain_pixel(r.pixels, false, y, x); }},
    {"rival-seen", "The same, of the model beside it", [](P, R r) { return shares(tensor(r.pixels.rival)); },
     [](P, R r, int y, int x) { return explain_pixel(r.pixels, true, y, x); }},
};

}  // namespace

std::vector<Row> results() {
  std::vector all = course::explained_later<kGraph>();
  const auto add = [&all](const auto& rows) { all.insert(all.end(), rows.begin(), rows.end()); };
  add(course::kAllLater<kParts>), add(course::kAllLater<kSum>), add(course::kAllLater<kUntrained>), add(course::kAllLater<kReach>),
      add(course::kAllLater<kVersion<1>>), add(course::kAllLater<kVersion<2>>), add(course::kAllLater<kAnswers>);
  return all;
}

}  // namespace attn::lessons::graph_attention
