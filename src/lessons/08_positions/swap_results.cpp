#include "lessons/08_positions/swap_results.h"

#include <cmath>
#include <string>

#include "base/text.h"
#include "formula/attention_explanation.h"
#include "formula/product_explanation.h"

namespace attn::lessons::positions {
namespace {

using canvas::Role;
using formula::Explanation;
using P = const Params&;
using R = const Result&;
using course::tensor;

std::string word(R r, int i) { return quoted(r.swap.names[static_cast<size_t>(i)]); }
constexpr const char* kHeads[] = {"head 1", "head 2"};
constexpr const char* kScores[] = {"back-scores", "ahead-scores"};
constexpr const char* kWeights[] = {"back-weights", "ahead-weights"};

template <Look look>
Explanation explain_weight(P, R r, int i, int j) {
  const SwapStudy::Head& head = r.swap.heads[look];
  return formula::explain_softmax("Weight of " + word(r, j) + " for " + word(r, i) + ", " + kHeads[look], head.scores.row(i),
                                  head.weights.row(i), nullptr, 1, j, {kScores[look], i});
}

template <Look look>
Explanation explain_score(P, R r, int i, int j) {
  const SwapStudy::Head& head = r.swap.heads[look];
  return formula::explain_scaled_product("Score of " + word(r, j) + " for " + word(r, i) + ", " + kHeads[look],
                                         {head.q.row(i), "q", Role::kQuery}, {head.k.row(j), "k", Role::kKey},
                                         static_cast<int>(head.q.cols()), head.scores(i, j));
}

Explanation explain_clock(P p, R r, int i, int k) {
  const double rate = std::pow(kClockBase, -static_cast<double>(k) / kWordClocks);
  return {"Angle of clock " + std::to_string(k + 1) + " of " + word(r, i),
          formula::row({formula::sym("p"), formula::op("*"), formula::sym("w")}),
          formula::row({formula::num(p.clocks ? i : 0), formula::op("*"), formula::num(rate)}), static_cast<double>(r.swap.angles(i, k)),
          p.clocks ? "The place, counted from 0, times the rate of the clock." : "There is no clock."};
}

Explanation explain_output(P, R r, int i, int c) {
  const int look = c / kValueNumbers;
  return formula::explain_weighted_sum("Output of " + word(r, i) + ", number " + std::to_string(c + 1), r.swap.heads[look].weights.row(i),
                                       r.swap.values.col(c % kValueNumbers), r.swap.outputs(i, c), {kWeights[look], i},
                                       {"word-values", 0, c % kValueNumbers, true});
}

Explanation explain_change(P, R r, int, int) {
  const SwapChange& change = r.swap_change;
  const double a = static_cast<double>(change.before), b = static_cast<double>(change.after);
  return {"What the swap of the first and the last word changes", formula::row({formula::sym("a"), formula::op("-"), formula::sym("b")}),
          formula::row({formula::num(a), formula::op("-"), formula::num(b)}), static_cast<double>(change.before - change.after),
          "Of all numbers of all outputs the one that changes most: number " + std::to_string(change.number + 1) + " of " +
              word(r, change.word) + "."};
}

}  // namespace

std::vector<course::ResultSpec<Params, Result>> swap_results() {
  return {
      {"word-clocks", "Angles of the words' clocks", [](P, R r) { return tensor(r.swap.angles, r.swap.names); }, explain_clock},
      {"back-weights", "Weights of the head that looks back",
       [](P, R r) { return tensor(r.swap.heads[kBack].weights, r.swap.names, r.swap.names); }, explain_weight<kBack>},
      {"back-scores", "Scores of the head that looks back",
       [](P, R r) { return tensor(r.swap.heads[kBack].scores, r.swap.names, r.swap.names); }, explain_score<kBack>},
      {"ahead-weights", "Weights of the head that looks ahead",
       [](P, R r) { return tensor(r.swap.heads[kAhead].weights, r.swap.names, r.swap.names); }, explain_weight<kAhead>},
      {"ahead-scores", "Scores of the head that looks ahead",
       [](P, R r) { return tensor(r.swap.heads[kAhead].scores, r.swap.names, r.swap.names); }, explain_score<kAhead>},
      {"word-values", "Values of the words", [](P, R r) { return tensor(r.swap.values, r.swap.names); },
       [](P, R r, int i, int c) {
         return Explanation{"Value of " + word(r, i) + ", number " + std::to_string(c + 1), formula::sym("v"),
                            formula::num(static_cast<double>(r.swap.values(i, c))), static_cast<double>(r.swap.values(i, c)),
                            "A random number that belongs to the word."};
       }},
      {"word-outputs", "Outputs of the words", [](P, R r) { return tensor(r.swap.outputs, r.swap.names); }, explain_output},
      {"swap-change", "What the swap of the first and the last word changes",
       [](P, R r) { return course::scalar(static_cast<double>(r.swap_change.before - r.swap_change.after)); }, explain_change},
  };
}

}  // namespace attn::lessons::positions
