// What this lesson says of its numbers.
#pragma once

#include <string>
#include <string_view>

#include "lessons/09_transformer-block/study.h"

namespace attn::lessons::transformer_block {

/// "post-norm, residual, 2 heads" of a block; `other` names what the block beside has differently: "without scale".
std::string in_short(const Params& p);
std::string other_in_short(const Params& p);

/// "pre-norm", "attention alone": a stack among those of `curves`, without a word of its residual connections.
std::string_view stack_name(Curves curves, const StackKind& kind);

/// The block in a few sentences with its numbers.
std::string describe(const Params& p, const Result& r);
/// The same of the other figures.
std::string describe_formula(const Params& p, const Result& r);
std::string describe_heads(const Params& p, const Result& r);
std::string describe_stream(const Params& p, const Result& r);

}  // namespace attn::lessons::transformer_block
