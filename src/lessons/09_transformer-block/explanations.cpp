#include "lessons/09_transformer-block/explanations.h"

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "formula/attention_explanation.h"
#include "formula/product_explanation.h"
#include "kernels/mask.h"

namespace attn::lessons::transformer_block {
namespace {

using canvas::Role;
using formula::Cells, formula::Explanation, formula::Expression, formula::num, formula::num_at, formula::op, formula::row, formula::sym;

std::string word(const Result& r, int i) { return quoted(r.tokens[static_cast<size_t>(i)]); }

/// "Query of “flies”, number 3".
std::string title(std::string_view what, const Result& r, int i, int j) {
  return std::string(what) + " of " + word(r, i) + ", number " + std::to_string(j + 1);
}

/// The result in which row `i` of block `b` stands: `mine` for the reader's block, `others` for the block beside.
Cells row_of(const Result& r, const Block& b, const char* mine, const char* others, Index i, Index j = 0) {
  return {&b == &r.block ? mine : others, i, j};
}

/// first + second.
Explanation explain_addition(std::string title, std::string_view first, Real a, std::string_view second, Real b, Real value,
                             std::string note = {}, const Cells& of_a = {}, const Cells& of_b = {}) {
  return {std::move(title), row({sym(first), op("+"), sym(second)}),
          row({num_at(static_cast<double>(a), of_a), op("+"), num_at(static_cast<double>(b), of_b)}), static_cast<double>(value),
          std::move(note)};
}

double mean_of(In x) { return x.cast<double>().mean(); }

double variance_of(In x) {
  const Eigen::ArrayXXd centred = x.cast<double>().array() - mean_of(x);
  return centred.square().mean();
}

Expression deviation_of(In x) {
  return formula::root(row({num(variance_of(x)), op("+"), num(static_cast<double>(kernels::kLayerNormEpsilon))}));
}

/// "Score of “time” for “flies”, head 1".
std::string title_of_pair(std::string_view what, const Result& r, int h, int i, int j) {
  return std::string(what) + " of " + word(r, j) + " for " + word(r, i) + ", head " + std::to_string(h + 1);
}

/// The factors of a score: query i and key j of head `h`.
std::pair<formula::Factor, formula::Factor> query_and_key(const Result& r, int h, int i, int j) {
  const Block& b = r.block;
  const int width = b.params.head_width();
  const bool shown = h == b.params.head - 1;
  return {{b.layer.attention.q.row(i).segment(h * width, width), "q", Role::kQuery,
           shown ? Cells{"head-queries", i} : Cells{"queries", i, h * width}},
          {b.layer.attention.k.row(j).segment(h * width, width), "k", Role::kKey,
           shown ? Cells{"head-keys", 0, j, true} : Cells{"keys", j, h * width}}};
}

std::string_view stream_letter(bool second) { return second ? "y" : "x"; }

}  // namespace

Explanation explain_value(std::string_view title, std::string_view letter, double value, std::string_view note) {
  return {std::string(title), sym(letter), num(value), value, std::string(note)};
}

Explanation explain_embedding(const Result& r, int i, int j) {
  const Real change = r.embeddings(i, j) - r.made(i, j);
  return explain_addition(title("Embedding", r, i, j), "e", r.made(i, j), "delta", change, r.embeddings(i, j),
                          "The first number is made from the token\u2019s letters, the second is your change.");
}

Explanation explain_position(const Result& r, const Block& b, int i, int j) {
  if (!b.params.positions) return explain_value(title("Position", r, i, j), "P", 0, "Positions are switched off.");
  const int d = b.params.width(), pair = j / 2 * 2;
  const char* wave = j % 2 == 0 ? "sin" : "cos";
  const auto angle = [](Expression p, Expression k, Expression width) {
    return formula::frac(std::move(p), formula::power(num(10000), formula::frac(std::move(k), std::move(width))));
  };
  Explanation x;
  x.title = title("Position", r, i, j);
  x.formula = formula::call(wave, {angle(sym("p"), row({num(2), sym("i")}), sym("d"))});
  x.substituted = formula::call(wave, {angle(num(i), num(pair), num(d))});
  x.value = static_cast<double>(b.positions(i, j));
  x.note = "The first token stands at position 0.";
  return x;
}

Explanation explain_input(const Result& r, const Block& b, int i, int j) {
  return explain_addition(title("Embedding and position", r, i, j), "e", r.embeddings(i, j), "P", b.positions(i, j), b.input(i, j), {},
                          row_of(r, b, "embeddings", "other-embeddings", i, j), row_of(r, b, "positions", "other-positions", i, j));
}

Explanation explain_projection(const Result& r, const Block& b, char letter, int i, int j) {
  const kernels::MultiHeadWeights& w = b.weights.attention;
  const kernels::MultiHead& a = b.layer.attention;
  const formula::Factor x{b.layer.attention_input.row(i), "x", Role::kInk, row_of(r, b, "attention-input", "", i)};
  if (letter == 'q')
    return formula::explain_product(title("Query", r, i, j), x, {w.wq.col(j), "W_Q", Role::kQuery, {"wq", 0, j, true}}, a.q(i, j));
  if (letter == 'k') return formula::explain_product(title("Key", r, i, j), x, {w.wk.col(j), "W_K", Role::kKey}, a.k(i, j));
  return formula::explain_product(title("Value", r, i, j), x, {w.wv.col(j), "W_V", Role::kValue}, a.v(i, j));
}

Explanation explain_score(const Result& r, int h, int i, int j) {
  const Block& b = r.block;
  const auto [q, k] = query_and_key(r, h, i, j);
  const Real score = b.layer.attention.scores[static_cast<size_t>(h)](i, j);
  const std::string name = title_of_pair("Score", r, h, i, j);
  return b.params.scale ? formula::explain_scaled_product(name, q, k, b.params.head_width(), score)
                        : formula::explain_product(name, q, k, score);
}

Explanation explain_query_times_key(const Result& r, int h, int i, int j) {
  const auto [q, k] = query_and_key(r, h, i, j);
  return formula::explain_product(title_of_pair("Product", r, h, i, j), q, k, r.block.products(h)(i, j));
}

Explanation explain_weight(const Result& r, int h, int i, int j) {
  const kernels::MultiHead& a = r.block.layer.attention;
  const Index n = a.q.rows();
  const Mask mask = r.block.params.causal ? kernels::causal_mask(n, n) : kernels::full_mask(n, n);
  const Mask seen = mask.row(i);
  const auto at = static_cast<size_t>(h);
  return formula::explain_softmax("Weight of " + word(r, j) + " for " + word(r, i) + ", head " + std::to_string(h + 1), a.scores[at].row(i),
                                  a.weights[at].row(i), &seen, 1, j, h == r.block.params.head - 1 ? Cells{"scores", i} : Cells{});
}

Explanation explain_concat(const Result& r, int i, int j) {
  const kernels::MultiHead& a = r.block.layer.attention;
  const int width = r.block.params.head_width(), h = j / width;
  const bool shown = h == r.block.params.head - 1;
  return formula::explain_weighted_sum(title("Output of head " + std::to_string(h + 1), r, i, j % width),
                                       a.weights[static_cast<size_t>(h)].row(i), a.v.col(j), a.concat(i, j),
                                       shown ? Cells{"weights", i} : Cells{"all-weights", h * a.q.rows() + i},
                                       shown ? Cells{"head-values", 0, j % width, true} : Cells{"values", 0, j, true});
}

Explanation explain_part(const Result& r, int h, int i, int j) {
  const int width = r.block.params.head_width();
  Explanation x = formula::explain_product(
      title("Part of head " + std::to_string(h + 1), r, i, j),
      {r.block.layer.attention.concat.row(i).segment(h * width, width), "c", Role::kOutput, {"concat", i, h * width}},
      {r.block.weights.attention.wo.col(j).segment(h * width, width), "W_O", Role::kInk, {"wo", h * width, j, true}},
      r.block.layer.head_parts[static_cast<size_t>(h)](i, j));
  x.note = r.block.params.cut == h + 1 ? "The head is taken out: its rows of the output matrix are zero."
                                       : "The head\u2019s columns times its rows of the output matrix.";
  return x;
}

Explanation explain_attention(const Result& r, const Block& b, int i, int j) {
  return formula::explain_product(title("Output of the attention", r, i, j),
                                  {b.layer.attention.concat.row(i), "c", Role::kOutput, row_of(r, b, "concat", "", i)},
                                  {b.weights.attention.wo.col(j), "W_O", Role::kInk, {"wo", 0, j, true}}, b.layer.attention.output(i, j));
}

Explanation explain_sum(const Result& r, const Block& b, bool second, int i, int j) {
  const Mat &stream = second ? b.middle() : b.input, &added = second ? b.layer.ff_output : b.layer.attention.output;
  const Real sum = second ? b.layer.sum2(i, j) : b.layer.sum1(i, j);
  const std::string_view letter = second ? "f" : "a";
  const std::string name = title(second ? "After the feed-forward network" : "After the attention", r, i, j);
  if (!b.params.residual)
    return explain_value(name, letter, static_cast<double>(sum), "Without the residual connection nothing is added to it.");
  return explain_addition(
      name, stream_letter(second), stream(i, j), letter, added(i, j), sum, {},
      second ? row_of(r, b, "norm1", "other-norm1", i, j) : row_of(r, b, "input", "other-input", i, j),
      second ? row_of(r, b, "feed-forward", "other-feed-forward", i, j) : row_of(r, b, "attention", "other-attention", i, j));
}

Explanation explain_norm(const Result& r, const Block& b, bool second, int i, int j) {
  const Mat &in = b.norm_input(second), &out = b.norm_output(second);
  const std::string name = title("Normed number", r, i, j);
  if (!b.has_norm())
    return explain_value(name, stream_letter(second), static_cast<double>(out(i, j)), "There is no norm: it is passed on.");
  const auto quotient = [](Expression x, Expression mean, Expression deviation) {
    return formula::frac(row({std::move(x), op("-"), std::move(mean)}), std::move(deviation));
  };
  Explanation x;
  x.title = name;
  x.formula = quotient(sym("x"), sym("mu"), formula::root(row({formula::power(sym("sigma"), num(2)), op("+"), sym("epsilon")})));
  x.substituted = quotient(num(static_cast<double>(in(i, j))), num(mean_of(in.row(i))), deviation_of(in.row(i)));
  x.value = static_cast<double>(out(i, j));
  x.note = "Gain 1 and bias 0, as a network starts.";
  return x;
}

Explanation explain_mean(const Result& r, bool second, int i) {
  const Mat& in = r.block.norm_input(second);
  std::vector<Expression> terms;
  for (Index k = 0; k < in.cols(); ++k) terms.push_back(num(static_cast<double>(in(i, k))));
  const auto d = static_cast<double>(in.cols());
  return {"Mean of the row of " + word(r, i), formula::frac(formula::sum("j", formula::sub(sym("x"), sym("j"))), sym("d")),
          formula::frac(formula::total(std::move(terms)), num(d)),
          static_cast<double>((second ? r.block.layer.norm2 : r.block.layer.norm1).mean(i, 0)), ""};
}

Explanation explain_deviation(const Result& r, bool second, int i) {
  const Mat& in = r.block.norm_input(second);
  return {"One over the deviation of the row of " + word(r, i),
          formula::frac(num(1), formula::root(row({formula::power(sym("sigma"), num(2)), op("+"), sym("epsilon")}))),
          formula::frac(num(1), deviation_of(in.row(i))),
          static_cast<double>((second ? r.block.layer.norm2 : r.block.layer.norm1).inverse_deviation(i, 0)), ""};
}

Explanation explain_hidden_before(const Result& r, int i, int j) {
  const Block& b = r.block;
  Explanation x = formula::explain_product(title("Hidden number before the activation", r, i, j), {b.layer.ff_input.row(i), "y"},
                                           {b.weights.w1.col(j), "W_1"}, b.layer.hidden_before(i, j));
  x.note = "The bias is 0, as a network starts.";
  return x;
}

Explanation explain_hidden(const Result& r, int i, int j) {
  const Block& b = r.block;
  const auto z = static_cast<double>(b.layer.hidden_before(i, j));
  Explanation x;
  x.title = title("Hidden number", r, i, j);
  x.value = static_cast<double>(b.layer.hidden(i, j));
  if (b.params.activation == kernels::Activation::relu) {
    x.formula = formula::call("max", {num(0), sym("z")});
    x.substituted = formula::call("max", {num(0), num_at(z, {"hidden-before", i, j})});
    return x;
  }
  x.formula = row({sym("z"), op("*"), formula::call("Phi", {sym("z")})});
  x.substituted = row({num_at(z, {"hidden-before", i, j}), op("*"), num(0.5 * std::erfc(-z / std::sqrt(2.0)))});
  x.note = "Phi(z) is the share of a normal distribution that lies below z.";
  return x;
}

Explanation explain_feed_forward(const Result& r, const Block& b, int i, int j) {
  return formula::explain_product(title("Output of the feed-forward network", r, i, j),
                                  {b.layer.hidden.row(i), "h", Role::kInk, row_of(r, b, "hidden", "", i)}, {b.weights.w2.col(j), "W_2"},
                                  b.layer.ff_output(i, j));
}

}  // namespace attn::lessons::transformer_block
