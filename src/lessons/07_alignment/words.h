// The sentences about an alignment.
#pragma once

#include <string>
#include <string_view>

#include "lessons/07_alignment/study.h"

namespace attn::lessons::alignment {

/// What there is to say of the translation: why a source was refused, whether the model is trained, what was changed, what is right.
std::string note(const Result& r);
/// What a reader has to know before believing any number: the note on a model that is not trained, else nothing.
std::string warning(const Result& r);
/// The translation, its step and how often the model is right, in a few sentences.
std::string describe(const Params& p, const Result& r);

/// The score's formula, of a decoder state s and an annotation h: "s·h".
std::string_view formula_of(models::AlignmentScore score);

}  // namespace attn::lessons::alignment
