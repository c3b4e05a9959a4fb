// How the numbers of this lesson came about, for the inspector.
#pragma once

#include <string_view>

#include "formula/expression.h"
#include "lessons/08_positions/study.h"

namespace attn::lessons::positions {

/// Number `c` of the encoding of `position`: sin or cos(p / base^(2k/d)) with k = c / 2, rounded down.
formula::Explanation explain_encoding(const Params& p, double position, int c, Real value);
/// The angle of hand `k`.
formula::Explanation explain_angle(const Params& p, const Result& r, int k);
/// The dot product of positions i and j: a sum of cosines of the angles between their hands or, in a random table, of products.
formula::Explanation explain_similarity(const Params& p, const Result& r, int i, int j);
formula::Explanation explain_share(const Params& p, const Result& r, int k);

/// A kind's score of the two words at i and j, from its parts.
formula::Explanation explain_score(const Params& p, const Result& r, Kind kind, int i, int j);
/// What the words alone give, and what the places i and j of the pair add to that.
formula::Explanation explain_content(const Params& p, const Result& r, Kind kind);
formula::Explanation explain_places(const Params& p, const Result& r, Kind kind);

/// The probability that `answers` gives the right class at place t.
formula::Explanation explain_answer(const OrderResult& order, const Answers& answers, int t);
/// right / all, over the places of sentences of one length; empty where nothing was counted.
formula::Explanation explain_count(std::string_view title, int right, int all, std::string_view note);
/// The share of places that are right without knowing the places, 1 / n.
formula::Explanation explain_chance(int n);
/// A weight of head `head`, counted from 0 over all layers.
formula::Explanation explain_weight(const OrderResult& order, int head, int i, int j);

}  // namespace attn::lessons::positions
