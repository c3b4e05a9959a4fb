// What this lesson says about its numbers.
#pragma once

#include <string>
#include <string_view>

#include "lessons/09_transformer-block/study.h"

namespace attn::lessons::transformer_block {

/// The setting in which the two blocks differ, as the reader's block has it ("with the root") and as the block beside has it ("without the
/// root"). Empty where they do not differ.
std::string in_short(const Params& p);
std::string other_in_short(const Params& p);

/// "pre-norm", "attention alone": a stack among those of `curves`. Its residual connections are not mentioned.
std::string_view stack_name(Curves curves, const StackKind& kind);

/// Describes the block in a few sentences with its numbers.
std::string describe(const Params& p, const Result& r);
/// The same for the other figures.
std::string describe_sorting(const Params& p, const Result& r);
std::string describe_formula(const Params& p, const Result& r);
std::string describe_heads(const Params& p, const Result& r);
std::string describe_stream(const Params& p, const Result& r);

}  // namespace attn::lessons::transformer_block
