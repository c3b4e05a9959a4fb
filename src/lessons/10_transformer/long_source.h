// The encoder alone on a source of up to 2,048 tokens, many times as long as any that it was trained on.
#pragma once

#include "base/tokens.h"
#include "lessons/10_transformer/study.h"
#include "lessons/long_text/long_text.h"

namespace attn::lessons::transformer {

/// The words (or, in a task of characters, the characters) of a text that the task's vocabulary has, at most `most`. Without any, and for
/// an empty text, sources of the task one after the other, always the same ones.
Tokens long_source(const tasks::PairTask& task, const std::string& text, int most);

/// Makes a text that the reader brings the source, or says that the task knows no word of it.
course::Import take_text(Params& p, std::string_view text);
/// That the task knows no word of the text, so that its own sources stand in; empty where it knows some.
std::string complain_of_text(const Params& p);

/// The encoder's head with the layer and number of the head shown. It is computed when it is first asked for.
const long_text::LongHead& long_head(const Params& p, const Result& r);
/// The weights of its token that asks. There are none until a picture has asked for the head, which takes long to compute.
course::Tensor read_long_weights(const Params& p, const Result& r);

}  // namespace attn::lessons::transformer
