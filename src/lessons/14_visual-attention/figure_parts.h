// What several figures of this lesson draw alike.
#pragma once

#include <string_view>

#include "canvas/canvas.h"
#include "lessons/14_visual-attention/figures.h"

namespace attn::lessons::visual_attention {

inline constexpr float kTint = 0.8f;  ///< of the sequential colours, so that things stand out of the fullest

/// The largest square at the top of `r`, in the middle.
canvas::Rect square_in(canvas::Rect r);

/// The places of a picture in the colours of `weights` [1,64], of which `most` has the full colour, with thin lines between them where
/// there is room.
void draw_places(canvas::Canvas& canvas, canvas::Rect r, In weights, Real most, canvas::Place caller = canvas::Place::here());
/// The things of a scene over a picture that fills `r`.
void draw_things(canvas::Canvas& canvas, canvas::Rect r, const tasks::Things& things, canvas::Place caller = canvas::Place::here());
/// Both; what is not looked at pales. `most` has the full colour, or if it is negative the largest weight; with 0 nothing pales.
void draw_scene(canvas::Canvas& canvas, canvas::Rect r, const tasks::Things& things, In weights, Real most = -1,
                canvas::Place caller = canvas::Place::here());
/// The places of a map as cells of the result `id` [8,16], in whose halves two maps stand beside each other; `side` is 0 or 1.
void draw_half_grid(canvas::Canvas& canvas, canvas::Rect r, std::string_view id, int side, std::string_view label,
                    canvas::Place caller = canvas::Place::here());
/// The scale of the colours of places, of which `most` has the full one.
void draw_weight_scale(canvas::Canvas& canvas, canvas::Rect row, Real most, canvas::Place caller = canvas::Place::here());
/// The square about a thing in a picture that fills `r`.
canvas::Rect box_of(canvas::Rect r, const tasks::Thing& thing);

/// The caption on the stage as words to press, in lines within `r`; letters become smaller where they have to. Words that differ from a
/// clear scene's caption are underlined. Returns the height.
float draw_caption(canvas::Canvas& canvas, canvas::Rect r, const Params& p, const Result& r_, Params& edit,
                   canvas::Place caller = canvas::Place::here());
/// The caption of soft attention by itself, as words `word[t]` to press at the top of `area`, which are cut off, where there is room for
/// them beside what the figure is about.
void cut_caption(canvas::Canvas& canvas, canvas::Rect* area, const Result& result, Params& edit,
                 canvas::Place caller = canvas::Place::here());
/// A caption of any network as a text that wraps, with wrong words underlined. Returns the height.
float draw_told(canvas::Canvas& canvas, canvas::Rect r, const Tokens& words, const Result& result, float size,
                canvas::Place caller = canvas::Place::here());

/// A line of small quiet text, cut off the top of `area`; `brief` where the other has no room.
void draw_note(canvas::Canvas& canvas, canvas::Rect* area, std::string_view text, std::string_view brief,
               canvas::Place caller = canvas::Place::here());

}  // namespace attn::lessons::visual_attention
