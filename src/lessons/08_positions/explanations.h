// How the numbers of this lesson came about.
#pragma once

#include <string_view>

#include "formula/expression.h"
#include "lessons/08_positions/study.h"

namespace attn::lessons::positions {

/// sin or cos(p / base^(2k/d)), number `c` of the encoding of `position`.
formula::Explanation explain_encoding(const Params& p, double position, int c, Real value);
/// The angle of hand `k`.
formula::Explanation explain_angle(const Params& p, const Result& r, int k);
/// The dot product of positions i and j: cosines of the angles between their hands, or products of numbers.
formula::Explanation explain_similarity(const Params& p, const Result& r, int i, int j);
formula::Explanation explain_share(const Params& p, const Result& r, int k);

/// A kind's score of the two words at i and j, from its parts.
formula::Explanation explain_score(const Params& p, const Result& r, Kind kind, int i, int j);
/// What the words alone give, and what the places i and j of the pair add to it.
formula::Explanation explain_content(const Params& p, const Result& r, Kind kind);
formula::Explanation explain_places(const Params& p, const Result& r, Kind kind);

/// The probability that `answers` gives the right class at place t.
formula::Explanation explain_answer(const OrderResult& order, const Answers& answers, int t);
/// right / all places of one length; empty where nothing was counted.
formula::Explanation explain_count(std::string_view title, int right, int all, std::string_view note);
/// 1 / n.
formula::Explanation explain_chance(int n);
/// A weight of the head shown.
formula::Explanation explain_weight(const OrderResult& order, int head, int i, int j);

}  // namespace attn::lessons::positions
