// A reader's own sentence, in any script, as tokens and as made-up embeddings.
//
// Nothing here was learned from a corpus. An embedding depends on the token's letters alone, so the same word always has the same vector,
// in every browser, and the vectors of different words are unrelated.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/mat.h"

namespace attn::lessons::sentence {

/// The token that stands for a sentence without words.
inline constexpr std::string_view kEmptyToken = "\u2205";
/// The token that fills a sentence up to the length of its batch.
inline constexpr std::string_view kPadToken = "[pad]";

/// Splits `text` (UTF-8) at white space and around punctuation. Chinese and Japanese characters and emoji are tokens of their own, marks
/// stay with the letter that they modify, and an apostrophe or hyphen between letters stays inside its word. A text without words gives
/// kEmptyToken. At most `limit` tokens are returned; the rest is dropped.
std::vector<std::string> tokens(std::string_view text, int limit);

/// A row for each token, [n, width]: numbers of about unit variance, rounded to one place after the point so that all digits can be shown.
/// Capitals A to Z count as small letters. The row of a pad token is zero.
Mat embeddings(const std::vector<std::string>& tokens, int width);

}  // namespace attn::lessons::sentence
