// What a reader chooses in the lesson on language models: what the model reads and how large it is, the text that it goes on from, what is
// looked at, and what is cut out.
//
// Layers, heads and places count from 1 here, from 0 everywhere else.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/mat.h"
#include "base/tokens.h"
#include "course/trained.h"
#include "lessons/11_language-models/corpus.h"
#include "models/gpt.h"

namespace attn::lessons::language_models {

inline constexpr int kMostLayers = 4, kMostHeads = 8;
inline constexpr int kMostCut = 16;      ///< heads that are cut at most
inline constexpr int kMostMerges = 400;  ///< merges that the picture of byte pairs goes through

struct OpenedModel;

inline constexpr std::string_view kModelIsMissing =
    "No model is open: drop or choose the files of a GPT-2 or a BERT (config.json, model.safetensors and those of its tokenizer). Until "
    "then "
    "the model of little stories is shown.";
inline constexpr std::string_view kOwnIsMissing =
    "That text is not in this page any more: drop or paste it again. Until then the model reads the stories as a text.";

struct Params : course::TrainingChoices {
  Params();

  Reads reads = Reads::stories;
  std::string own_model;  ///< the key of the published model that was opened (opened.h)
  std::string own;        ///< the key of the reader's own text; empty for stories_as_text()
  Cut cut_into = Cut::characters;
  int pieces_log2 = 9;  ///< byte pairs: 2^9 tokens at most

  int layers = 2, heads = 4;
  int width_log2 = 6;    ///< d = 64
  int context_log2 = 6;  ///< 64 tokens

  std::string prompt;  ///< what the reader typed; the model goes on from there
  int length = 60;     ///< tokens that it writes
  Real temperature = Real(0.8);
  int top_k = 0;  ///< 0 for all
  Real top_p = 1;
  int draw = 1;  ///< seed of the tokens that are drawn

  int place = 3;            ///< of the token that is looked at
  int layer = 1, head = 1;  ///< the head that is shown
  Mat cut = Mat(0, 2);      ///< [k,2] layer, head: heads whose output is replaced by zeros
  int block = 10;           ///< letters of a block in the test of copying

  int labels_log2 = 5;  ///< fine-tuning: the model that has learned from 2^5 labels is shown

  int merges = 0;                       ///< byte pairs: merges that have been learned in the picture
  std::string word = "understandable";  ///< what the picture of byte pairs cuts into tokens

  // Set by settle().
  std::shared_ptr<const Corpus> corpus;     ///< what the model reads
  Tokens given;                             ///< the last prompt that could be read
  std::string refusal;                      ///< why `prompt` cannot be read; empty where it can
  bool own_is_missing = false;              ///< `own` names a text that is not here
  std::weak_ptr<const OpenedModel> opened;  ///< the published model; empty where none is read
  bool opens = false;                       ///< whether a published model is read, which may have gone since

  int width() const { return 1 << width_log2; }
  int context() const { return 1 << context_log2; }  ///< of a model in training
  int pieces() const { return 1 << pieces_log2; }
  int labels() const { return 1 << labels_log2; }

  static params::Table<Params> table();
};

/// What follows from an edit: the corpus is found and the prompt is read. A prompt that was left alone while `reads` changed is replaced by
/// the sample of what the model reads now. One that cannot be read leaves `given` as it was. The head shown exists.
void settle(const Params& before, Params& after);

/// What the reader's own text or model is that is not here, as a sentence; empty where nothing is missing.
std::string_view what_is_missing(const Params& p);
/// The place that is looked at, from 0. Where words are hidden it is one of them: the marks at both ends are no words.
int place_asked(const Params& p);
/// The shape of the model in training, or of the published one.
models::GptSettings settings_of(const Params& p);
models::Bending bending_of(const Params& p);
/// How the next token is drawn. Hidden words are not drawn: for them it is the model's own distribution.
models::Choice choice_of(const Params& p, Rng* rng);
bool is_cut(const Params& p, int layer, int head);
/// Cuts a head, counted from 0, or puts it back.
void toggle_cut(Params& p, int layer, int head);

}  // namespace attn::lessons::language_models
