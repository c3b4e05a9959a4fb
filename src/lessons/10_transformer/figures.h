// The figures of a Transformer at work.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "course/draw.h"
#include "lessons/10_transformer/study.h"

namespace attn::course {
template <class P, class R>
struct FigureSpec;
}

namespace attn::lessons::transformer {

std::vector<course::FigureSpec<Params, Result>> figures();

using Draw = course::Draw<Params, Result>;

/// The model as it is wired: encoder and decoder, every head a small picture in its place (`effect[i,h]`; a press opens it where it
/// stands), the words that go in and the answer that comes out. In the open head a button (`cut-head`) cuts it out or puts it back; `close`
/// and a press beside it (`beside[k]`) close it. `unbend` puts every head back. The parameter `walk` is the time of its story (whole.h).
Draw draw_whole;

/// The three kinds of attention:
/// - one head large (cells `weights[i,j]`; a press chooses the row), with the row as columns that can be dragged (`row-weights[0,j]`);
/// - all heads small, with their entropies or distances (`entropy[i,h]`, `distance[i,h]`; a press chooses the head);
/// - the output and the next word, as bent by the reader and as the model was trained.
/// The button `cut-head` cuts the head out or puts it back; `unbend` undoes all bending.
Draw draw_attention;

/// One step of decoding: what the next word is chosen from, and which cells (layers times positions) are computed for it; with counts of
/// what decoding costs with a cache and without.
Draw draw_decoding;

/// What a layer of each kind costs, against length and width. `length` and `breadth` are rules that can be dragged.
Draw draw_costs;

/// The model beside GPT-2 and GPT-3, in one unit of area for each weight. The parameter `fly` is how far the camera has gone.
Draw draw_scale;

/// The encoder's head on a source of up to 2,048 tokens, as a map.
Draw draw_long_source;
void prepare_long_source(const Params& p, const Result& r);
std::string describe_long_source(const Params& p, const Result& r);

}  // namespace attn::lessons::transformer
