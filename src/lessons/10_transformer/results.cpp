#include "lessons/10_transformer/results.h"

#include <cmath>
#include <string>
#include <type_traits>

#include "base/later.h"
#include "base/text.h"
#include "formula/attention_explanation.h"
#include "lessons/10_transformer/explanations.h"
#include "lessons/10_transformer/figure_parts.h"
#include "lessons/10_transformer/figures.h"
#include "lessons/10_transformer/long_source.h"
#include "lessons/10_transformer/scale.h"
#include "lessons/10_transformer/words.h"

namespace attn::lessons::transformer {
namespace {

using course::Tensor, formula::Explanation;
using Row = course::ResultSpec<Params, Result>;

std::vector<std::string> lengths_of(const Result& r) {
  std::vector<std::string> names;
  for (Index i = 0; i < r.numbers.accuracy.lengths.rows(); ++i)
    names.push_back(fixed(static_cast<double>(r.numbers.accuracy.lengths(i, 0)), 0));
  return names;
}

std::vector<std::string> head_lines() {
  std::vector<std::string> names;
  for (const char* kind : {"encoder", "decoder", "cross"})
    for (int layer = 1; layer <= kLayers; ++layer) names.push_back(std::string(kind) + " " + std::to_string(layer));
  return names;
}

/// The names of the lines of self-attention, where queries and keys stand in the same sentence and so have a distance.
std::vector<std::string> self_lines() {
  std::vector<std::string> names = head_lines();
  names.resize(2 * kLayers);
  return names;
}

std::vector<std::string> layer_names() { return numbered("layer ", kLayers); }

struct Extreme {
  Index line = 0, head = 0;
};
/// The head of the encoder that looks nearest or, if `far`, farthest.
Extreme extreme_of(const Result& r, bool far) {
  Extreme e;
  const auto encoder = r.attention.distance.topRows(kLayers);
  far ? encoder.maxCoeff(&e.line, &e.head) : encoder.minCoeff(&e.line, &e.head);
  return e;
}

template <class Far>
Row end_of_encoder_row(std::string_view name, std::string_view label) {
  return {name, label,
          [](const Params&, const Result& r) {
            const Extreme e = extreme_of(r, Far::value);
            return course::scalar(static_cast<double>(r.attention.distance(e.line, e.head)));
          },
          [](const Params&, const Result& r, int, int) {
            const Extreme e = extreme_of(r, Far::value);
            return explain_distance(r, static_cast<int>(e.line), static_cast<int>(e.head));
          }};
}

std::vector<Row> of_attention() {
  return {
      {"weights", "Weights of the head shown",
       [](const Params&, const Result& r) { return course::tensor(r.attention.weights, r.attention.row_names, r.attention.key_names); },
       later<explain_weight>},
      {"scores", "Scores of the head shown",
       [](const Params&, const Result& r) { return course::tensor(r.attention.scores, r.attention.row_names, r.attention.key_names); },
       later<explain_score>},
      {"row-weights", "Weights of the row shown",
       [](const Params&, const Result& r) {
         return course::tensor(r.attention.weights.row(r.attention.query), {r.attention.row_names[static_cast<size_t>(r.attention.query)]},
                               r.attention.key_names);
       },
       later<[](const Params& p, const Result& r, int, int j) { return explain_weight(p, r, r.attention.query, j); }>},
      {"entropy", "Mean entropy of each head",
       [](const Params&, const Result& r) {
         return course::tensor(r.attention.entropy, head_lines(), numbered("head ", r.settings.heads));
       },
       later<[](const Params&, const Result& r, int i, int j) { return explain_entropy(r, i, j); }>},
      {"effect", "Words that change if the head alone is cut",
       [](const Params&, const Result& r) { return course::tensor(r.effects.changed, head_lines(), numbered("head ", r.settings.heads)); },
       later<[](const Params& p, const Result& r, int i, int j) { return explain_effect(p, r, i, j); }>},
      {"distance", "Mean distance of each head",
       [](const Params&, const Result& r) {
         return course::tensor(r.attention.distance, self_lines(), numbered("head ", r.settings.heads));
       },
       later<[](const Params&, const Result& r, int i, int j) { return explain_distance(r, i, j); }>},
      {"even-distance", "Distance of equal weights, in the encoder",
       [](const Params&, const Result& r) { return course::scalar(even_distance(r)); },
       later<[](const Params&, const Result& r, int, int) { return explain_even_distance(r); }>},
      end_of_encoder_row<std::false_type>("nearest", "Distance of the encoder\u2019s nearest head"),
      end_of_encoder_row<std::true_type>("farthest", "Distance of the encoder\u2019s farthest head"),
  };
}

std::vector<Row> of_words() {
  return {
      {"output", "Words said, with their probabilities",
       [](const Params&, const Result& r) {
         Mat p(static_cast<Index>(r.sentence.said.size()), 1);
         for (size_t i = 0; i < r.sentence.said.size(); ++i)
           p(static_cast<Index>(i), 0) = r.run.probabilities(static_cast<Index>(i), r.sentence.said[i]);
         return course::tensor(p, r.sentence.output, {"probability"});
       },
       [](const Params&, const Result& r, int i, int) {
         return formula::explain_softmax("Probability of " + quoted(r.sentence.output[static_cast<size_t>(i)]), r.run.logits.row(i),
                                         r.run.probabilities.row(i), nullptr, 1, r.sentence.said[static_cast<size_t>(i)]);
       }},
      {"next", "Probabilities of the step\u2019s likeliest words",
       [](const Params&, const Result& r) {
         return course::tensor(r.next.probabilities, {"now", "as trained"}, candidate_names(r));
       },
       later<[](const Params&, const Result& r, int i, int j) { return explain_next(r, i, j); }>},
      {"drawn", "What they are drawn with",
       [](const Params&, const Result& r) { return course::tensor(drawn_row(r), {"drawn"}, candidate_names(r)); },
       later<[](const Params& p, const Result& r, int, int j) { return explain_drawn(p, r, j); }>},
      {"kept", "Words that can be drawn", [](const Params&, const Result& r) { return course::scalar(r.next.kept); },
       [](const Params&, const Result& r, int, int) {
         return Explanation{"Words that can be drawn", formula::sym("c"), formula::num(r.next.kept), static_cast<double>(r.next.kept),
                            "Those that top k and top p leave; greedy search and a beam draw none and have the likeliest."};
       }},
      {"beam", "Log-probability of every beginning",
       [](const Params&, const Result& r) {
         Mat p(static_cast<Index>(r.next.beam.nodes.size()), 1);
         for (size_t k = 0; k < r.next.beam.nodes.size(); ++k) p(static_cast<Index>(k), 0) = r.next.beam.nodes[k].log_probability;
         return course::tensor(p, {}, {"ln p"});
       },
       later<[](const Params&, const Result& r, int i, int) { return explain_hypothesis(r, i); }>},
  };
}

constexpr Row kCosts[] = {
    {"computed", "How often each layer of each position was computed",
     [](const Params& p, const Result& r) { return course::tensor(computed_table(p, r), layer_names(), r.sentence.input); },
     [](const Params& p, const Result& r, int, int j) { return explain_computed(p, r, j); }},
    {"cost", "Multiply-adds",
     [](const Params&, const Result& r) {
       return course::tensor(cost_table(r), {"with the cache", "without", "times as many"}, {"this step", "this output", "64 words"});
     },
     [](const Params&, const Result& r, int i, int j) { return explain_cost(r, i, j); }},
    {"saving", "Times as many without a cache, this output",
     [](const Params&, const Result& r) { return course::scalar(static_cast<double>(cost_table(r)(2, 1))); },
     [](const Params&, const Result& r, int, int) { return explain_cost(r, 2, 1); }},
    {"saving-long", "Times as many without a cache, 64 words",
     [](const Params&, const Result& r) { return course::scalar(static_cast<double>(cost_table(r)(2, 2))); },
     [](const Params&, const Result& r, int, int) { return explain_cost(r, 2, 2); }},
    {"layer-costs", "What a layer of each kind costs",
     [](const Params&, const Result& r) {
       return course::tensor(layer_table(r), {"recurrent", "convolution", "self-attention", "with projections"},
                             {"multiply-adds", "one after another", "longest path"});
     },
     [](const Params& p, const Result& r, int i, int j) { return explain_layer_cost(p, r, i, j); }},
    {"sizes", "This model and published ones",
     [](const Params&, const Result& r) {
       std::vector<std::string> models;
       for (int m = 0; m < kModels; ++m) models.emplace_back(model_name(m));
       return course::tensor(size_table(r), models, {"layers", "width", "heads", "weights", "times ours"});
     },
     [](const Params&, const Result& r, int i, int j) { return explain_size(r, i, j); }},
};

constexpr Row kLongSource[] = {
    {"long-weights", "Weights of the token that asks in the long source", read_long_weights,
     [](const Params& p, const Result& r, int, int j) { return long_text::explain_weight(long_head(p, r), p.text_of_many, j); }}};

std::vector<Row> of_the_model() {
  using translation::LengthStudy;
  return {
      {"accuracy", "Exact matches by length",
       [](const Params&, const Result& r) { return course::tensor(r.numbers.accuracy.accuracy, lengths_of(r), {"accuracy"}); },
       [](const Params&, const Result& r, int i, int) -> Explanation {
         const translation::AccuracyTable& t = r.numbers.accuracy;
         const int all = static_cast<int>(t.totals(i, 0));
         if (all == 0) return {};
         return explain_share("Sources of length " + lengths_of(r)[static_cast<size_t>(i)],
                              static_cast<int>(std::lround(t.accuracy(i, 0) * t.totals(i, 0))), all);
       }},
      {"exact-match", "Exact matches, lengths of training",
       [](const Params&, const Result& r) { return course::share(r.numbers.within.right, r.numbers.within.total); },
       [](const Params&, const Result& r, int, int) {
         return explain_share("Exact matches, lengths of training", r.numbers.within.right, r.numbers.within.total);
       }},
      {"exact-match-long", "Exact matches, longer sources",
       [](const Params&, const Result& r) { return course::share(r.numbers.beyond.right, r.numbers.beyond.total); },
       [](const Params&, const Result& r, int, int) {
         return explain_share("Exact matches, longer sources", r.numbers.beyond.right, r.numbers.beyond.total);
       }},
  };
}

}  // namespace

std::vector<course::ResultSpec<Params, Result>> results() {
  std::vector<Row> all = of_attention();
  all.insert(all.end(), course::kAllLater<kLongSource>.begin(), course::kAllLater<kLongSource>.end());
  for (const auto& rows : {of_words(), course::explained_later<kCosts>(), of_the_model()}) all.insert(all.end(), rows.begin(), rows.end());
  return all;
}

}  // namespace attn::lessons::transformer
