// The figures of the lesson.
#pragma once

#include "course/draw.h"
#include "lessons/13_vision-transformer/study.h"

namespace attn::lessons::vision_transformer {

using Draw = course::Draw<Params, Result>;

/// The drawing, large, on which the reader draws (`drawing[i,j]`), with weights laid over its patches (`over[0,i]`), and the answer as bars
/// `classes[i,0]`. Buttons `tool[k]` say what the hand does, `clear` takes a clean sheet, `next` another example, `again` undoes what is
/// hidden, cut and in disorder.
Draw draw_look;

/// The drawing cut into patches (`patch[i,0]`), and how one of them becomes a token: its pixels `pixel[i,j]`, the filter `filter[i,j]`, all
/// filters `filters[k,0]`, the token `token[0,k]`, the position `position[0,k]` and their sum `input[0,k]`. Below them what each size of a
/// patch costs, `cost[i,j]`.
Draw draw_patches;

/// Every head's weights over the drawing (`heads[i,j]`), how far it looks (`distance[h,0]`), and a button `cut-head[h]` that cuts it.
Draw draw_heads;

/// How alike the learned positions are, a small map for each patch (`similarity[i,j]`).
Draw draw_positions;

/// The drawing in order and in disorder, what the networks with and without positions say of it (`networks[i,j]`), and how often each is
/// right (`right[i,j]`).
Draw draw_order;

/// The Vision Transformer beside a convolution: recorded shares of right answers against drawings to learn from (`by-images[i,k]`), pixels
/// moved (`by-shift[i,k]`) and patches covered (`by-cover[i,k]`), with the model on the stage as a ring.
Draw draw_beside;

}  // namespace attn::lessons::vision_transformer
