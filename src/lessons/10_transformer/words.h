// The sentences about a Transformer at work.
#pragma once

#include <cstdint>
#include <string>

#include "lessons/10_transformer/study.h"

namespace attn::lessons::transformer {

/// "Layer 2, head 1 of the decoder's attention to the encoder"
std::string head_name(const models::HeadPlace& place);
/// What there is to say of the translation: whether the model is trained, what was changed, what is right.
std::string note(const Result& r);
/// The translation, the row that is looked at, the cost, and how often the model is right, in a few sentences.
std::string describe(const Params& p, const Result& r);

/// The same of the figures that show something else than attention: the word that is chosen and what the cache spares; what layers cost.
std::string describe_decoding(const Params& p, const Result& r);
std::string describe_costs(const Params& p, const Result& r);

/// "12,345", "1.23 M"
std::string count_text(std::int64_t count);
/// Times more that decoding without a cache costs.
double saving(const Result& r);
double saving_longer(const Result& r);

}  // namespace attn::lessons::transformer
