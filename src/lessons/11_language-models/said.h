// What a model says, as several figures draw it: the text, and the likeliest tokens of one place.
#pragma once

#include <string>
#include <string_view>

#include "canvas/canvas.h"
#include "lessons/11_language-models/study.h"

namespace attn::lessons::language_models {

/// What stands in a figure's place while a published model reads: the text so far, and how far it is.
void draw_unread(canvas::Canvas& canvas, const Result& r);

/// Says at the top of `area` which text or model of the reader's is not here, and cuts that off; nothing where none is missing.
void draw_missing(canvas::Canvas& canvas, canvas::Rect* area, const Params& p);

/// The text as a running paragraph of tokens, as large as fits. What the model said stands on a ground as dark as it was likely (cells
/// `probability[t,0]`; a press on one looks at it).
void draw_said_text(canvas::Canvas& canvas, canvas::Rect area, const Params& p, const Result& r, Params& edit);

/// The height of its largest letters' lines.
float said_text_height(const canvas::Canvas& canvas, const Params& p, const Result& r, float width);

/// The likeliest tokens as bars, below a title; the one that is in the text is strong.
struct SaidBars {
  const Next& next;
  std::string_view cells;  ///< the result that holds the probabilities
  std::string title;
  bool marks = false;  ///< what each is drawn with, as a mark
};
void draw_said_bars(canvas::Canvas& canvas, canvas::Rect area, const Result& r, const SaidBars& bars);

}  // namespace attn::lessons::language_models
