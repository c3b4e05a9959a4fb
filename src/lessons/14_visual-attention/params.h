// What a reader of the lesson on visual attention may change: the scene, the map of each word, and the network.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "base/mat.h"
#include "course/trained.h"
#include "lessons/14_visual-attention/settings.h"

namespace attn::lessons::visual_attention {

inline constexpr int kExamples = 99;  ///< held-out scenes that can be shown
inline constexpr int kDraws = 99;

/// What the hand does in the picture.
enum class Tool { move, paint };

struct Params : course::TrainingChoices {
  Params();

  // A change of it begins another training.
  Network network = Network::soft;

  // The picture.
  int example = 0;  ///< the held-out scene that was brought, from 1; 0: the things are the reader's own
  Mat things;       ///< [k,5] of each thing: shape, colour, big, x, y
  int chosen = 1;   ///< the thing that the buttons change, from 1; 0: none

  // How it is told.
  int word = 4;  ///< the word whose map is shown, from 1
  Mat bent;      ///< [k,65] a word, from 1, and 1 where the reader has painted its map; those places share its weight alike
  int draw = 0;  ///< number of the draw of a hard attention; 0: the likeliest place of each word
  Tool tool = Tool::move;

  static params::Table<Params> table();
};

tasks::Things things_of(const Params& p);
/// Things as rows [k,5].
Mat as_rows(const tasks::Things& things);
/// Held-out scene `example`, from 1: of one, two or three things in turn.
tasks::Things things_of_example(int example);
/// The weights [1,64] of words whose maps were painted. Here and below words are counted from 0.
std::map<int, Mat> bent_maps(const Params& p);
/// Where the map of a word is painted [8,8]; nowhere if it has its own.
Mask painted_mask(const Params& p, int word);
/// Paints the map of a word. With nothing painted the word has its own map back.
void paint(Params& p, int word, const Mask& mask);

/// Brings every thing into the picture, and all numbers to what there is. Idempotent.
void settle(const Params& before, Params& after);

}  // namespace attn::lessons::visual_attention
