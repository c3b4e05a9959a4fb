// What this lesson says about its numbers.
#pragma once

#include <string>
#include <string_view>

#include "lessons/04_self-attention/study.h"

namespace attn::lessons::self_attention {

/// The figure in a few sentences with its numbers.
std::string describe(const Params& p, const Result& r);
/// The trained network's answer.
std::string describe_pointing(const Params& p, const Result& r);

}  // namespace attn::lessons::self_attention
