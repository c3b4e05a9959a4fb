#include "lessons/14_visual-attention/explanations.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "formula/attention_explanation.h"
#include "formula/product_explanation.h"
#include "lessons/14_visual-attention/words.h"

namespace attn::lessons::visual_attention {
namespace {

using canvas::Role;
using formula::Cells, formula::Explanation, formula::Expression;
using formula::frac, formula::num, formula::num_at, formula::op, formula::power, formula::row, formula::sub, formula::sym;

double of(Real x) { return static_cast<double>(x); }

Explanation given(std::string title, double value, std::string note) {
  return {std::move(title), sym("x"), num(value), value, std::move(note)};
}

std::string word_cited(std::string_view word) { return quoted(word); }

/// "“circle”, word 4"
std::string word_told(const Result& r, int t) { return word_cited(r.word_at(t)) + ", word " + std::to_string(t + 1); }

/// How the network on the stage took its context at a word.
enum class Taken { own, painted, drawn, mean };
Taken taken_at(const Params& p, const Result& r, int t) {
  if (!r.attends()) return Taken::mean;
  if (p.network == Network::hard) return Taken::drawn;
  return bent_maps(p).contains(t) ? Taken::painted : Taken::own;
}

/// The weight in use of a place for a word.
Explanation explain_used(const Params& p, const Result& r, int t, int j) {
  const Real used = r.telling.used(t, j);
  const std::string title = "Weight of " + place_name(j) + " for " + word_told(r, t);
  switch (taken_at(p, r, t)) {
    case Taken::own:
      return explain_weight(p, r, t, j);
    case Taken::painted:
      return given(title, of(used),
                   "You painted this map: its places share the weight alike. The network\u2019s own weight here is " +
                       rounded(of(r.telling.weights(t, j)), 3) + ".");
    case Taken::drawn:
      return given(title, of(used),
                   std::string(used > 0 ? "This place was taken" : "Another place was taken") +
                       (p.draw > 0 ? " by this draw" : ", the likeliest") +
                       ". Hard attention takes one place whole; its probability here is " + rounded(of(r.telling.weights(t, j)), 3) + ".");
    default:
      return {title, frac(num(1), sym("n")), frac(num(1), num(kPlaces)), of(used),
              "Without attention the context is the mean of all places."};
  }
}

/// A place of two maps that stand beside each other.
struct Beside {
  std::size_t side;
  int place;
};
Beside beside_at(int i, int j) { return {static_cast<std::size_t>(j / kAside), i * kAside + j % kAside}; }

/// Soft attention and the network beside it.
Network of_pair(std::size_t side, Network second) { return side == 0 ? Network::soft : second; }

std::string by(Network network) { return ", " + std::string(network_name(network)); }

std::string draws_word(const Draws& d) { return word_cited(tasks::kSceneWords[static_cast<std::size_t>(d.said)]); }

}  // namespace

Explanation explain_says(const Params&, const Result& r, int i, int) {
  return formula::explain_softmax(
      "Probability of " + word_cited(tasks::kSceneWords[static_cast<std::size_t>(i)]) + " as word " + std::to_string(r.word + 1),
      r.telling.logits.row(r.word), r.probabilities.row(r.word), nullptr, 1, i, {.name = "logits", .down = true});
}

Explanation explain_caption(const Params&, const Result& r, int i, int) {
  return formula::explain_softmax("Probability of " + word_told(r, i), r.telling.logits.row(i), r.probabilities.row(i), nullptr, 1,
                                  said_at(r, i), i == r.word ? Cells{.name = "logits", .down = true} : Cells{});
}

Explanation explain_logit(const Params&, const Result& r, int i, int) {
  return given("Logit of " + word_cited(tasks::kSceneWords[static_cast<std::size_t>(i)]) + " as word " + std::to_string(r.word + 1),
               of(r.telling.logits(r.word, i)),
               "A linear map of the sum of three vectors: the word before, the state h times a matrix, and the context z times a matrix.");
}

Explanation explain_map(const Params& p, const Result& r, int i, int j) { return explain_used(p, r, r.word, i * kAside + j); }
Explanation explain_edge(const Params& p, const Result& r, int i, int) { return explain_used(p, r, r.word, i); }

Explanation explain_thing(const Params&, const Result& r, int i, int j) {
  const tasks::Thing& thing = r.things[static_cast<std::size_t>(i)];
  return given((j == 0 ? "From the left edge to the middle of the " : "From the top to the middle of the ") + thing_name(thing),
               j == 0 ? thing.x : thing.y, "In pixels; the picture has 32 by 32. Drag it.");
}

Explanation explain_weight(const Params&, const Result& r, int i, int j) {
  if (!r.attends()) return {};
  return formula::explain_softmax("Weight of " + place_name(j) + " for " + word_told(r, i), r.telling.scores.row(i),
                                  r.telling.weights.row(i), nullptr, 1, j, {.name = "scores", .row = i});
}

Explanation explain_score(const Params&, const Result& r, int i, int j) {
  if (!r.attends()) return {};
  std::vector<Expression> terms;
  for (Index k = 0; k < r.scorer.cols(); ++k)
    terms.push_back(
        row({num(of(r.scorer(0, k))), op("*"),
             formula::call("tanh", {row({num(of(r.queries(i, k)), Role::kQuery), op("+"), num(of(r.keys(j, k)), Role::kKey)})})}));
  return {
      "Score of " + place_name(j) + " for " + word_told(r, i),
      formula::sum(
          "k", row({sub(sym("v"), sym("k")), op("*"),
                    formula::call("tanh", {row({sub(sym("q", Role::kQuery), sym("k")), op("+"), sub(sym("k", Role::kKey), sym("k"))})})})),
      formula::total(std::move(terms)), of(r.telling.scores(i, j)),
      "q is the state of the LSTM times a matrix, k the annotation of the place times another: the additive score of lesson 07."};
}

Explanation explain_context(const Params&, const Result& r, int i, int j) {
  return formula::explain_weighted_sum("Number " + std::to_string(j) + " of the context of " + word_told(r, i), r.telling.used.row(i),
                                       r.telling.annotations.col(j), r.telling.contexts(i, j),
                                       {.name = r.attends() ? "weights" : "", .row = i});
}

Explanation explain_right(const Params&, const Result& r, int i, int j) {
  if (!std::isfinite(r.right(i, j))) return {};
  return given("Share of captions right, pictures of " + counted_things(j + 1) + by(static_cast<Network>(i)), of(r.right(i, j)),
               j + 1 > tasks::kMostTold ? "Counted on pictures of four things; training never had so many."
                                        : "Counted on held-out pictures: right to the last word.");
}

Explanation explain_within(const Params&, const Result& r, int i, int) {
  if (!std::isfinite(r.within(i, 0))) return {};
  return given(
      "Share of nouns whose map has its middle in their thing" + by(static_cast<Network>(i)), of(r.within(i, 0)),
      "Counted on held-out pictures of three things, while the right caption is told. The middle is the mean of all places by their "
      "weights.");
}

Explanation explain_told(const Params&, const Result& r, int i, int) {
  const std::optional<Told>& told = r.all[static_cast<std::size_t>(i)];
  if (!told) return {};
  return given("Words that are wrong" + by(static_cast<Network>(i)), words_off(told->telling.words, r.truth),
               "It says " + quoted(tasks::caption_text(told->telling.words)) + ".");
}

Explanation explain_spread(const Params&, const Result& r, int i, int) {
  const std::optional<Told>& told = r.all[static_cast<std::size_t>(i)];
  if (!told || told->telling.weights.rows() == 0) return {};
  std::vector<Expression> terms;
  for (Index t = 0; t < told->telling.weights.rows(); ++t) terms.push_back(num(of(spread_of(told->telling.weights.row(t)))));
  const double count = static_cast<double>(terms.size());
  return {"Places that a map is spread over, on average" + by(static_cast<Network>(i)), sym("mean"),
          frac(formula::total(std::move(terms)), num(count)), of(mean_spread(told->telling)),
          "The mean over the words of exp(H), where H is the entropy of a map: 1 if it is all at one place, 64 if it is even."};
}

Explanation explain_received(const Params&, const Result& r, int i, int j) {
  const auto [side, place] = beside_at(i, j);
  const Network network = of_pair(side, Network::even);
  const std::optional<Told>& told = r.all[static_cast<std::size_t>(network)];
  if (!told) return {};
  std::vector<Expression> terms;
  for (Index t = 0; t < told->telling.used.rows(); ++t) terms.push_back(num(of(told->telling.used(t, place))));
  return {"What " + place_name(place) + " received over all words" + by(network), formula::sum("t", sub(sym("w"), sym("t"))),
          formula::total(std::move(terms)), of(received(told->telling)(0, place)),
          "The penalty wants this to be 1 at every place, and there are more places than words."};
}

Explanation explain_two(const Params&, const Result& r, int i, int j) {
  const auto [side, place] = beside_at(i, j);
  const Network network = of_pair(side, Network::even);
  const std::optional<Told>& told = r.all[static_cast<std::size_t>(network)];
  if (!told) return {};
  const Index t = std::min<Index>(r.word, told->telling.weights.rows() - 1);
  return formula::explain_softmax("Weight of " + place_name(place) + " for word " + std::to_string(t + 1) + by(network),
                                  told->telling.scores.row(t), told->telling.weights.row(t), nullptr, 1, place);
}

Explanation explain_drawn(const Params&, const Result& r, int i, int j) {
  const auto [side, place] = beside_at(i, j);
  const std::optional<Told>& told = r.all[side];
  if (!told) return {};
  const Draws& d = r.draws[side];
  return formula::explain_softmax(
      "Weight of " + place_name(place) + " for word " + std::to_string(d.word + 1) + by(of_pair(side, Network::hard)),
      told->telling.scores.row(d.word), d.weights, nullptr, 1, place);
}

Explanation explain_gain(const Params&, const Result& r, int i, int j) {
  const auto [side, place] = beside_at(i, j);
  const Draws& d = r.draws[side];
  if (!r.all[side]) return {};
  const auto at = static_cast<std::size_t>(place);
  return given("ln p of " + draws_word(d) + " if only " + place_name(place) + " is looked at" + by(of_pair(side, Network::hard)),
               of(d.gain(0, place)),
               "The annotation of this one place takes the place of the context. It says " +
                   word_cited(tasks::kSceneWords[static_cast<std::size_t>(d.by_place[at])]) + ".");
}

Explanation explain_blur(const Params&, const Result& r, int i, int j) {
  const auto side = static_cast<std::size_t>(i);
  const Draws& d = r.draws[side];
  if (!r.all[side]) return {};
  const std::string network = by(of_pair(side, Network::hard));
  if (j == 0)
    return given("Probability of " + draws_word(d) + " as it is said" + network, of(d.together),
                 side == 0 ? "Of the mean of the annotations." : "Of the likeliest place alone.");
  std::vector<Expression> terms;
  for (Index k = 0; k < d.weights.cols(); ++k) {
    const Expression w = num_at(
        of(d.weights(0, k)),
        {.name = "drawn", .row = static_cast<int>(k) / kAside, .col = static_cast<int>(side) * kAside + static_cast<int>(k) % kAside});
    const bool other = d.by_place[static_cast<std::size_t>(k)] != d.said;
    terms.push_back(row({w, op("*"), j == 1 ? num(std::exp(of(d.gain(0, k)))) : num(other ? 1 : 0)}));
  }
  const Expression weighted = row({sub(sym("w"), sym("i")), op("*"), sub(sym(j == 1 ? "p" : "m"), sym("i"))});
  return {(j == 1 ? "Mean of the probabilities of " + draws_word(d) + " that each place alone gives"
                  : "How likely a draw goes to a place that does not say " + draws_word(d)) +
              network,
          formula::sum("i", weighted), formula::total(std::move(terms)), of(j == 1 ? d.alone : d.missed),
          j == 1 ? "This is what hard attention is on average. The mean of probabilities is not the probability of the mean."
                 : "m is 1 where the place alone would say another word."};
}

Explanation explain_noise(const Params&, const Result& r, int i, int j) {
  const auto side = static_cast<std::size_t>(i);
  const Draws& d = r.draws[side];
  if (!r.all[side]) return {};
  const std::string network = by(of_pair(side, Network::hard));
  if (j == 0)
    return given(
        "Square of the mean gradient" + network, of(d.signal),
        "Of the mean over all draws of (ln p - b) (1 - w), one number for each of 64 scores. The baseline b changes nothing about it.");
  const double baseline = j == 1 ? 0 : j == 2 ? of(d.expected) : of(d.best);
  std::vector<Expression> terms;
  const double square = of(d.weights.squaredNorm());
  const auto number = [](double x) { return x < 0 ? row({op("("), num(x), op(")")}) : num(x); };
  for (Index k = 0; k < d.weights.cols(); ++k) {
    const double w = of(d.weights(0, k));
    terms.push_back(row({num(w), op("*"), power(row({op("("), num(of(d.gain(0, k))), op("-"), number(baseline), op(")")}), num(2)), op("*"),
                         num(1 - 2 * w + square)}));
  }
  const char* names[] = {"no baseline", "the learned baseline", "the best constant baseline"};
  return {"Variance of the gradient of one draw with " + std::string(names[j - 1]) + network,
          row({formula::sum("i", row({sub(sym("w"), sym("i")), op("*"),
                                      power(row({op("("), sub(sym("R"), sym("i")), op("-"), sym("b"), op(")")}), num(2)), op("*"),
                                      sub(sym("d"), sym("i"))})),
               op("-"), sym("signal")}),
          row({formula::total(std::move(terms)), op("-"), num(of(d.signal))}),
          of(j == 1   ? d.plain
             : j == 2 ? d.less_expected
                      : d.less_best),
          "R is ln p of the word at a place, b the baseline, and d the squared length of one minus the weights."};
}

}  // namespace attn::lessons::visual_attention
