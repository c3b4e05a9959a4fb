// How the lesson's numbers came about, for the inspector: each of the five scores of a query and a key, the terms that connect dot product
// and distance, hidden units of the additive score, keys scaled to one length, and costs.
#pragma once

#include <string>
#include <string_view>

#include "base/mat.h"
#include "formula/expression.h"
#include "lessons/03_scoring/study.h"

namespace attn::lessons::scoring {

/// A query [1,d], a key [1,e], and the learned parts of the bilinear (m [d,e]) and the additive score (wq [d,a], wk [e,a], w [a,1]).
struct ScoreParts {
  Mat q, k;
  const Mat &m, &wq, &wk, &w;
  Index query = 0, key = 0;  ///< the rows of q and k
  bool looked_at = true;     ///< this is the query whose hidden units are a result
};
ScoreParts parts_of(const Params& p, const Result& r, Index query, Index key);

formula::Explanation explain_score(Score score, std::string_view title, const ScoreParts& parts, Real value);

/// Terms 0 to 2 are q.k, -1/2|k|^2 and -1/2|q|^2; term 3 is their sum, -1/2|q-k|^2. `key` is the key's name.
formula::Explanation explain_distance_term(int term, std::string_view key, const ScoreParts& parts, Real value);

/// Unit `j` of tanh(q Wq + k Wk).
formula::Explanation explain_hidden_unit(std::string_view title, const ScoreParts& parts, Index j, Real value);

/// Entry j of a key [1,e] as it is used: as the reader gave it, or, if `drawn_out`, scaled to length kRadius.
formula::Explanation explain_key(std::string title, const Mat& given, bool drawn_out, Index j, Real value);

/// The largest |a_j - b_j| of two rows of weights.
formula::Explanation explain_difference(std::string title, const Mat& a, const Mat& b, Real value);

/// The dot product that key `j`'s bar stands for at the chosen width.
formula::Explanation explain_grown(const Params& p, Index j, Real value);

/// What a score costs for all queries and keys. `kind` 0 counts parameters, 1 multiply-adds, 2 evaluations of tanh. The value is 0 where
/// the score is not defined.
formula::Explanation explain_cost(Score score, std::string_view name, const Params& p, int kind);

}  // namespace attn::lessons::scoring
