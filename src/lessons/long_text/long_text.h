// A text of up to 2,048 tokens, and how one head looks at it: a map of four million weights.
//
// A lesson says what the head's queries and keys are; the rest is here. n tokens ask, m answer, d is the width of the head.
#pragma once

#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "base/mat.h"
#include "canvas/canvas.h"
#include "compute/backend.h"
#include "course/lesson.h"
#include "course/tensor.h"
#include "formula/expression.h"
#include "lessons/large_map/large_map.h"
#include "params/params.h"

namespace attn::lessons::long_text {

inline constexpr int kMostTokens = 2048;
inline constexpr int kMostCharacters = 24000;

/// What a reader may set of it.
struct LongText {
  std::string text;              ///< as typed or pasted; empty: a text that the lesson has
  int token = 1012;              ///< the token that asks, from 1, a fox in the tale; beyond the last one it is the last one
  large_map::MapView view = {};  ///< of the map
};
/// `long-text`, `long-token` and those of the map, which a lesson includes.
params::Table<LongText> table();

/// Makes a text that the reader brings the one that is looked at, without what is beyond kMostCharacters.
course::Import take(LongText* p, std::string_view text);

/// A tale in which each sentence repeats the one before it: 2,040 tokens.
std::string tale();

/// One head over a text. Its weights are in `field`; a row of them can be had with its scores.
struct LongHead {
  std::vector<std::string> asking, answering;  ///< [n], [m]
  Mat q, k;                                    ///< [n,d], [m,d]
  Real scale = 1;                              ///< of the scores, 1 / sqrt(d) where they are scaled
  Mask allowed;                                ///< [n,m], or without elements where all may attend
  large_map::WholeField field = large_map::WholeField(Mat());

  int token(const LongText& p) const;  ///< the token that asks, from 0
  Mask allowed_row(int i) const;       ///< [1,m]
  Mat scores(int i) const;             ///< [1,m]
};

/// Fills `field`. The weights are computed by `backend` in strips of rows, so that scores take no room.
void attend(LongHead* head, const compute::Backend& backend);

/// The values of these parameters, as a part of a key.
std::string key_of(const params::Rows& rows, std::initializer_list<std::string_view> ids, const void* params);
/// The head of this key, made where it is none of the last two that were asked for. All lessons share these, because a head takes 20 MB.
const LongHead& kept(const std::string& key, const std::function<LongHead()>& make);
/// The same if it has been made, else null.
const LongHead* find_kept(const std::string& key);

/// The region `map` is the map and `map-query` the token that asks.
void draw(canvas::Canvas& canvas, const LongHead& head, const LongText& p, LongText* edit);

/// The weights of the token that asks [1,m]; a table without numbers where there is no head.
course::Tensor read_weights(const LongHead* head, const LongText& p);

/// How the weight of token `j` for the token that asks came about.
formula::Explanation explain_weight(const LongHead& head, const LongText& p, int j);

/// What is seen, in a sentence or two.
std::string describe(const LongHead& head, const LongText& p);

}  // namespace attn::lessons::long_text
