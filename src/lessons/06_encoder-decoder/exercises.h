// The checks of the lesson's exercises, which compute their answers.
#pragma once

#include "compute/backend.h"
#include "course/definition.h"
#include "lessons/06_encoder-decoder/study.h"

namespace attn::lessons::encoder_decoder {

/// How do sources longer than those of training fare? 0: about as well; 1: worse; 2: less than half as well.
course::Verdict check_length(const Params& p, const Result& r, int prediction, const compute::Backend&);
/// Does reading from the end help? 0: yes; 1: it harms; 2: no difference (within 3 % of the sources of all lengths).
course::Verdict check_order(const Params& p, const Result& r, int prediction, const compute::Backend&);
/// Whether the beam finds a likelier output than greedy search.
course::Verdict check_beam(const Params& p, const Result& r, int prediction, const compute::Backend&);

}  // namespace attn::lessons::encoder_decoder
