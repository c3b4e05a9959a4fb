#include "lessons/10_transformer/explanations.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "formula/attention_explanation.h"
#include "formula/product_explanation.h"
#include "kernels/entropy.h"
#include "lessons/10_transformer/words.h"

namespace attn::lessons::transformer {
namespace {

using formula::Explanation, formula::Expression, formula::frac, formula::num, formula::op, formula::power, formula::sym;
using models::AttentionPart;

Explanation plain(std::string title, const char* letter, double value, std::string note) {
  return {std::move(title), sym(letter), num(value), value, std::move(note)};
}

std::string word(const Result& r, int k) { return quoted(shown_name(r.task->target, r.next.candidates[static_cast<size_t>(k)])); }

double number(std::int64_t count) { return static_cast<double>(static_cast<float>(count)); }

const Cost& cost(const Result& r, int way) { return way == 0 ? r.costs.with_cache : r.costs.without_cache; }
std::int64_t step_cost(const Result& r, int way) {
  const std::vector<StepCost>& steps = cost(r, way).steps;
  return steps.empty() ? 1 : steps[std::min(static_cast<size_t>(r.step), steps.size() - 1)].multiply_adds;
}
std::int64_t counted(const Result& r, int way, int of) {
  return of == 0 ? step_cost(r, way) : of == 1 ? cost(r, way).sentence : cost(r, way).longer;
}

constexpr const char* kOf[] = {"this step", "this output", "an output of 64 words"};

}  // namespace

Explanation explain_weight(const Params& p, const Result& r, int i, int j) {
  const std::string title = "Weight of " + quoted(r.attention.key_names[static_cast<size_t>(j)]) + " for " +
                            quoted(r.attention.row_names[static_cast<size_t>(i)]);
  if (!r.attention.allowed(i, j)) {
    const bool padding = p.part != AttentionPart::decoder_self;
    return plain(title, "alpha", 0,
                 padding
                     ? "Padding: an empty place that no position may attend to. Its weight is 0 whatever its score; here the score is not "
                       "even computed."
                     : "Causal mask: a later word, which is not known when this one asks. Its weight is 0 whatever its score.");
  }
  for (const models::WeightsOverride& o : bending_of(p).overrides)
    if (o.head == place_of(p) && o.query == i)
      return plain(title, "alpha", static_cast<double>(r.attention.weights(i, j)), "Set by hand, in the place of the model\u2019s own.");
  const Mask allowed = r.attention.allowed.row(i);
  Explanation x = formula::explain_softmax(title, r.attention.scores.row(i), r.attention.weights.row(i), allowed.all() ? nullptr : &allowed,
                                           1, j, {"scores", i});
  const int width = r.settings.d_model / r.settings.heads;
  x.note += " Each score is a product of two rows of a head, " + std::to_string(r.settings.d_model) + " / " +
            std::to_string(r.settings.heads) + " = " + std::to_string(width) + " numbers wide, divided by the root of " +
            std::to_string(width) + ".";
  if (is_cut(p, place_of(p))) x.note += " The head is cut out: nothing comes of it.";
  return x;
}

Explanation explain_score(const Params& p, const Result& r, int i, int j) {
  const std::string title =
      "Score of " + quoted(r.attention.key_names[static_cast<size_t>(j)]) + " for " + quoted(r.attention.row_names[static_cast<size_t>(i)]);
  if (!r.attention.allowed(i, j)) return plain(title, "s", 0, "Masked: no score is computed.");
  const models::AttentionRun& attention = attention_of(r.run, p.part, p.layer - 1);
  const int width = r.settings.d_model / r.settings.heads, first = width * (p.head - 1);
  Explanation x =
      formula::explain_scaled_product(title, {attention.q.block(i, first, 1, width), "q", canvas::Role::kQuery},
                                      {attention.k.block(j, first, 1, width), "k", canvas::Role::kKey}, width, r.attention.scores(i, j));
  x.note = "Under the root stands the width of one head, " + std::to_string(r.settings.d_model) + " / " + std::to_string(r.settings.heads) +
           " = " + std::to_string(width) + ".";
  return x;
}

namespace {

/// The mean over the rows of a head of the number that is called `symbol`.
Explanation mean_of_rows(const std::string& title, const Mat& rows, const char* symbol, double value, std::string note) {
  std::vector<Expression> terms;
  for (Index i = 0; i < rows.rows(); ++i) terms.push_back(num(static_cast<double>(rows(i, 0))));
  return {title, frac(formula::sum("i", formula::sub(sym(symbol), sym("i"))), sym("n")),
          frac(formula::total(std::move(terms)), num(static_cast<double>(rows.rows()))), value, std::move(note)};
}

models::HeadPlace place_at(int line, int head) { return {static_cast<AttentionPart>(line / kLayers), line % kLayers, head}; }

const Mat& weights_at(const Result& r, int line, int head) {
  const models::HeadPlace place = place_at(line, head);
  return attention_of(r.run, place.part, place.layer).weights[static_cast<size_t>(head)];
}

}  // namespace

Explanation explain_entropy(const Result& r, int line, int head) {
  const auto value = static_cast<double>(r.attention.entropy(line, head));
  return mean_of_rows("Mean entropy: " + head_name(place_at(line, head)), kernels::entropy_rows(weights_at(r, line, head)), "H", value,
                      "In nats, over the rows: 0 where each row looks at one position. " + fixed(std::exp(value), 1) +
                          " positions with equal weights would have as much.");
}

Explanation explain_effect(const Params& p, const Result& r, int line, int head) {
  const Tokens& said = r.effects.said[static_cast<size_t>(line * r.settings.heads + head)];
  return plain("Words that change without it: " + head_name(place_at(line, head)), "c", static_cast<double>(r.effects.changed(line, head)),
               "With only this head cut out of the model as trained, " + quoted(r.task->write(r.task->source, p.shown)) + " becomes " +
                   quoted(r.task->write(r.task->target, said)) + ". Counted are words inserted, left out or replaced.");
}

double even_distance(const Result& r) {
  const auto n = static_cast<double>(r.sentence.source.size());
  return (n * n - 1) / (3 * n);
}

Explanation explain_even_distance(const Result& r) {
  const auto n = static_cast<double>(r.sentence.source.size());
  return {"Distance of equal weights", frac(formula::sum("i", formula::sub(sym("D"), sym("i"))), sym("n")),
          frac(num(n * n - 1), num(3 * n)), even_distance(r), "The mean of |i - j| over all pairs of n places is (n\u00b2 - 1) / (3n)."};
}

Explanation explain_distance(const Result& r, int line, int head) {
  return mean_of_rows(
      "Mean distance: " + head_name(place_at(line, head)), distance_rows(weights_at(r, line, head)), "D",
      static_cast<double>(r.attention.distance(line, head)),
      "In places, over the rows: each row\u2019s D is the mean of |i - j| by its weights, 0 where it looks at its own place.");
}

Explanation explain_next(const Result& r, int way, int k) {
  const Mat logits = way == 0 ? r.next.logits : Mat(r.plain.logits.row(r.step));
  const Mat probabilities = (way == 0 ? r.run : r.plain).probabilities.row(r.step);
  Explanation x = formula::explain_softmax("Probability of " + word(r, k) + (way == 0 ? "" : ", as trained"), logits, probabilities,
                                           nullptr, 1, r.next.candidates[static_cast<size_t>(k)]);
  if (way == 1) x.note = "What the model says after the same words where nothing is bent. " + x.note;
  return x;
}

Explanation explain_drawn(const Params& p, const Result& r, int k) {
  const int token = r.next.candidates[static_cast<size_t>(k)];
  const double value = static_cast<double>(r.next.drawn(0, token));
  const std::string title = word(r, k) + " is taken with probability";
  if (p.decoding != Decoding::sample)
    return plain(title, "p", value, value > 0 ? "The likeliest word is taken." : "Nothing is drawn: the likeliest word is taken.");
  if (value == 0) return plain(title, "p", 0, "Cut by top k or top p: it cannot be drawn.");
  const Mask kept = (r.next.drawn.array() > 0).matrix();
  Explanation x = formula::explain_softmax(title, r.next.logits, r.next.drawn, &kept, p.temperature, token);
  x.note = "Over the " + std::to_string(r.next.kept) + " words that are left. " + x.note;
  return x;
}

Explanation explain_hypothesis(const Result& r, int node) {
  const models::BeamNode& it = r.next.beam.nodes[static_cast<size_t>(node)];
  if (it.parent < 0) return plain("The empty beginning", "L", static_cast<double>(it.log_probability), "Nothing is said yet: ln 1 = 0.");
  const double before = static_cast<double>(r.next.beam.nodes[static_cast<size_t>(it.parent)].log_probability);
  const double value = static_cast<double>(it.log_probability);
  return {"ln p up to " + quoted(shown_name(r.task->target, it.token)), formula::row({sym("L"), op("+"), formula::call("log", {sym("p")})}),
          formula::row({num(before), op("+"), num(value - before)}), value,
          "The logarithm of the beginning before it and of this word" + std::string(it.kept ? "." : "; cut, as others are likelier.")};
}

Explanation explain_computed(const Params& p, const Result& r, int j) {
  const std::string title = "Keys and values of " + quoted(r.sentence.input[static_cast<size_t>(j)]) + ", computed so far";
  if (j > r.step) return plain(title, "c", 0, "Not yet: this word has not been said.");
  if (p.cache) return plain(title, "c", 1, j == r.step ? "Now, and then kept." : "Once, when the word came; since then they are kept.");
  return {title, formula::row({sym("t"), op("-"), sym("j"), op("+"), num(1)}),
          formula::row({num(r.step + 1), op("-"), num(j + 1), op("+"), num(1)}), static_cast<double>(r.step - j + 1),
          "At its own step and again at each step since: the same numbers every time, since a word sees none that follow it."};
}

Explanation explain_cost(const Result& r, int way, int of) {
  const std::string title = std::string("Multiply-adds of ") + kOf[of];
  if (way == 2) {
    const double with = number(counted(r, 0, of)), without = number(counted(r, 1, of));
    return {"Without a cache, " + std::string(kOf[of]) + " costs times as many", frac(sym("without"), sym("with")),
            frac(num(without), num(with)), without / with, "Counted multiply-adds of matrix products, scores and weighted sums."};
  }
  const double value = number(counted(r, way, of));
  const std::string how = way == 0 ? ", with the cache" : ", without a cache";
  if (of == 0)
    return plain(title + how, "c", value,
                 way == 0 ? "One new row in every layer; keys and values before it are read."
                          : "All rows so far in every layer, and the encoder\u2019s keys and values once more.");
  if (of == 2) return plain(title + how, "c", value, "By formula, from this source, the encoder included.");
  std::vector<Expression> terms{num(static_cast<double>(cost(r, way).encoder))};
  for (const StepCost& step : cost(r, way).steps) terms.push_back(num(static_cast<double>(step.multiply_adds)));
  return {title + how, formula::row({sym("encoder"), op("+"), formula::sum("t", formula::sub(sym("c"), sym("t")))}),
          formula::total(std::move(terms)), value, "The encoder once, then each step."};
}

Explanation explain_layer_cost(const Params& p, const Result& r, int kind, int which) {
  static constexpr const char* kNames[] = {"recurrent layer", "convolution", "self-attention", "self-attention with its projections"};
  static constexpr const char* kWhat[] = {"Multiply-adds", "Products one after another", "Longest path"};
  const std::string title = std::string(kWhat[which]) + ", " + kNames[kind];
  const double value = static_cast<double>(layer_table(r)(kind, which));
  if (which == 1) return plain(title, "s", value, "Those that have to wait for one another; the rest can run at the same time.");
  if (which == 2) return plain(title, "l", value, "Steps that something said at the first position takes to reach the last.");
  const Expression n = num(p.length), d = num(p.breadth);
  const auto nd2 = [&](double factor, Expression a, Expression b) {
    return formula::row({num(factor), op("*"), std::move(a), op("*"), power(std::move(b), num(2))});
  };
  const auto projections = [&](Expression a, Expression b) { return nd2(4, std::move(a), std::move(b)); };
  switch (static_cast<models::LayerKind>(kind)) {
    case models::LayerKind::recurrent:
      return {title, nd2(2, sym("n"), sym("d")), nd2(2, n, d), value, "Each position through two matrices, its own and the state\u2019s."};
    case models::LayerKind::convolution: {
      const Expression less = num(2);
      return {title, formula::row({nd2(3, sym("n"), sym("d")), op("-"), nd2(2, num(1), sym("d"))}),
              formula::row({nd2(3, n, d), op("-"), formula::row({less, op("*"), power(d, num(2))})}), value,
              "Three neighbours through a matrix each, but for the two beyond the ends."};
    }
    case models::LayerKind::self_attention:
      return {title, nd2(2, sym("d"), sym("n")), nd2(2, d, n), value, "Every position against every other: scores, and the weighted sums."};
    case models::LayerKind::projected:
      break;
  }
  return {title, formula::row({nd2(2, sym("d"), sym("n")), op("+"), projections(sym("n"), sym("d"))}),
          formula::row({nd2(2, d, n), op("+"), projections(n, d)}), value,
          "The same with queries, keys, values and output through a matrix each."};
}

Explanation explain_share(std::string_view title, int right, int all) {
  return {std::string(title), frac(sym("right"), sym("all")), frac(num(right), num(all)), all > 0 ? static_cast<double>(right) / all : 0,
          "Held-out sources whose whole output is right."};
}

Mat cost_table(const Result& r) {
  Mat table(3, 3);
  for (int of = 0; of < 3; ++of) {
    for (int way = 0; way < 2; ++way) table(way, of) = static_cast<Real>(number(counted(r, way, of)));
    table(2, of) = table(1, of) / table(0, of);
  }
  return table;
}

Mat computed_table(const Params& p, const Result& r) {
  const auto n = static_cast<Index>(r.sentence.input.size());
  Mat table = Mat::Zero(kLayers, n);
  for (int j = 0; j <= r.step && j < n; ++j) table.col(j).setConstant(static_cast<Real>(p.cache ? 1 : r.step - j + 1));
  return table;
}

Mat layer_table(const Result& r) {
  Mat table(kLayerKinds, 3);
  for (int kind = 0; kind < kLayerKinds; ++kind) {
    const models::LayerCost& c = r.costs.layers[static_cast<size_t>(kind)];
    table.row(kind) << static_cast<Real>(c.multiply_adds), static_cast<Real>(c.sequential), static_cast<Real>(c.path);
  }
  return table;
}

Mat drawn_row(const Result& r) {
  Mat row(1, static_cast<Index>(r.next.candidates.size()));
  for (size_t k = 0; k < r.next.candidates.size(); ++k) row(0, static_cast<Index>(k)) = r.next.drawn(0, r.next.candidates[k]);
  return row;
}

}  // namespace attn::lessons::transformer
