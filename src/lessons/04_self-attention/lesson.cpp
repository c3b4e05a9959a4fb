// Self-attention on the reader's own sentence: queries, keys and values from the same tokens, masks, heads, and the order of the tokens.
#include "course/definition.h"

#include "lessons/04_self-attention/exercises.h"
#include "lessons/04_self-attention/figures.h"
#include "lessons/04_self-attention/results.h"
#include "lessons/04_self-attention/study.h"
#include "lessons/04_self-attention/words.h"

namespace attn::lessons::self_attention {

Result compute(const Params& p, const compute::Backend& backend) { return attend(p, backend.multi_head_attention); }

extern const course::About about = {
    "self-attention", "Self-attention",
    "Every word of a sentence asks all the others: queries, keys and values from the same tokens, masks, heads, and order."};

const course::Lesson& lesson() {
  static const course::Lesson made = course::define<Params, Result>({
      .about = about,
      .results = results(),
      .figures = {{"attention", "Who looks at whom", {"text", "setting", "other", "heads", "head"}, 1.5f, draw_attention},
                  {"mask", "Paint the mask", {"text", "setting", "preset", "window", "prefix", "pad", "flipped", "head"}, 1.7f, draw_mask},
                  {"projections", "Queries, keys, values", {"text", "setting", "wq", "wk", "wv"}, 1.3f, draw_projections},
                  {"heads", "Split, attend, join", {"text", "heads", "head", "wo"}, 1.4f, draw_heads},
                  {"shuffle", "Shuffle the tokens", {"text", "shuffle", "setting", "preset", "heads"}, 1.6f, draw_shuffle}},
      .exercises = exercises(),
  });
  return made;
}

}  // namespace attn::lessons::self_attention
