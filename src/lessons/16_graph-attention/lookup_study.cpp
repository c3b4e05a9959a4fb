#include "lessons/16_graph-attention/lookup_study.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "autodiff/tape.h"
#include "base/rng.h"
#include "formula/attention_explanation.h"
#include "kernels/graph.h"
#include "lessons/16_graph-attention/learner.h"
#include "training/models.h"

namespace attn::lessons::graph_attention {
namespace {

using formula::num, formula::op, formula::row, formula::sub, formula::sym;

constexpr int kKeys = tasks::kDictionaryKeys;
constexpr int kWidth = 8;            ///< width of the random layers
constexpr std::uint64_t kSeed = 16;  ///< seed of their weights
constexpr double kDeviation = 0.7;   ///< standard deviation of their weights
constexpr Real kSlope = Real(0.2);

/// How many pairs of keys there are of which one is ahead in some row and the other in another. Differences from rounding do not count.
int swapped_pairs(const Mat& scores) {
  const Real least = Real(1e-5) * std::max(Real(1), scores.cwiseAbs().maxCoeff());
  int count = 0;
  for (Index a = 0; a < scores.cols(); ++a)
    for (Index b = 0; b < a; ++b) {
      const Mat lead = scores.col(a) - scores.col(b);
      count += lead.maxCoeff() > least && lead.minCoeff() < -least;
    }
  return count;
}

/// The ranking by head `head` of a layer that was run on the dictionary. Rows 0 to k - 1 of the graph are keys, the next k ask.
Ranking ranking(models::GraphLayerKind kind, const kernels::GraphAttentionWeights& w, const kernels::GraphAttention& run, int head,
                const Neighbours& graph) {
  const Index width = w.a_source.cols(), from = head * width;
  Ranking out;
  out.kind = kind;
  if (kind == models::GraphLayerKind::attention) {
    out.asking = run.source_parts.block(kKeys, head, kKeys, 1);
    out.keys = run.target_parts.block(0, head, kKeys, 1);
  } else {
    const Mat& source = run.source_features.size() ? run.source_features : run.features;
    out.asking = source.block(kKeys, from, kKeys, width);
    out.keys = run.features.block(0, from, kKeys, width);
    out.a = w.a_source.row(head);
  }
  out.scores = kernels::dense(graph, run.scores, head).block(kKeys, 0, kKeys, kKeys);
  out.weights = kernels::dense(graph, run.weights, head).block(kKeys, 0, kKeys, kKeys);
  std::set<int> favourites;
  for (int i = 0; i < kKeys; ++i) {
    Index best = 0;
    out.scores.row(i).maxCoeff(&best);
    out.favourite.push_back(static_cast<int>(best));
    favourites.insert(static_cast<int>(best));
    out.found += best == i;
  }
  out.favourites = static_cast<int>(favourites.size());
  out.swaps = swapped_pairs(out.scores);
  return out;
}

const Mat& parameter(const models::GraphNetwork& network, const std::string& name) {
  static const Mat none;
  const nn::Parameter* found = network.parameters().find(name);
  return found ? found->value : none;
}

/// The ranking by the first layer of a trained network.
Ranking trained_ranking(const models::GraphNetwork& network, const tasks::GraphExample& example, const Neighbours& graph, int head) {
  const models::GraphNetworkSettings& settings = network.settings();
  const kernels::GraphAttentionWeights w{parameter(network, "layers.0.w"), parameter(network, "layers.0.w_source"),
                                         parameter(network, "layers.0.a_source"), parameter(network, "layers.0.a_target")};
  Mat x = example.features;
  if (settings.encoder) {
    autodiff::Tape tape;
    tape.set_recording(false);
    x = network.run(tape, {&graph, &example.features}).encoded.value();
  }
  const auto heads = static_cast<int>(w.a_source.rows());
  const kernels::GraphAttentionOptions options{
      .heads = heads, .version = settings.kind == models::GraphLayerKind::attention ? 1 : 2, .slope = settings.slope};
  return ranking(settings.kind, w, kernels::graph_attention(x, graph, w, options), std::min(head, heads - 1), graph);
}

Ranking random_ranking(int version, const tasks::GraphExample& example, const Neighbours& graph) {
  Rng rng(kSeed);
  const Index f = example.features.cols();
  kernels::GraphAttentionWeights w;
  w.w = normal_matrix(f, kWidth, rng, kDeviation);
  w.a_source = normal_matrix(1, kWidth, rng, kDeviation);
  if (version == 1) w.a_target = normal_matrix(1, kWidth, rng, kDeviation);
  if (version == 2) w.w_source = normal_matrix(f, kWidth, rng, kDeviation);
  const kernels::GraphAttentionOptions options{.heads = 1, .version = version, .slope = kSlope};
  return ranking(version == 1 ? models::GraphLayerKind::attention : models::GraphLayerKind::attention_v2, w,
                 kernels::graph_attention(example.features, graph, w, options), 0, graph);
}

formula::Expression leaky(formula::Expression x) { return formula::call("max", {x, row({num(static_cast<double>(kSlope)), op("*"), x})}); }

}  // namespace

LookupStudy study_lookup(int example, int head, const tasks::GraphTask& task, const training::Models& models) {
  LookupStudy out;
  Rng rng(static_cast<std::uint64_t>(example));
  const tasks::GraphExample dictionary = tasks::draw_dictionary(kKeys, tasks::Split::kHeldOut, rng);
  const Neighbours graph = neighbours(dictionary.nodes(), dictionary.ties, dictionary.kind, false);
  for (int version : {1, 2}) out.version[version - 1] = random_ranking(version, dictionary, graph);
  for (int i = 0; i < kKeys; ++i) {
    const std::string letter(1, static_cast<char>('a' + i));
    out.asking.push_back(letter + "?");
    Index value = 0;
    dictionary.features.row(i).segment(kKeys, kKeys).maxCoeff(&value);
    out.keys.push_back(letter);
  }
  if (task.name != "lookup") return out;
  const auto put = [&](const training::Trainer& trainer) {
    const models::GraphNetwork& network = learner_of(trainer).network();
    if (!models::is_attention(network.settings().kind)) return false;
    const int at = network.settings().kind == models::GraphLayerKind::attention ? 0 : 1;
    out.version[at] = trained_ranking(network, dictionary, graph, std::max(0, head - 1));
    out.answers[at] = answers_of(network, dictionary, graph);
    return true;
  };
  out.trained = put(models.trainer);
  for (const auto& [name, rival] : models.beside) put(rival);
  return out;
}

formula::Explanation explain_rank_score(const LookupStudy& s, int version, int i, int j) {
  const Ranking& r = s.version[version - 1];
  formula::Explanation x;
  x.title = "Score of key " + s.keys[static_cast<size_t>(j)] + " for " + s.asking[static_cast<size_t>(i)];
  x.value = static_cast<double>(r.scores(i, j));
  if (version == 1) {
    x.formula = formula::call("leakyReLU", {row({sub(sym("s"), sym("i")), op("+"), sub(sym("t"), sym("j"))})});
    x.substituted = leaky(row({num(static_cast<double>(r.asking(i, 0))), op("+"), num(static_cast<double>(r.keys(j, 0)))}));
    x.note = "One number of who asks, one of the key: whoever asks, the key with the largest number comes first.";
    return x;
  }
  x.formula = formula::sum("c", row({sub(sym("a"), sym("c")), op("*"),
                                     formula::call("leakyReLU", {row({sub(sym("s"), sym("ic")), op("+"), sub(sym("t"), sym("jc"))})})}));
  std::vector<formula::Expression> terms;
  for (Index c = 0; c < r.a.cols(); ++c)
    terms.push_back(row({num(static_cast<double>(r.a(0, c))), op("*"),
                         leaky(row({num(static_cast<double>(r.asking(i, c))), op("+"), num(static_cast<double>(r.keys(j, c)))}))}));
  x.substituted = formula::total(std::move(terms), 2);
  x.note = "The bend comes before the sum over columns, so that what a key is worth depends on who asks.";
  return x;
}

formula::Explanation explain_rank_weight(const LookupStudy& s, int version, int i, int j) {
  const Ranking& r = s.version[version - 1];
  return formula::explain_softmax("Weight of key " + s.keys[static_cast<size_t>(j)] + " for " + s.asking[static_cast<size_t>(i)],
                                  r.scores.row(i), r.weights.row(i), nullptr, 1, j);
}

formula::Explanation explain_favourites(const LookupStudy& s, int version) {
  const Ranking& r = s.version[version - 1];
  std::vector<formula::Expression> terms;
  for (int j = 0; j < kKeys; ++j) terms.push_back(num(std::find(r.favourite.begin(), r.favourite.end(), j) != r.favourite.end() ? 1 : 0));
  return {"Keys that are somebody\u2019s first, version " + std::to_string(version), sym("n"), formula::total(std::move(terms), kKeys),
          static_cast<double>(r.favourites), "1 for each key to which a node that asks gives its largest weight."};
}

}  // namespace attn::lessons::graph_attention
