// What is seen, in a sentence or two with its numbers.
#pragma once

#include <string>

#include "lessons/11_language-models/study.h"

namespace attn::lessons::language_models {

std::string describe(const Params& p, const Result& r);
std::string describe_writing(const Params& p, const Result& r);
std::string describe_masks(const Params& p, const Result& r);
std::string describe_lens(const Params& p, const Result& r);
std::string describe_heads(const Params& p, const Result& r);
std::string describe_copying(const Params& p, const Result& r);
std::string describe_merges(const Params& p, const Result& r);
std::string describe_tuning(const Params& p, const Result& r);
std::string describe_training(const Params& p, const Result& r);

}  // namespace attn::lessons::language_models
