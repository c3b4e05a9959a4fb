// The figures of a block.
#pragma once

#include "course/draw.h"
#include "lessons/09_transformer-block/study.h"

namespace attn::lessons::transformer_block {

using Draw = course::Draw<Params, Result>;

/// The trained block as a column of its parts, each a switch (regions `part[k]`), between the reader's letters (`letter[i]`) and the answer
/// (`answers[i]`), with what flows between the parts, read as letters. The parameter `walk` is the time of its story (sorting_story.h).
Draw draw_sorting;

/// The data flow from the tokens to the output (regions `token[i]`, `stage[k]`), and beside it the stage that is open or a second block.
Draw draw_block;

/// W_q cut into the heads' own matrices, and the output as the sum of what each head adds through its rows of W_o. Pressing a head (region
/// `head[h]`) shows it, and the button `cut` takes it out.
Draw draw_heads;

/// softmax(Q K^T / sqrt(d)) V, letter by letter (regions `symbol[k]`), above the matrices that the letters stand for.
Draw draw_formula;

/// The size of the stream and of the gradient in a stack of blocks. The points are the cells of the results `stream` and `gradient`.
Draw draw_stream;

/// The head shown on a text of up to 2,048 tokens, as a map.
Draw draw_long_text;
void prepare_long_text(const Params& p, const Result& r);
std::string describe_long_text(const Params& p, const Result& r);

}  // namespace attn::lessons::transformer_block
