// The same block on a long text.
#include "lessons/09_transformer-block/figures.h"
#include "lessons/long_text/long_text.h"

namespace attn::lessons::transformer_block {

void draw_long_text(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  long_text::draw(canvas, long_head(p, r), p.text_of_many, &edit.text_of_many);
}

void prepare_long_text(const Params& p, const Result& r) { long_head(p, r); }

std::string describe_long_text(const Params& p, const Result& r) { return long_text::describe(long_head(p, r), p.text_of_many); }

}  // namespace attn::lessons::transformer_block
