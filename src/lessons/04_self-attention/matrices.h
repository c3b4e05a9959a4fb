// The matrices that the page starts with.
#pragma once

#include "base/mat.h"

namespace attn::lessons::self_attention {

/// With these the two heads of width 4 read "Hang them not let them go" in its two ways: in head 1 "not" looks at "let", in head 2 at
/// "Hang". W_k was drawn at random; W_q then solves for wanted scores, which five different words of width 8 allow. Each [8,8].
Mat first_wq();
Mat first_wk();
Mat first_wv();
Mat first_wo();

}  // namespace attn::lessons::self_attention
