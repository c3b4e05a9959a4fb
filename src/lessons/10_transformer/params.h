// What a reader chooses in the lesson on the Transformer: task and source, heads, the attention that is looked at, what is bent of it, how
// the output is searched for, and the sizes at which layers are compared.
#pragma once

#include <string>
#include <string_view>

#include "base/mat.h"
#include "base/tokens.h"
#include "course/trained.h"
#include "models/transformer_decoding.h"
#include "params/params.h"
#include "tasks/pairs.h"

namespace attn::lessons::transformer {

constexpr int kMostWords = 40;  ///< of a source, and of what is said
constexpr int kMostHeads = 8;
constexpr int kLayers = 2;     ///< of either network
constexpr int kMostBent = 24;  ///< heads cut, and rows set by hand, each
constexpr int kMostPadding = 6;

enum class Task { grammar, dates };
enum class Decoding { greedy, beam, sample };
enum class Measure { entropy, distance };  ///< of a head, see Result

struct Params : course::TrainingChoices {
  Task task = Task::grammar;
  std::string source;  ///< as typed
  int heads = 4;       ///< 1, 2, 4 or 8

  // The attention that is looked at; all from 1.
  models::AttentionPart part = models::AttentionPart::decoder_cross;
  int layer = 2, head = 2;
  int row = 1;                       ///< of the encoder: the source position that asks
  int step = 1;                      ///< of the decoder: the output word
  int padding = 2;                   ///< empty places after the source, as in a batch with longer ones
  Measure below = Measure::entropy;  ///< of each head in the small pictures

  // What is bent; numbers from 1, a part as its place in models::AttentionPart.
  Mat cut = Mat(0, 3);        ///< [k,3] part, layer, head
  Mat overrides = Mat(0, 5);  ///< [k,4+w] part, layer, head, row, then a weight for each key that the row sees and zeros

  Decoding decoding = Decoding::greedy;
  int width = 3;  ///< of the beam
  Real temperature = 1;
  int top_k = 0;  ///< 0: all
  Real top_p = 1;
  int draw = 1;  ///< the seed of what is drawn
  bool cache = true;

  int length = 24, breadth = 64;  ///< of the layers that are compared: n and d
  int trials = 0;                 ///< how often their times were asked for; 0: not yet

  // Follow from the others, see settle().
  Tokens shown;         ///< the last source that could be shown
  std::string refusal;  ///< why the one in `source` is not, or empty

  static params::Table<Params> table();
};

std::string_view task_name(Task task);
const tasks::PairTask& task_of(const Params& p);

/// What follows from an edit: the source is read (translation::settle_source), the head shown is one there is, and what is bent of other
/// heads, or of rows that another source does not have, is dropped; rows become distributions.
void settle(const Params& before, Params& after);

/// The head that is looked at.
models::HeadPlace place_of(const Params& p);
/// The row that is looked at, from 0.
int query_of(const Params& p);
/// Keys that a row of the part sees where the source has so many positions, its end included.
int keys_of(models::AttentionPart part, int query, int positions);

models::Bending bending_of(const Params& p);
bool is_cut(const Params& p, const models::HeadPlace& place);
/// Cuts the head, or puts it back.
void toggle_cut(Params& p, const models::HeadPlace& place);
/// Sets a row [1,w] of a head by hand.
void set_row(Params& p, const models::HeadPlace& place, int query, In row);

}  // namespace attn::lessons::transformer
