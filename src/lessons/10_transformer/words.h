// What the lesson says about a Transformer at work, in sentences.
#pragma once

#include <cstdint>
#include <string>

#include "lessons/10_transformer/study.h"

namespace attn::lessons::transformer {

/// "Head 1 of layer 2, decoder to encoder".
std::string head_name(const models::HeadPlace& place);
/// What there is to say about the translation: that the model is not trained, or how many words were changed and what is right.
std::string note(const Result& r);
/// The translation, the row shown, the cost, and how often the model is right, in a few sentences.
std::string describe(const Params& p, const Result& r);

/// The same for the other figures: which heads matter; the word that is chosen and what the cache saves; what layers cost;
/// how large other models are.
std::string describe_whole(const Params& p, const Result& r);
std::string describe_decoding(const Params& p, const Result& r);
std::string describe_costs(const Params& p, const Result& r);
std::string describe_scale(const Params& p, const Result& r);

/// "12,345", "1.23 M"
std::string count_text(std::int64_t count);
/// How many times as much decoding costs without a cache, for this output and for a long one.
double saving(const Result& r);
double saving_longer(const Result& r);

}  // namespace attn::lessons::transformer
