// Explanations of an alignment's numbers, for the inspector: a weight within reach, a predicted centre, a mean position.
#pragma once

#include <string_view>

#include "base/mat.h"
#include "ui/expression.h"

namespace attn::ui {

/// The positions that one step may look at.
struct AlignmentReach {
  int first = 0, last = 0;  ///< inclusive
  bool gaussian = false;    ///< the softmax is multiplied by exp(-(j - p)^2 / (2 sigma^2))
  Real centre = 0;          ///< p, in positions from 0
  Real sigma = 1;
};

/// Of a decoder state s and an annotation h: v.tanh(Ws + Uh), s.h, sW.h, v.tanh(W[s; h]).
enum class AlignmentForm { additive, dot, general, concat };
const char* alignment_formula(AlignmentForm form);

/// The score as sum of left * right [1,a]: v and the tanh units, s and h, or sW and h. `state` says which one s is.
Explanation explain_alignment_score(std::string_view title, AlignmentForm form, std::string_view state, In left, In right, Real value);

/// softmax over the positions within reach, of scores [1,m], at position `j`, times the Gaussian where there is one.
Explanation explain_alignment_weight(std::string_view title, In scores, In weights, const AlignmentReach& reach, int j);

/// A weight that the reader set; `own` is the model's.
Explanation explain_override(std::string_view title, Real value, Real own);

/// 1 + m sigma(v . t), counted from 1; v and t [1,a].
Explanation explain_predicted_centre(std::string_view title, In v, In t, int m, Real value);

/// sum_j w_j j, counted from 1; weights [1,m].
Explanation explain_mean_position(std::string_view title, In weights, Real value);

/// right / total.
Explanation explain_share(std::string_view title, int right, int total, std::string_view note);

}  // namespace attn::ui
