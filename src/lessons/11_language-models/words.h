// What is seen, in a sentence or two with its numbers.
#pragma once

#include <string>
#include <vector>

#include "lessons/11_language-models/study.h"

namespace attn::lessons::language_models {

std::string describe(const Params& p, const Result& r);
std::string describe_writing(const Params& p, const Result& r);
std::string describe_masks(const Params& p, const Result& r);
std::string describe_lens(const Params& p, const Result& r);
std::string describe_heads(const Params& p, const Result& r);
std::string describe_copying(const Params& p, const Result& r);
/// The rows and columns of `key-lead`, and what it says, in a sentence.
std::vector<std::string> key_writers(const Result& r);
std::vector<std::string> key_readers(const Result& r);
std::string key_sources_text(const Result& r);
std::string describe_forming(const Params& p, const Result& r);
std::string describe_scales(const Params& p, const Result& r);
std::string describe_merges(const Params& p, const Result& r);
std::string describe_tuning(const Params& p, const Result& r);
std::string describe_training(const Params& p, const Result& r);

}  // namespace attn::lessons::language_models
