#include "lessons/08_positions/results.h"

#include <cmath>
#include <string>

#include "base/text.h"
#include "lessons/08_positions/explanations.h"
#include "lessons/08_positions/swap_results.h"

namespace attn::lessons::positions {
namespace {

using course::scalar, course::tensor;
using P = const Params&;
using R = const Result&;

std::vector<std::string> places(int count) { return numbered("", count, 0); }

std::vector<std::string> kinds() {
  std::vector<std::string> out;
  for (int kind = 0; kind < kKinds; ++kind) out.emplace_back(kind_name(static_cast<Kind>(kind)));
  return out;
}

/// One number for each kind.
course::Tensor of_kinds(R r, Real (*number)(const KindScores&)) {
  Mat out(kKinds, 1);
  for (int kind = 0; kind < kKinds; ++kind) out(kind, 0) = number(r.kinds.of[static_cast<size_t>(kind)]);
  return tensor(out, kinds());
}

template <Kind kind>
course::ResultSpec<Params, Result> scores(std::string_view name, std::string_view label) {
  return {name, label, [](P, R r) { return tensor(r.kinds.of[kind].scores, places(kPlaces), places(kPlaces)); },
          [](P p, R r, int i, int j) { return explain_score(p, r, kind, i, j); }};
}

formula::Explanation explain_staying(P, R r, int, int) {
  std::vector<formula::Expression> terms;
  for (const KindScores& k : r.kinds.of) terms.push_back(formula::num(k.stays() ? 1 : 0));
  formula::Explanation x{"Scores that stay when both words move on", formula::sym("n"), formula::total(std::move(terms)), 0,
                         "1 for each kind whose score is the same at both pairs of places."};
  for (const KindScores& k : r.kinds.of) x.value += k.stays() ? 1 : 0;
  return x;
}

std::vector<std::string> letters(R r) { return r.order.task->source.names(r.order.source); }

std::vector<std::string> lengths(R r) { return numbered("", r.order.lengths.rows(), static_cast<std::ptrdiff_t>(r.order.lengths(0, 0))); }

formula::Explanation explain_length(const ByLength& all, int k) {
  const PlaceCount& count = all.counts[static_cast<size_t>(k)];
  if (!all.measured) return {};
  return explain_count("Places right among " + std::to_string(count.length) + " letters", count.right, count.places,
                       std::to_string(count.sentences) + " held-out sentences.");
}

constexpr std::string_view kWhole = "Held-out sentences of 4 to 16 letters, as many of each length.";

std::vector<course::ResultSpec<Params, Result>> order_results() {
  return {
      {"answers", "Probability of the right letter at each place", [](P, R r) { return tensor(r.order.model.of_right, letters(r)); },
       [](P, R r, int t, int) { return explain_answer(r.order, r.order.model, t); }},
      {"rival-answers", "The same, of the model beside it",
       [](P, R r) { return r.order.rival.said.empty() ? tensor(Mat(0, 1)) : tensor(r.order.rival.of_right, letters(r)); },
       [](P, R r, int t, int) { return explain_answer(r.order, r.order.rival, t); }},
      {"attention", "Weights of the head shown",
       [](P p, R r) { return tensor(r.order.weights[static_cast<size_t>(p.head - 1)], letters(r), letters(r)); },
       [](P p, R r, int i, int j) { return explain_weight(r.order, p.head - 1, i, j); }},
      {"accuracy", "Held-out places right by length", [](P, R r) { return tensor(r.order.by_length.share, lengths(r)); },
       [](P, R r, int k, int) { return explain_length(r.order.by_length, k); }},
      {"rival-accuracy", "The same, of the model beside it",
       [](P, R r) { return r.order.rival.said.empty() ? tensor(Mat(0, 1)) : tensor(r.order.rival_by_length.share, lengths(r)); },
       [](P, R r, int k, int) { return explain_length(r.order.rival_by_length, k); }},
      {"chance", "The best without places, by length", [](P, R r) { return tensor(r.order.chance, lengths(r)); },
       [](P, R r, int k, int) { return explain_chance(r.order.by_length.counts[static_cast<size_t>(k)].length); }},
      {"places-right", "Held-out places right",
       [](P, R r) { return course::share(r.order.by_length.total.right, r.order.by_length.total.places); },
       [](P, R r, int, int) {
         return explain_count("Held-out places right", r.order.by_length.total.right, r.order.by_length.total.places, kWhole);
       }},
      {"exact-match", "Held-out sentences right at every place",
       [](P, R r) { return course::share(r.order.by_length.total.whole, r.order.by_length.total.sentences); },
       [](P, R r, int, int) {
         return explain_count("Held-out sentences right at every place", r.order.by_length.total.whole, r.order.by_length.total.sentences,
                              kWhole);
       }},
      {"rival-places-right", "Held-out places right, of the model beside it",
       [](P, R r) { return course::share(r.order.rival_by_length.total.right, r.order.rival_by_length.total.places); },
       [](P, R r, int, int) {
         return explain_count("Held-out places right, of the model beside it", r.order.rival_by_length.total.right,
                              r.order.rival_by_length.total.places, kWhole);
       }},
      {"places-by-chance", "The best without places, over all lengths",
       [](P, R r) {
         course::Tensor t = scalar(r.order.mean_chance);
         t.share = true;
         return t;
       },
       [](P, R r, int, int) {
         const auto count = static_cast<int>(r.order.lengths.rows()), places = static_cast<int>(std::lround(r.order.lengths.sum()));
         formula::Explanation x = explain_count("The best without places, over all lengths", count, places,
                                                "One place of each sentence, over the places of a sentence of every length.");
         return x;
       }},
  };
}

}  // namespace

std::vector<course::ResultSpec<Params, Result>> results() {
  std::vector<course::ResultSpec<Params, Result>> all = {
      {"encoding", "Encoding of the position", [](P p, R r) { return tensor(r.hands.encoding, {}, places(p.width())); },
       [](P p, R r, int, int c) { return explain_encoding(p, static_cast<double>(p.position), c, r.hands.encoding(0, c)); }},
      {"hand", "Angles of the hands", [](P p, R r) { return tensor(r.hands.angles, places(p.pairs())); },
       [](P p, R r, int k, int) { return explain_angle(p, r, k); }},
      {"waves", "Encodings of all positions", [](P p, R r) { return tensor(r.hands.waves, places(p.width()), places(kPositions)); },
       [](P p, R r, int c, int at) { return explain_encoding(p, at, c, r.hands.waves(c, at)); }},
      {"similarity", "Dot products of positions", [](P, R r) { return tensor(r.similarity.products, places(kPlaces), places(kPlaces)); },
       explain_similarity},
      {"product", "Dot product of the two positions", [](P p, R r) { return scalar(r.similarity.products(p.query_at, p.key_at)); },
       [](P p, R r, int, int) { return explain_similarity(p, r, p.query_at, p.key_at); }},
      {"shares", "Cosines between the two positions' hands",
       [](P p, R r) { return tensor(r.similarity.shares, {}, places(r.similarity.shares.size() ? p.pairs() : 0)); },
       [](P p, R r, int, int k) { return explain_share(p, r, k); }},
      scores<kSinusoidal>("scores-sinusoidal", "Scores, sinusoidal positions added"),
      scores<kLearned>("scores-learned", "Scores, learned positions added"),
      scores<kRelative>("scores-relative", "Scores with a number for each offset"),
      scores<kRotary>("scores-rotary", "Scores of turned queries and keys"),
      {"score", "Scores of the pair", [](P, R r) { return of_kinds(r, [](const KindScores& k) { return k.score; }); },
       [](P p, R r, int kind, int) { return explain_score(p, r, static_cast<Kind>(kind), p.query_at, p.key_at); }},
      {"content-part", "What the words give", [](P, R r) { return of_kinds(r, [](const KindScores& k) { return k.content; }); },
       [](P p, R r, int kind, int) { return explain_content(p, r, static_cast<Kind>(kind)); }},
      {"position-part", "What the places do", [](P, R r) { return of_kinds(r, [](const KindScores& k) { return k.score - k.content; }); },
       [](P p, R r, int kind, int) { return explain_places(p, r, static_cast<Kind>(kind)); }},
      {"moved-score", "Scores of the moved pair", [](P, R r) { return of_kinds(r, [](const KindScores& k) { return k.moved; }); },
       [](P p, R r, int kind, int) { return explain_score(p, r, static_cast<Kind>(kind), p.query_at + p.shift, p.key_at + p.shift); }},
      {"staying", "Scores that stay when both words move on", [](P p, R r) { return scalar(explain_staying(p, r, 0, 0).value); },
       explain_staying},
  };
  for (const auto& row : swap_results()) all.push_back(row);
  for (const auto& row : order_results()) all.push_back(row);
  return all;
}

}  // namespace attn::lessons::positions
