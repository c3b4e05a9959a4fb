// How each number of a block came about. `i` is the token, `j` the column, `b` the reader's block or the one beside it.
#pragma once

#include "formula/expression.h"
#include "lessons/09_transformer-block/study.h"

namespace attn::lessons::transformer_block {

formula::Explanation explain_embedding(const Result& r, int i, int j);
formula::Explanation explain_position(const Result& r, const Block& b, int i, int j);
formula::Explanation explain_input(const Result& r, const Block& b, int i, int j);

/// A number of a query, a key or a value; `letter` is q, k or v.
formula::Explanation explain_projection(const Result& r, const Block& b, char letter, int i, int j);
/// Numbers of head `h`, from 0. In these three `j` is the token that answers.
formula::Explanation explain_query_times_key(const Result& r, int h, int i, int j);
formula::Explanation explain_score(const Result& r, int h, int i, int j);
formula::Explanation explain_weight(const Result& r, int h, int i, int j);
formula::Explanation explain_concat(const Result& r, int i, int j);
formula::Explanation explain_part(const Result& r, int h, int i, int j);
formula::Explanation explain_attention(const Result& r, const Block& b, int i, int j);

/// Additions and norms: those at the feed-forward network if `second`, otherwise those at the attention.
formula::Explanation explain_sum(const Result& r, const Block& b, bool second, int i, int j);
formula::Explanation explain_norm(const Result& r, const Block& b, bool second, int i, int j);
formula::Explanation explain_mean(const Result& r, bool second, int i);
formula::Explanation explain_deviation(const Result& r, bool second, int i);

formula::Explanation explain_hidden_before(const Result& r, int i, int j);
formula::Explanation explain_hidden(const Result& r, int i, int j);
formula::Explanation explain_feed_forward(const Result& r, const Block& b, int i, int j);

/// A number that is not computed from others.
formula::Explanation explain_value(std::string_view title, std::string_view letter, double value, std::string_view note);

}  // namespace attn::lessons::transformer_block
