#include "lessons/08_positions/results.h"

#include <string>

#include "base/text.h"
#include "lessons/08_positions/explanations.h"

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

/// One number of each kind.
course::Tensor of_kinds(R r, Real (*number)(const KindScores&)) {
  Mat out(kKinds, 1);
  for (int kind = 0; kind < kKinds; ++kind) out(kind, 0) = number(r.kinds[static_cast<size_t>(kind)]);
  return tensor(out, kinds());
}

template <Kind kind>
course::ResultSpec<Params, Result> scores(std::string_view name, std::string_view label) {
  return {name, label, [](P, R r) { return tensor(r.kinds[kind].scores, places(kPlaces), places(kPlaces)); },
          [](P p, R r, int i, int j) { return explain_score(p, r, kind, i, j); }};
}

formula::Explanation explain_staying(P, R r, int, int) {
  std::vector<formula::Expression> terms;
  for (const KindScores& k : r.kinds) terms.push_back(formula::num(k.stays() ? 1 : 0));
  formula::Explanation x{"Scores that stay when both words move on", formula::sym("n"), formula::total(std::move(terms)), 0,
                         "1 for each kind whose score is the same at both pairs of places."};
  for (const KindScores& k : r.kinds) x.value += k.stays() ? 1 : 0;
  return x;
}

}  // namespace

std::vector<course::ResultSpec<Params, Result>> results() {
  return {
      {"encoding", "Encoding of the position", [](P p, R r) { return tensor(r.encoding, {}, places(p.width())); },
       [](P p, R r, int, int c) { return explain_encoding(p, static_cast<double>(p.position), c, r.encoding(0, c)); }},
      {"hand", "Angles of the hands", [](P p, R r) { return tensor(r.angles, places(p.pairs())); },
       [](P p, R r, int k, int) { return explain_angle(p, r, k); }},
      {"waves", "Encodings of all positions", [](P p, R r) { return tensor(r.waves, places(p.width()), places(kPositions)); },
       [](P p, R r, int c, int at) { return explain_encoding(p, at, c, r.waves(c, at)); }},
      {"similarity", "Dot products of positions", [](P, R r) { return tensor(r.similarity, places(kPlaces), places(kPlaces)); },
       explain_similarity},
      {"product", "Dot product of the two positions", [](P p, R r) { return scalar(r.similarity(p.query_at, p.key_at)); },
       [](P p, R r, int, int) { return explain_similarity(p, r, p.query_at, p.key_at); }},
      {"shares", "Cosines between the two positions' hands",
       [](P p, R r) { return tensor(r.shares, {}, places(r.shares.size() ? p.pairs() : 0)); },
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
}

}  // namespace attn::lessons::positions
