#include "lessons/11_language-models/figures.h"
namespace attn::lessons::language_models {
void draw_lens(canvas::Canvas&, const Params&, const Result&, Params&) {}
void draw_merges(canvas::Canvas&, const Params&, const Result&, Params&) {}
}
