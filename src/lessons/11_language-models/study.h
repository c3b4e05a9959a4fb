// What a language model makes of a text: how likely each token was, what it says next and after how many layers it knows, where each head
// looks, and how well it copies. A model that sees both sides does not write on: it guesses the words that are hidden, of which the one
// that is looked at is always one.
//
// n tokens of the text, v vocabulary, L layers, h heads.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/mat.h"
#include "base/tokens.h"
#include "compute/backend.h"
#include "lessons/11_language-models/copying.h"
#include "lessons/11_language-models/params.h"
#include "lessons/11_language-models/scale_study.h"
#include "lessons/11_language-models/tuning_study.h"
#include "models/gpt.h"
#include "training/models.h"

namespace attn::lessons::language_models {

inline constexpr int kCandidates = 8;
inline constexpr std::string_view kNoRoomForBlocks = "Two blocks of so many tokens do not fit into the context of this model.";

/// The prompt, and what the model wrote after it.
struct Text {
  Tokens tokens;                   ///< [n]
  int given = 0;                   ///< the first of them are the prompt's
  std::vector<int> hidden;         ///< the places that were hidden, ascending; empty where the model writes
  std::vector<std::string> names;  ///< [n]
  std::vector<std::string> read;   ///< [n] the same with [MASK] in hidden places, as the model read it
  /// [n,1] of each token, after those before it, or if it was hidden in its place. 1 where the model was not asked.
  Mat probability;

  /// Whether the model had to say token t.
  bool is_said(int t) const { return hidden.empty() ? t >= given : std::binary_search(hidden.begin(), hidden.end(), t); }
};

/// What a model says in one place: after a token of the text, or instead of it.
struct Next {
  std::vector<int> candidates;  ///< the likeliest tokens, and the one that is there in the text
  Mat probabilities;            ///< [k,1]
  Mat drawn_from;               ///< [k,1] after temperature, top k and top p
  int follows = -1;             ///< the token that is there in the text; -1 if there is none

  /// The candidate that is there in the text; -1 if there is none.
  int at_follows() const {
    const auto found = std::find(candidates.begin(), candidates.end(), follows);
    return found == candidates.end() ? -1 : static_cast<int>(found - candidates.begin());
  }
};

/// A token that a layer would say.
struct LensCandidate {
  int token = 0;
  Real probability = 0;
};

struct Result {
  const Corpus* corpus = nullptr;
  models::GptSettings settings;
  Index weights = 0;
  bool trained = false;
  std::string provenance;
  Mat losses = Mat(0, 2);  ///< [k,2] a step and the mean loss up to it

  /// A published model that is shown; null for one of ours.
  std::shared_ptr<const OpenedModel> opened;
  bool opens = false;    ///< a published model is read, or was, for it may be gone
  std::string progress;  ///< what the published model has still to do, as a sentence; empty when it has done all
  std::string draft;     ///< the text so far, while the published model reads: then `text` and `run` are empty

  Text text;
  int place = 0;                              ///< of the token that is looked at
  std::shared_ptr<const models::GptRun> run;  ///< over the text; never null. Where a published model would say too many, without logits
  Mat answer_table;                           ///< [v,d] the table of the output of a model of ours
  Next next;
  Next from_left;   ///< what a causal model says at `place` from what stands before; empty at place 0, after a gap, and where there is none
  Mat left_logits;  ///< [1,v] of it
  Mat lens_token;   ///< [L+1,n] what each layer's stream would say, the table of tokens first; the last row is the model's answer
  Mat lens_probability;                               ///< [L+1,n] with what probability
  std::vector<Mat> lens_logits;                       ///< [L+1] of [n,v], of a model of ours
  Mat lens_here;                                      ///< [L,v] the logits of each layer at `place`, of a published model
  Mat logits_here;                                    ///< [1,v] what it says there itself
  std::vector<std::vector<LensCandidate>> lens_best;  ///< [L+1] the likeliest of each at `place`; empty while it is not known
  bool bent = false;                                  ///< heads are cut
  int changed = 0;                                    ///< how many tokens of the text would be others without cuts

  /// What figures prepare, which is never null. It stays empty where a model is fine-tuned or was opened.
  std::shared_ptr<Prepared> prepared = std::make_shared<Prepared>();
  /// For those who prepare, which are called while it stands as it is; null where there is nothing to prepare.
  const training::Models* models = nullptr;
  int step = 0;  ///< of the weights that are shown

  Copying copying;
  Copying rival;  ///< of the model beside it; empty where there is none
  int rival_layers = 0;
  bool rival_learns = false;  ///< the model beside it is trained, too

  double held_out_loss = 0;        ///< nats a token; NaN until it has been measured
  double n_gram_loss = 0;          ///< the same of counted n-grams
  double rival_held_out_loss = 0;  ///< the same of the model beside it
  std::optional<Tuning> tuning;    ///< where the model is fine-tuned
  Mat agreement;                   ///< [3,1] share of probes that are right: pronoun, number, name; empty where there are none
};

/// Whether there is a text with a run over it; else a published model is still to read it.
inline bool is_read(const Result& r) { return !r.text.tokens.empty(); }
/// Whether the run has the logits of all places.
inline bool has_all_logits(const Result& r) { return r.run->logits.rows() > 0; }
/// The logits [1,v] at place t, which are computed here where the run is without.
Mat logits_at(const Result& r, int t);
/// The logits [1,v] of what layer l would say at place t; those of L are the model's own.
Mat lens_logits_at(const Result& r, int l, int t);
/// The row [1,d] of a token in the table of the output, and what is added to its logit.
Mat answer_row(const Result& r, int token);
Real answer_bias(const Result& r, int token);

Result compute(const Params& p, const training::Models& models, const compute::Backend& backend);

/// "after “cat”", or where words are hidden "in the place of “cat”": where the model says what it says at place t.
std::string where_said(const Result& r, int t, bool capital = false);
/// Whether the place that is looked at is a gap of the reader's, of which nobody knows what stood there.
bool is_gap(const Result& r);
/// The name of head `head` of layer `layer`, both from 0: "2.1".
std::string head_name(int layer, int head);

}  // namespace attn::lessons::language_models
