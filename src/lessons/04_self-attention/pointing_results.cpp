#include "lessons/04_self-attention/pointing_results.h"

#include <string>

#include "base/text.h"
#include "formula/attention_explanation.h"
#include "formula/product_explanation.h"

namespace attn::lessons::self_attention {
namespace {

using canvas::Role;
using course::tensor;
using formula::Explanation;
using P = const Params&;
using R = const Result&;

std::string word(R r, int i) { return quoted(r.pointing.words[static_cast<size_t>(i)]); }

std::vector<std::string> features(R r) { return numbered("", r.pointing.keys.cols()); }

Explanation explain_weight(R r, int i, int j) {
  return formula::explain_softmax("Weight of " + word(r, j) + " for " + word(r, i), r.pointing.scores.row(i), r.pointing.weights.row(i),
                                  nullptr, 1, j, {"pointing-scores", i});
}

Explanation explain_score(R r, int i, int j) {
  const Pointing& n = r.pointing;
  return formula::explain_scaled_product(
      "Score of " + word(r, j) + " for " + word(r, i), {n.queries.row(i), "q", Role::kQuery, {"pointing-queries", i}},
      {n.keys.row(j), "k", Role::kKey, {"pointing-keys", j}}, static_cast<int>(n.keys.cols()), n.scores(i, j));
}

Explanation explain_projection(R r, const char* what, const char* letter, Role role, const Mat& w, const Mat& b, const Mat& product, int i,
                               int j) {
  using namespace formula;
  const Factor x{r.pointing.stream.row(i), "x"}, column{w.col(j), letter, role};
  return {std::string(what) + " of " + word(r, i) + ", number " + std::to_string(j + 1),
          row({sym("x"), op("*"), sym(letter, role), op("+"), sym("b")}),
          row({product_sum(x, column), op("+"), num(static_cast<double>(b(0, j)))}), static_cast<double>(product(i, j)),
          "x is what a layer of self-attention has made of the word. The matrix is learned."};
}

Explanation explain_count(R r) {
  const PronounCount& count = r.pointing.held_out_count;
  if (!r.pointing.measured) return {};
  return {"Held-out pronouns that find their noun", formula::frac(formula::sym("right"), formula::sym("all")),
          formula::frac(formula::num(count.right), formula::num(count.pronouns)), count.share(),
          "In these sentences the pronoun agrees with both nouns, which never stood together in training."};
}

}  // namespace

std::vector<course::ResultSpec<Params, Result>> pointing_results() {
  return {
      {"looking", "Weights of the word that is asked about", [](P, R r) { return tensor(r.pointing.looking, {}, r.pointing.words); },
       [](P, R r, int, int j) { return explain_weight(r, r.pointing.asker, j); }},
      {"pointing", "Weights of every word in the trained network",
       [](P, R r) { return tensor(r.pointing.weights, r.pointing.words, r.pointing.words); },
       [](P, R r, int i, int j) { return explain_weight(r, i, j); }},
      {"pointing-scores", "Scores in the trained network",
       [](P, R r) { return tensor(r.pointing.scores, r.pointing.words, r.pointing.words); },
       [](P, R r, int i, int j) { return explain_score(r, i, j); }},
      {"pointing-queries", "Queries in the trained network",
       [](P, R r) { return tensor(r.pointing.queries, r.pointing.words, features(r)); },
       [](P, R r, int i, int j) {
         return explain_projection(r, "Query", "W_q", Role::kQuery, r.pointing.wq, r.pointing.bq, r.pointing.queries, i, j);
       }},
      {"pointing-keys", "Keys in the trained network", [](P, R r) { return tensor(r.pointing.keys, r.pointing.words, features(r)); },
       [](P, R r, int i, int j) {
         return explain_projection(r, "Key", "W_k", Role::kKey, r.pointing.wk, r.pointing.bk, r.pointing.keys, i, j);
       }},
      {"pronouns-right", "Held-out pronouns that find their noun",
       [](P, R r) { return course::share(r.pointing.held_out_count.right, r.pointing.held_out_count.pronouns); },
       [](P, R r, int, int) { return explain_count(r); }},
  };
}

}  // namespace attn::lessons::self_attention
