// How each number of the lesson came about.
#pragma once

#include "formula/expression.h"
#include "lessons/14_visual-attention/study.h"

namespace attn::lessons::visual_attention {

using Explain = formula::Explanation(const Params& p, const Result& r, int i, int j);

Explain explain_caption;   ///< caption[word,0]
Explain explain_map;       ///< map[row,column]
Explain explain_says;      ///< says[vocabulary,0]
Explain explain_thing;     ///< thing[i,coordinate]
Explain explain_weight;    ///< weights[word,place]
Explain explain_score;     ///< scores[word,place]
Explain explain_logit;     ///< logits[vocabulary,0]
Explain explain_context;   ///< context[word,k]
Explain explain_edge;      ///< edge[place,0]
Explain explain_right;     ///< right[network,things - 1]
Explain explain_within;    ///< within[network,0]
Explain explain_told;      ///< told[network,0]
Explain explain_spread;    ///< spread[network,0]
Explain explain_received;  ///< received[row,8 network + column]
Explain explain_two;       ///< two[row,8 network + column]
Explain explain_drawn;     ///< drawn[row,8 network + column]
Explain explain_gain;      ///< gain[row,8 network + column]
Explain explain_blur;      ///< blur[network,what]
Explain explain_noise;     ///< noise[network,what]

}  // namespace attn::lessons::visual_attention
