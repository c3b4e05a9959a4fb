// How the numbers of the results came about, a function for each result. An explanation is empty for cells that do not exist, and where
// nothing has been measured.
#pragma once

#include "formula/expression.h"
#include "lessons/06_encoder-decoder/study.h"

namespace attn::lessons::encoder_decoder {

formula::Explanation explain_output(const Params& p, const Result& r, int i, int j);
formula::Explanation explain_probabilities(const Params& p, const Result& r, int i, int j);
formula::Explanation explain_bottleneck(const Params& p, const Result& r, int i, int j);
formula::Explanation explain_encoder_states(const Params& p, const Result& r, int i, int j);
formula::Explanation explain_decoder_states(const Params& p, const Result& r, int i, int j);
formula::Explanation explain_right_free(const Params& p, const Result& r, int i, int j);
formula::Explanation explain_right_forced(const Params& p, const Result& r, int i, int j);
formula::Explanation explain_log_probability(const Params& p, const Result& r, int i, int j);
formula::Explanation explain_beam(const Params& p, const Result& r, int i, int j);
formula::Explanation explain_accuracy(const Params& p, const Result& r, int i, int j);
formula::Explanation explain_accuracy_other(const Params& p, const Result& r, int i, int j);
formula::Explanation explain_within(const Params& p, const Result& r, int i, int j);
formula::Explanation explain_beyond(const Params& p, const Result& r, int i, int j);

}  // namespace attn::lessons::encoder_decoder
