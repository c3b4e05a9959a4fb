// The matrices that the lesson starts with.
#pragma once

#include "base/mat.h"

namespace attn::lessons::self_attention {

/// Each [8,8]. With them, the two heads of width 4 read "Hang them not let them go" in its two ways: in head 1 "not" looks at "let", in
/// head 2 at "Hang". W_k was drawn at random, and W_q was solved for so that the scores are as wanted. That has a solution because there
/// are only five different words in width 8.
Mat first_wq();
Mat first_wk();
Mat first_wv();
Mat first_wo();

}  // namespace attn::lessons::self_attention
