// The same layer on a long text.
#include "lessons/04_self-attention/figures.h"
#include "lessons/long_text/long_text.h"

namespace attn::lessons::self_attention {

void draw_long_text(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  long_text::draw(canvas, long_head(p, r), p.text_of_many, &edit.text_of_many);
}

void prepare_long_text(const Params& p, const Result& r) { long_head(p, r); }

std::string describe_long_text(const Params& p, const Result& r) { return long_text::describe(long_head(p, r), p.text_of_many); }

}  // namespace attn::lessons::self_attention
