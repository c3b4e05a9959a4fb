// Explanations of scores, for the inspector: of one query and one key by each of the five scores, of the terms that connect dot product and
// distance, and of the additive score's hidden units.
#pragma once

#include <string_view>

#include "base/mat.h"
#include "ui/expression.h"

namespace attn::ui {

/// A query [1,d], a key [1,e], and the learned parts of the bilinear (m [d,e]) and the additive score (wq [d,a], wk [e,a], w [a,1]).
struct ScoreParts {
  Mat q, k;
  const Mat &m, &wq, &wk, &w;
};

/// `score` is "dot", "scaled_dot", "distance", "bilinear" or "additive".
Explanation explain_score(std::string_view score, std::string_view title, const ScoreParts& parts, Real value);

/// Term 0: q.k, 1: -1/2|k|^2, 2: -1/2|q|^2, 3: their sum -1/2|q-k|^2. `key` is the key's name.
Explanation explain_distance_term(int term, std::string_view key, const ScoreParts& parts, Real value);

/// tanh(q Wq + k Wk), unit `j`.
Explanation explain_hidden_unit(std::string_view title, const ScoreParts& parts, Index j, Real value);

}  // namespace attn::ui
