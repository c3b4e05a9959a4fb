// A reader's own sentence, in any script, as tokens and as made-up embeddings.
//
// Nothing here was learned from a corpus: an embedding is a function of the token's letters alone, so that the same word always has the
// same vector, in every browser, and two words have vectors that know nothing of each other.
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

/// Splits `text` (UTF-8) at white space and around punctuation; Chinese and Japanese characters and emoji are tokens of their own, marks
/// stay with the letter they modify, and an apostrophe or hyphen between letters stays inside its word. At least one token (kEmptyToken),
/// at most `limit`: what is left over is dropped.
std::vector<std::string> tokens(std::string_view text, int limit);

/// One row a token, [n, width]: numbers of about unit variance, rounded to one place after the point so that they can be shown whole.
/// Capital A to Z count as small letters; a pad token's row is zero.
Mat embeddings(const std::vector<std::string>& tokens, int width);

}  // namespace attn::lessons::sentence
