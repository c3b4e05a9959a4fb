#include "lessons/08_positions/explanations.h"

#include <cmath>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "formula/attention_explanation.h"
#include "formula/product_explanation.h"

namespace attn::lessons::positions {
namespace {

using canvas::Role;
using formula::call, formula::frac, formula::num, formula::op, formula::power, formula::root, formula::sub, formula::sym;
using formula::Explanation, formula::Expression;

std::string named(Kind kind) { return std::string(kind_name(kind)); }

std::string at_places(int i, int j) { return ", query at " + std::to_string(i) + ", key at " + std::to_string(j); }

/// p / base^(2k/d), in letters and in numbers.
std::pair<Expression, Expression> angle_of(const Params& p, double position, int k) {
  return {frac(sym("p"), power(sym("base"), frac(formula::row({num(2), sym("k")}), sym("d")))),
          frac(num(position), power(num(p.base), frac(num(2 * k), num(p.width()))))};
}

double dot(In a, In b) { return static_cast<double>(a.row(0).dot(b.row(0))); }

/// The four products of which (q + P_i) . (k + P_j) is the sum.
struct Added {
  double words, query_place, place_key, places;
};
Added apart(const Params& p, const Result& r, Kind kind, int i, int j) {
  const Mat &q = p.content.row(0), &k = p.content.row(1), &at_i = r.kinds.word_table[kind].row(i), &at_j = r.kinds.word_table[kind].row(j);
  return {dot(q, k), dot(q, at_j), dot(at_i, k), dot(at_i, at_j)};
}

Expression over_root(Expression above) { return frac(std::move(above), root(num(kWordWidth))); }
Expression over_root_letters(Expression above) { return frac(std::move(above), root(sym("d"))); }

Expression q() { return sym("q", Role::kQuery); }
Expression k() { return sym("k", Role::kKey); }
Expression place(const char* index) { return sub(sym("P"), sym(index)); }
Expression times(Expression a, Expression b) { return formula::row({std::move(a), op("*"), std::move(b)}); }

/// The rotary score: a sum of |q||k| cos(angle) over the pairs of columns.
Explanation explain_rotary(const Params& p, int i, int j) {
  std::vector<Expression> terms;
  double value = 0;
  const double root_d = std::sqrt(static_cast<double>(kWordWidth));
  for (int c = 0; c < kWordWidth / 2; ++c) {
    const auto entry = [&](int word, int column) { return static_cast<double>(p.content(word, column)); };
    const double length = std::hypot(entry(0, 2 * c), entry(0, 2 * c + 1)) * std::hypot(entry(1, 2 * c), entry(1, 2 * c + 1));
    const double between = std::atan2(entry(0, 2 * c + 1), entry(0, 2 * c)) - std::atan2(entry(1, 2 * c + 1), entry(1, 2 * c));
    const double angle = between + (i - j) * std::pow(static_cast<double>(p.base), -2.0 * c / kWordWidth);
    terms.push_back(times(num(length), call("cos", {num(angle)})));
    value += length * std::cos(angle);
  }
  const Expression turned = formula::row({sub(sym("phi"), sym("c")), op("+"), formula::row({op("("), sym("i"), op("-"), sym("j"), op(")")}),
                                          op("*"), sub(sym("w"), sym("c"))});
  return {"", over_root_letters(formula::sum("c", times(times(sub(q(), sym("c")), sub(k(), sym("c"))), call("cos", {turned})))),
          over_root(formula::total(std::move(terms))), value / root_d,
          "Of each pair of columns: the two lengths, and the cosine of the angle between the turned arrows, which knows i \u2212 j alone."};
}

}  // namespace

Explanation explain_encoding(const Params& p, double position, int c, Real value) {
  const auto [letters, numbers] = angle_of(p, position, c / 2);
  const char* function = c % 2 == 0 ? "sin" : "cos";
  return {"Number " + std::to_string(c) + " of position " + rounded(position, 4), call(function, {letters}), call(function, {numbers}),
          static_cast<double>(value),
          std::string(c % 2 == 0 ? "How far hand " : "How far hand ") + std::to_string(c / 2) +
              (c % 2 == 0 ? " points to the right." : " points up.")};
}

Explanation explain_angle(const Params& p, const Result& r, int k) {
  const auto [letters, numbers] = angle_of(p, static_cast<double>(p.position), k);
  const auto value = static_cast<double>(r.hands.angles(k, 0));
  return {"Angle of hand " + std::to_string(k) + ", from noon, clockwise", letters, numbers, value,
          "In radians: " + rounded(value / 6.283185307, 3) + " of a turn."};
}

Explanation explain_similarity(const Params& p, const Result& r, int i, int j) {
  const std::string title = "Positions " + std::to_string(i) + " and " + std::to_string(j);
  const Real value = r.similarity.products(i, j);
  if (p.position_table == Table::kRandom)
    return formula::explain_product(title, {r.similarity.table.row(i), "P_i", Role::kQuery}, {r.similarity.table.row(j), "P_j", Role::kKey},
                                    value);
  std::vector<Expression> terms;
  for (int k = 0; k < p.pairs(); ++k)
    terms.push_back(call("cos", {times(num(std::abs(i - j)), num(static_cast<double>(r.hands.rates(k, 0))))}));
  const Expression offset = formula::row({op("("), sym("i"), op("-"), sym("j"), op(")")});
  return {title, formula::sum("k", call("cos", {times(offset, sub(sym("w"), sym("k")))})), formula::total(std::move(terms)),
          static_cast<double>(value), "sin a sin b + cos a cos b = cos(a \u2212 b), for each hand."};
}

Explanation explain_share(const Params& p, const Result& r, int k) {
  const int offset = std::abs(p.query_at - p.key_at);
  const Expression letters = formula::row({op("("), sym("i"), op("-"), sym("j"), op(")")});
  return {"Hand " + std::to_string(k) + " of the two positions", call("cos", {times(letters, sub(sym("w"), sym("k")))}),
          call("cos", {times(num(offset), num(static_cast<double>(r.hands.rates(k, 0))))}), static_cast<double>(r.similarity.shares(0, k)),
          "The cosine of the angle between the two hands."};
}

Explanation explain_score(const Params& p, const Result& r, Kind kind, int i, int j) {
  Explanation x;
  if (kind == kRotary) {
    x = explain_rotary(p, i, j);
  } else if (kind == kRelative) {
    const double words = dot(p.content.row(0), p.content.row(1)),
                 bias = static_cast<double>(r.kinds.of[kind].scores(i, j)) - static_cast<double>(r.kinds.of[kind].content);
    x.formula = formula::row({over_root_letters(times(q(), k())), op("+"), sub(sym("b"), formula::row({sym("j"), op("-"), sym("i")}))});
    x.substituted = formula::row({over_root(num(words)), op("+"), num(bias)});
    x.note = "The second number is learned for this offset; offsets beyond 4 share the outermost one.";
  } else {
    const Added a = apart(p, r, kind, i, j);
    x.formula = over_root_letters(formula::row(
        {times(q(), k()), op("+"), times(q(), place("j")), op("+"), times(place("i"), k()), op("+"), times(place("i"), place("j"))}));
    x.substituted = over_root(formula::total({num(a.words), num(a.query_place), num(a.place_key), num(a.places)}));
    x.note = kind == kSinusoidal ? "Only the last of the four products depends on the offset alone."
                                 : "Nothing ties one row of a learned table to the next.";
  }
  x.title = named(kind) + at_places(i, j);
  x.value = static_cast<double>(r.kinds.of[kind].scores(i, j));
  return x;
}

Explanation explain_content(const Params& p, const Result& r, Kind kind) {
  Explanation x = formula::explain_scaled_product("The two words alone", {p.content.row(0), "q", Role::kQuery},
                                                  {p.content.row(1), "k", Role::kKey}, kWordWidth, r.kinds.of[kind].content);
  x.note = "The same wherever they stand.";
  return x;
}

Explanation explain_places(const Params& p, const Result& r, Kind kind) {
  const KindScores& scores = r.kinds.of[kind];
  Explanation x;
  x.title = named(kind) + ": what the places do";
  x.value = static_cast<double>(scores.score) - static_cast<double>(scores.content);
  if (kind == kSinusoidal || kind == kLearned) {
    const Added a = apart(p, r, kind, p.query_at, p.key_at);
    x.formula =
        over_root_letters(formula::row({times(q(), place("j")), op("+"), times(place("i"), k()), op("+"), times(place("i"), place("j"))}));
    x.substituted = over_root(formula::total({num(a.query_place), num(a.place_key), num(a.places)}));
    return x;
  }
  x.formula = formula::row({sym("s"), op("-"), over_root_letters(times(q(), k()))});
  x.substituted = formula::row({num(scores.score), op("-"), num(scores.content)});
  x.note = kind == kRelative ? "The learned number of this offset." : "Turning the arrows: no part of its own, but what it changes.";
  return x;
}

Explanation explain_answer(const OrderResult& order, const Answers& answers, int t) {
  const int right = order.target[static_cast<size_t>(t)];
  const std::string name = right < kFirstToken ? "\u201cnothing\u201d" : quoted(order.task->target.name(right));
  return formula::explain_softmax("Probability of " + name + " at place " + std::to_string(t + 1), answers.logits.row(t),
                                  answers.probabilities.row(t), nullptr, 1, right);
}

Explanation explain_count(std::string_view title, int right, int all, std::string_view note) {
  if (all == 0) return {};
  return {std::string(title), frac(sym("right"), sym("all")), frac(num(right), num(all)), static_cast<double>(right) / all,
          std::string(note)};
}

Explanation explain_chance(int n) {
  return {"The best without places, " + std::to_string(n) + " letters", frac(num(1), sym("n")), frac(num(1), num(n)), 1.0 / n,
          "In a random order each of the n possible answers is as likely as any other."};
}

Explanation explain_weight(const OrderResult& order, int head, int i, int j) {
  const auto at = static_cast<size_t>(head);
  const auto letter = [&order](int place) { return quoted(order.task->source.name(order.source[static_cast<size_t>(place)])); };
  return formula::explain_softmax("Weight of " + letter(j) + " for " + letter(i), order.scores[at].row(i), order.weights[at].row(i),
                                  nullptr, 1, j);
}

}  // namespace attn::lessons::positions
