#include "lessons/04_self-attention/results.h"

#include <string>
#include <utility>

#include "base/text.h"
#include "formula/attention_explanation.h"
#include "formula/product_explanation.h"
#include "lessons/04_self-attention/pointing_results.h"
#include "lessons/04_self-attention/words.h"

namespace attn::lessons::self_attention {
namespace {

using canvas::Role;
using formula::Cells, formula::Explanation;

std::string asking(const Result& r, int i) { return quoted(r.tokens[static_cast<size_t>(i)]); }
std::string answering(const Result& r, int j) { return quoted(r.context[static_cast<size_t>(j)]); }

std::vector<std::string> features() { return numbered("", kWidth); }

// ---- weights and masks -----------------------------------------------------------------------------------------------------------------

course::Tensor all_weights(const Params& p, const Result& r) {
  course::Tensor all{{p.heads(), static_cast<int>(r.x.rows()), static_cast<int>(r.c.rows())}, {}, r.tokens, r.context};
  for (const Mat& w : r.attention.weights) all.data.insert(all.data.end(), w.data(), w.data() + w.size());
  return all;
}

course::Tensor allowed(const Params&, const Result& r) { return course::tensor(r.allowed.cast<Real>(), r.tokens, r.context); }

/// "Weight of the answering token for the asking one, head 2"; `h` from 0.
std::string pair_title(const char* what, const Result& r, int h, int i, int j) {
  return std::string(what) + " of " + answering(r, j) + " for " + asking(r, i) + ", head " + std::to_string(h + 1);
}

Explanation explain_weight(const Params& p, const Result& r, int h, int i, int j) {
  const Mask row = r.allowed.row(i);
  return formula::explain_softmax(pair_title("Weight", r, h, i, j), r.scores(h).row(i), r.weights(h).row(i), &row, 1, j,
                                  h == p.head - 1 ? Cells{"scores", i} : Cells{});
}

Explanation explain_score(const Params& p, const Result& r, int i, int j) {
  const int h = p.head - 1, width = p.head_width(), first = h * width;
  return formula::explain_scaled_product(
      pair_title("Score", r, h, i, j), {r.attention.q.row(i).segment(first, width), "q", Role::kQuery, {"queries", i, first}},
      {r.attention.k.row(j).segment(first, width), "k", Role::kKey, {"keys", j, first}}, width, r.scores(h)(i, j));
}

/// The sum of `weights`, a row or a column of the weights shown, over the index that is called `over`.
Explanation explain_together(const std::string& title, const char* over, const Mat& weights, const Cells& cells, const char* note) {
  std::vector<formula::Expression> terms;
  for (Index i = 0; i < weights.size(); ++i) terms.push_back(formula::num_at(static_cast<double>(weights.data()[i]), cells, i));
  return {title, formula::sum(over, formula::sub(formula::sym("w"), formula::sym("ij"))), formula::total(std::move(terms)),
          static_cast<double>(weights.sum()), note};
}

Explanation explain_asks(const Params& p, const Result& r, int i, int) {
  return explain_together("Weights that " + asking(r, i) + " gives, together", "j", r.weights(p.head - 1).row(i), {"weights", i},
                          r.allowed.row(i).any() ? "A row of a softmax sums to 1." : "This token sees nothing.");
}

Explanation explain_answers(const Params& p, const Result& r, int j, int) {
  return explain_together("Weights that " + answering(r, j) + " gets, together", "i", r.weights(p.head - 1).col(j), {"weights", 0, j, true},
                          "A column may sum to anything: nothing shares attention out among the keys.");
}

Explanation explain_allowed(const Params& p, const Result& r, int i, int j) {
  Explanation x;
  x.title = asking(r, i) + " looks at " + answering(r, j);
  x.formula = formula::sub(formula::sym("m"), formula::sym("ij"));
  x.value = r.allowed(i, j);
  x.substituted = formula::num(x.value);
  x.note = r.allowed(i, j) ? "True: may attend." : "False: may not attend; the weight is 0.";
  if (p.flipped) x.note += " The mask is being read the wrong way round.";
  return x;
}

// ---- embeddings and matrices -----------------------------------------------------------------------------------------------------------

Explanation explain_embedding(const std::string& token, const Mat& made, const Mat& nudge, int i, int j) {
  const Real change = i < nudge.rows() ? nudge(i, j) : 0;
  Explanation x;
  x.title = "Embedding of " + token + ", number " + std::to_string(j + 1);
  x.formula = formula::row({formula::sym("x"), formula::op("+"), formula::sym("delta")});
  x.substituted = formula::row({formula::num(made(i, j)), formula::op("+"), formula::num(change)});
  x.value = static_cast<double>(made(i, j)) + static_cast<double>(change);
  x.note = "The first number is made from the token's letters, the second is your change.";
  return x;
}

Explanation explain_matrix(const Params& p, const char* what, const char* letter, const Mat& w, Role role, int i, int j) {
  Explanation x;
  x.title = std::string(what) + " matrix, row " + std::to_string(i + 1) + ", column " + std::to_string(j + 1);
  x.formula = formula::sub(formula::sym("W", role), formula::sym(letter, role));
  x.value = static_cast<double>(w(i, j));
  x.substituted = formula::num(x.value);
  x.note = p.setting == Setting::kBase ? "In base attention every matrix is the identity." : "Yours to change.";
  return x;
}

/// Entry (i, j) of x W.
Explanation explain_projection(const char* what, const std::string& token, const Mat& x, const char* rows, const Mat& w, const char* letter,
                               const char* matrix, Role role, const Mat& product, int i, int j) {
  return formula::explain_product(std::string(what) + " of " + token + ", number " + std::to_string(j + 1),
                                  {x.row(i), "x", Role::kInk, {rows, i}}, {w.col(j), letter, role, {matrix, 0, j, true}}, product(i, j));
}

// ---- outputs ---------------------------------------------------------------------------------------------------------------------------

Explanation explain_heads_output(const Params& p, const Result& r, int i, int j) {
  const int h = j / p.head_width();
  return formula::explain_weighted_sum(
      "Output of head " + std::to_string(h + 1) + " for " + asking(r, i) + ", number " + std::to_string(j % p.head_width() + 1),
      r.weights(h).row(i), r.attention.v.col(j), r.attention.concat(i, j),
      h == p.head - 1 ? Cells{"weights", i} : Cells{"all-weights", h * r.x.rows() + i}, {"values", 0, j, true});
}

Explanation explain_output(const Params&, const Result& r, int i, int j) {
  return formula::explain_product("Output of " + asking(r, i) + ", number " + std::to_string(j + 1),
                                  {r.attention.concat.row(i), "c", Role::kOutput, {"heads-output", i}},
                                  {r.matrices.wo.col(j), "W_o", Role::kInk, {"wo", 0, j, true}}, r.attention.output(i, j));
}

Explanation explain_value(const char* title, const char* letter, double value, const char* note) {
  return {title, formula::sym(letter), formula::num(value), value, note};
}

Explanation explain_shuffled(const Params&, const Result& r, int i, int j) {
  return explain_value("Output of the shuffled sentence", "o", r.shuffled(i, j), "Computed anew, from the tokens in their new order.");
}

// ---- sizes -----------------------------------------------------------------------------------------------------------------------------

Explanation explain_parameters(const Params&, const Result&, int, int) {
  using namespace formula;
  return {"Numbers in the four matrices", row({num(4), op("*"), power(sym("e"), num(2))}),
          row({num(4), op("*"), power(num(kWidth), num(2))}), 4.0 * kWidth * kWidth, "The number of heads does not enter."};
}

Explanation explain_head_width(const Params& p, const Result&, int, int) {
  using namespace formula;
  return {"Width of a head", frac(sym("e"), sym("h")), frac(num(kWidth), num(p.heads())), p.head_width() * 1.0, ""};
}

std::vector<course::ResultSpec<Params, Result>> by_hand() {
  using P = const Params&;
  using R = const Result&;
  using course::scalar, course::tensor;
  return {
      {"weights", "Weights of the head shown", [](P p, R r) { return tensor(r.weights(p.head - 1), r.tokens, r.context); },
       [](P p, R r, int i, int j) { return explain_weight(p, r, p.head - 1, i, j); }},
      {"scores", "Scores of the head shown", [](P p, R r) { return tensor(r.scores(p.head - 1), r.tokens, r.context); }, explain_score},
      {"asks", "Weights that each token gives, together", [](P p, R r) { return tensor(r.weights(p.head - 1).rowwise().sum(), r.tokens); },
       explain_asks},
      {"answers", "Weights that each token gets, together",
       [](P p, R r) { return tensor(r.weights(p.head - 1).colwise().sum().transpose(), r.context); }, explain_answers},
      {"allowed", "Who may attend to whom", allowed, explain_allowed},
      {"mask", "The mask as it is read", allowed, explain_allowed},
      {"all-weights", "Weights of every head", all_weights,
       [](P p, R r, int i, int j) {
         const int n = static_cast<int>(r.x.rows());
         return explain_weight(p, r, i / n, i % n, j);
       }},
      {"embeddings", "Embeddings", [](P, R r) { return tensor(r.x, r.tokens, features()); },
       [](P p, R r, int i, int j) { return explain_embedding(asking(r, i), r.made_x, p.nudge, i, j); }},
      {"context", "Embeddings of the tokens that answer", [](P, R r) { return tensor(r.c, r.context, features()); },
       [](P p, R r, int i, int j) { return explain_embedding(answering(r, i), r.made_c, p.is_cross() ? p.nudge_other : p.nudge, i, j); }},
      {"wq", "Query matrix", [](P, R r) { return tensor(r.matrices.wq, features(), features()); },
       [](P p, R r, int i, int j) { return explain_matrix(p, "Query", "q", r.matrices.wq, Role::kQuery, i, j); }},
      {"wk", "Key matrix", [](P, R r) { return tensor(r.matrices.wk, features(), features()); },
       [](P p, R r, int i, int j) { return explain_matrix(p, "Key", "k", r.matrices.wk, Role::kKey, i, j); }},
      {"wv", "Value matrix", [](P, R r) { return tensor(r.matrices.wv, features(), features()); },
       [](P p, R r, int i, int j) { return explain_matrix(p, "Value", "v", r.matrices.wv, Role::kValue, i, j); }},
      {"wo", "Output matrix", [](P, R r) { return tensor(r.matrices.wo, features(), features()); },
       [](P p, R r, int i, int j) { return explain_matrix(p, "Output", "o", r.matrices.wo, Role::kOutput, i, j); }},
      {"queries", "Queries", [](P, R r) { return tensor(r.attention.q, r.tokens, features()); },
       [](P, R r, int i, int j) {
         return explain_projection("Query", asking(r, i), r.x, "embeddings", r.matrices.wq, "W_q", "wq", Role::kQuery, r.attention.q, i, j);
       }},
      {"keys", "Keys", [](P, R r) { return tensor(r.attention.k, r.context, features()); },
       [](P, R r, int i, int j) {
         return explain_projection("Key", answering(r, i), r.c, "context", r.matrices.wk, "W_k", "wk", Role::kKey, r.attention.k, i, j);
       }},
      {"values", "Values", [](P, R r) { return tensor(r.attention.v, r.context, features()); },
       [](P, R r, int i, int j) {
         return explain_projection("Value", answering(r, i), r.c, "context", r.matrices.wv, "W_v", "wv", Role::kValue, r.attention.v, i, j);
       }},
      {"heads-output", "Outputs of the heads, side by side", [](P, R r) { return tensor(r.attention.concat, r.tokens, features()); },
       explain_heads_output},
      {"output", "Output", [](P, R r) { return tensor(r.attention.output, r.tokens, features()); }, explain_output},
      {"shuffled-output", "Output of the shuffled sentence", [](P, R r) { return tensor(r.shuffled, r.shuffled_tokens(), features()); },
       explain_shuffled},
      {"shuffle-difference", "Largest change of an output by shuffling", [](P, R r) { return scalar(r.shuffle_difference); },
       [](P, R r, int, int) {
         return explain_value("Largest change of an output by shuffling", "delta", r.shuffle_difference,
                              "Each token's output, in the sentence and in the shuffled one, compared number by number.");
       }},
      {"blind-rows", "Tokens that see nothing", [](P, R r) { return scalar(r.blind()); },
       [](P, R r, int, int) {
         return explain_value("Tokens that see nothing", "n", r.blind(), "Rows of the mask without a single true cell.");
       }},
      {"head-width", "Width of a head", [](P p, R) { return scalar(p.head_width()); }, explain_head_width},
      {"parameters", "Numbers in the four matrices", [](P, R) { return scalar(4.0 * kWidth * kWidth); }, explain_parameters},
  };
}

constexpr course::ResultSpec<Params, Result> kLongText[] = {
    {"long-weights", "Weights of the token that asks in the long text", read_long_weights,
     [](const Params& p, const Result& r, int, int j) { return long_text::explain_weight(long_head(p, r), p.text_of_many, j); }}};

}  // namespace

std::vector<course::ResultSpec<Params, Result>> results() {
  std::vector<course::ResultSpec<Params, Result>> all = pointing_results();
  for (const auto& row : by_hand()) all.push_back(row);
  all.insert(all.end(), course::kAllLater<kLongText>.begin(), course::kAllLater<kLongText>.end());
  return all;
}

}  // namespace attn::lessons::self_attention
