// Explanations of an encoder-decoder's numbers, for the inspector.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/mat.h"
#include "ui/expression.h"

namespace attn::ui {

/// tanh(h w + b): a number of the decoder's first state, from the encoder's last one h [1,u], a column w [u,1] and a bias.
Explanation explain_first_state(std::string_view title, In state, In column, Real bias, Real value);

/// ln p(words) = ln p(words before) + ln p(word | words before).
Explanation explain_hypothesis(std::string_view title, double before, double word, double value);

/// ln p of each word, summed; probabilities [1,n].
Explanation explain_log_probability(std::string_view title, In probabilities, double value);

/// Unit `i` of the `whose` ("encoder") state at word `j`; states [u,m]. Empty outside.
Explanation explain_state(std::string_view whose, In states, std::span<const std::string> words, int i, int j);

/// Entry i, j of a table [k,2] of steps and values. Empty outside, and where it is no finite number.
Explanation explain_step_value(std::string_view what, In table, int i, int j, std::string_view note);

/// right / total; an empty explanation where nothing was counted.
Explanation explain_exact_match(std::string_view title, int right, int total, std::string_view note);

}  // namespace attn::ui
