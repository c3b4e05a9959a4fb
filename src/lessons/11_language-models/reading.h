// How a published model reads what the reader asks of it, in pieces, since a whole run takes longer than a frame: it writes on or guesses,
// then every layer is recorded, and then what each layer would say.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "base/rng.h"
#include "lessons/11_language-models/params.h"
#include "models/gpt.h"

namespace attn::lessons::language_models {

/// What is asked of a model. The same request gives the same reading.
struct Request {
  Tokens given;    ///< as the model reads them, with hidden places
  int length = 0;  ///< how many tokens it may add; 0 where it guesses
  Real temperature = 0, top_p = 1;
  int top_k = 0, draw = 1;
  std::vector<models::HeadPlace> cut;
  bool operator==(const Request&) const = default;
};
Request request_of(const Params& p);

class Reading {
 public:
  /// `model` must outlive it.
  Reading(const models::Gpt& model, Request request, int end);

  const Request& request() const { return request_; }
  /// Does the next piece. Returns whether there is more to do.
  bool advance();
  double share() const;
  /// The tokens so far: those that were given, and what was written.
  const Tokens& tokens() const { return tokens_; }

  /// Every number of the run over all tokens, without logits where they would be too many; null until there is one.
  const std::shared_ptr<const models::GptRun>& run() const { return run_; }
  /// [n,1] the probability of each token after those before it, 1 for the first; empty where the model guesses, and until there is a run.
  const Mat& probability() const { return probability_; }
  /// [1,v] the logits at a place. There is a run.
  Mat logits_at(int place) const;
  /// [n] the likeliest token at each place.
  const Tokens& likeliest() const { return likeliest_; }
  /// [n] what the whole model writes, or what it would say at each place, if heads are cut; empty until it is known, and without cuts.
  const Tokens& uncut() const { return uncut_; }
  /// [L+1,n] what each layer's stream would say, and with what probability; empty until it is known.
  const Mat& lens_token() const { return lens_token_; }
  const Mat& lens_probability() const { return lens_probability_; }

 private:
  /// Writes with these heads cut, a piece at a time. Returns whether there is more to write.
  bool write(const models::Bending& bending, Tokens* tokens);
  bool look_through();
  /// Notes what the model says at places from `first` on.
  void note(Index first, In logits);

  const models::Gpt& model_;
  Request request_;
  models::Bending bending_, whole_;
  int end_;
  Tokens tokens_, uncut_, found_uncut_;
  std::optional<models::GptReader> reader_;
  std::size_t read_ = 0;  ///< tokens that the reader has read
  Mat logits_;            ///< after them
  Rng rng_{1};
  bool written_ = false, compared_ = false;
  std::optional<models::GptWalk> walk_;
  std::shared_ptr<const models::GptRun> run_;
  Tokens likeliest_;
  Mat likeliest_probability_;  ///< [n,1]
  Mat probability_;
  mutable std::map<int, Mat> logits_here_;  ///< of some places
  Mat lens_token_, lens_probability_, found_token_, found_probability_, found_logits_;
  Index seen_ = 0;  ///< rows of the lens that have been computed, over all layers
};

}  // namespace attn::lessons::language_models
