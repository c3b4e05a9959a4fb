// What the lesson says about an alignment, in sentences.
#pragma once

#include <string>
#include <string_view>

#include "lessons/07_alignment/study.h"

namespace attn::lessons::alignment {

/// What there is to say about the translation: that the model is not trained, or how many words have changed and what is right.
std::string note(const Result& r);
/// What a reader has to know before believing any number: that the model is not trained. Empty if it is.
std::string warning(const Result& r);
/// The translation, its step and how often the model is right, in a few sentences.
std::string describe(const Params& p, const Result& r);

/// What each of the two networks says, and how many words attention has found.
std::string describe_birth(const Params& p, const Result& r);

/// The formula of a score, for a decoder state s and an annotation h: "s·h".
std::string_view formula_of(models::AlignmentScore score);

}  // namespace attn::lessons::alignment
