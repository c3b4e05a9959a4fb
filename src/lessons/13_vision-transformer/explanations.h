// How each number of the lesson came about.
#pragma once

#include "formula/expression.h"
#include "lessons/13_vision-transformer/study.h"

namespace attn::lessons::vision_transformer {

using Explain = formula::Explanation(const Params& p, const Result& r, int i, int j);

Explain explain_ink;          ///< drawing[i,j]
Explain explain_probability;  ///< classes[j,0]
Explain explain_logit;        ///< logits[j,0]
Explain explain_weight;       ///< weights[head,token]
Explain explain_score;        ///< scores[head,token]
Explain explain_over;         ///< over[0,token]
Explain explain_rollout;      ///< rollout[0,token]
Explain explain_map;          ///< heads[i,j]
Explain explain_distance;     ///< distance[head,0]
Explain explain_reach;        ///< reach[head,patch]
Explain explain_pixel;        ///< pixel[i,j] of the patch that is looked at
Explain explain_filter;       ///< filter[i,j] of the filter that is looked at
Explain explain_filter_tile;  ///< filters[k,0]: the largest weight of each
Explain explain_token;        ///< token[0,k]
Explain explain_position;     ///< position[0,k]
Explain explain_input;        ///< input[0,k]
Explain explain_similarity;   ///< similarity[i,j]
Explain explain_network;      ///< networks[network,class]
Explain explain_right;        ///< right[network,kind]
Explain explain_cost;         ///< cost[size,column]
Explain explain_by_images;    ///< by-images[rival,k]
Explain explain_by_shift;     ///< by-shift[rival,k]
Explain explain_by_cover;     ///< by-cover[rival,k]
Explain explain_patch;        ///< patch[i,0]

}  // namespace attn::lessons::vision_transformer
