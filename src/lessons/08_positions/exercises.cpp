#include "lessons/08_positions/exercises.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <string>

#include "base/text.h"

namespace attn::lessons::positions {
namespace {

/// The scene's pair is moved on by its shift. Does the dot product become larger, smaller, or neither?
course::Verdict moved_pair(const Params& p, const Result& r, int prediction, const compute::Backend&) {
  const Real before = r.similarity.products(p.query_at, p.key_at), after = r.similarity.products(p.query_at + p.shift, p.key_at + p.shift);
  const int answer = std::abs(after - before) < Real(1e-4) ? 0 : after < before ? 1 : 2;
  return {prediction == answer, "It is " + fixed(static_cast<double>(before), 3) + " for positions " + std::to_string(p.query_at) +
                                    " and " + std::to_string(p.key_at) + ", and " + fixed(static_cast<double>(after), 3) +
                                    " for positions " + std::to_string(p.query_at + p.shift) + " and " +
                                    std::to_string(p.key_at + p.shift) + "."};
}

constexpr int kMoveOn = 12;  ///< by how many places, as the text of the exercise which-stay says

/// Which scores stay when both words of the scene move on.
course::Verdict which_stay(const Params& p, const Result& r, int prediction, const compute::Backend&) {
  const int shift = std::min(kMoveOn, kPlaces - 1 - std::max(p.query_at, p.key_at));
  std::array<KindScores, kKinds> kinds = r.kinds.of;
  for (KindScores& k : kinds) k.moved = k.scores(p.query_at + shift, p.key_at + shift);
  const auto stays = [&kinds](Kind kind) { return kinds[kind].stays(); };
  const bool only_relative = stays(kRelative) && stays(kRotary) && !stays(kLearned);
  const int answer = only_relative ? (stays(kSinusoidal) ? 1 : 0) : 2;
  std::string message;
  for (int kind = 0; kind < kKinds; ++kind) {
    const KindScores& k = kinds[static_cast<size_t>(kind)];
    message += std::string(kind ? "; " : "") + std::string(kind_name(static_cast<Kind>(kind))) + ": " +
               fixed(static_cast<double>(k.score), 2) + ", then " + fixed(static_cast<double>(k.moved), 2);
  }
  return {prediction == answer, message + "."};
}

/// Whether the encodings of the pair are nearly the same although the pair is at least 3 places apart.
course::Verdict alike(const Params& p, const Result& r, int, const compute::Backend&) {
  if (p.position_table != Table::kSinusoidal) return {false, "The exercise is about sinusoidal positions."};
  const int offset = std::abs(p.query_at - p.key_at);
  const double share = static_cast<double>(r.similarity.products(p.query_at, p.key_at)) / p.pairs();
  const bool correct = offset >= 3 && share >= 0.95;
  return {correct, "At offset " + std::to_string(offset) + " the dot product is " + fixed(100 * share, 0) + " % of what it is at offset 0" +
                       (correct      ? "."
                        : offset < 3 ? "; an offset of 3 or more is asked for."
                                     : "; 95 % is asked for.")};
}

/// What becomes of the answers when the scene's sentence is read backwards.
course::Verdict turned_round(const Params&, const Result& r, int prediction, const compute::Backend&) {
  const OrderResult& o = r.order;
  const Tokens along(o.model.said.rbegin(), o.model.said.rend());
  const int answer = o.turned == along ? 0 : o.turned == o.model.said ? 1 : 2;
  int kept = 0;
  for (size_t t = 0; t < along.size(); ++t) kept += o.turned[t] == along[t];
  return {prediction == answer, std::to_string(kept) + " of the " + std::to_string(along.size()) +
                                    " letters keep their answer. As written the model is right at " + std::to_string(o.model.right) +
                                    " places."};
}

}  // namespace

std::vector<course::ExerciseSpec<Params, Result>> exercises() {
  return {{"moved-pair", 3, moved_pair}, {"which-stay", 3, which_stay}, {"alike", 0, alike}, {"turned-round", 3, turned_round}};
}

}  // namespace attn::lessons::positions
