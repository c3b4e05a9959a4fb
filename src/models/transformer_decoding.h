// What a trained Transformer does with a sentence. It can run once and show every intermediate result, or decode word by word, with or
// without the cache of keys and values. The next word is the likeliest one, is drawn, or comes from a beam search. Many sentences can be
// decoded at once.
//
// The numbers of a position are the same to the last bit in whichever way they were computed: in one run over the whole sentence, with the
// cache or without it, alone or in a batch. n rows of the network in question, m keys, d d_model, v target_words.
#pragma once

#include <cstdint>
#include <vector>

#include "autodiff/engine.h"
#include "models/beam.h"
#include "models/transformer.h"

namespace attn::models {

/// Which attention of a layer.
enum class AttentionPart { encoder_self, decoder_self, decoder_cross };

/// One head of the model. An encoder alone has only encoder_self, a decoder alone only decoder_self.
struct HeadPlace {
  AttentionPart part = AttentionPart::encoder_self;
  int layer = 0, head = 0;
  bool operator==(const HeadPlace&) const = default;
};
/// A row of attention weights that replaces the model's own.
struct WeightsOverride {
  HeadPlace head;
  int query = 0;  ///< the row; it is ignored where a run does not compute that row, or the width does not fit
  Mat weights;    ///< [1, keys that the query sees]: all m, or in a decoder's self-attention query + 1
};
/// What a reader may change in a model without changing its parameters. Every function below takes it into account.
struct Bending {
  std::vector<HeadPlace> cut;  ///< heads whose output is replaced by zeros; one that the model lacks is passed over
  std::vector<WeightsOverride> overrides;
};

/// The record of one attention in one layer.
struct AttentionRun {
  Mat q, k, v;               ///< projected [n,d], [m,d], [m,d]; with rotary positions after the rotation
  std::vector<Mat> scores;   ///< per head [n,m]: q.k times the scale, plus the number of the relative offset; 0 where masked
  std::vector<Mat> weights;  ///< per head [n,m]: the weights in use, which an override may have replaced; 0 where masked
  Mat concat;                ///< [n,d] the heads side by side; a cut head is 0
  Mat output;                ///< [n,d] concat Wo + bo
};
/// The record of one layer, in the order of the computation. A `..._normed` is the input of its part: the residual stream or, with norm
/// pre, the normed stream.
struct BlockRun {
  Mat input;  ///< [n,d] the residual stream before the layer
  Mat self_normed;
  AttentionRun self;
  Mat after_self;  ///< [n,d] the stream
  Mat cross_normed;
  AttentionRun cross;
  Mat after_cross;  ///< [n,d] the stream; like the two before it, empty without cross-attention
  Mat feed_normed;
  Mat hidden;  ///< [n,d_ff] after the activation
  Mat feed;    ///< [n,d] the output of the feed-forward part
  Mat output;  ///< [n,d] the stream after the layer
};
/// The record of a network. All of it is empty where the shape does not have the network.
struct NetworkRun {
  Tokens tokens;  ///< [n] what it read, special tokens included
  Mat embedded;   ///< [n,d] rows of the table times sqrt(d)
  Mat positions;  ///< [n,d] what is added to them; zeros with positions none, relative and rotary
  Mat input;      ///< [n,d] their sum
  std::vector<BlockRun> layers;
  Mat output;  ///< [n,d] the last layer's output; with norm pre, after the last norm
};
struct TransformerRun {
  NetworkRun encoder, decoder;
  Mat logits;         ///< [n,v] for the decoder's rows, or for those of an encoder alone
  Mat probabilities;  ///< [n,v] their softmax
};
/// Runs the model once. `target` is what the decoder is given after the start token; an encoder alone does not read it. The pair must pass
/// check_pair(). `engine` makes what computes it instead of the CPU; null: the CPU does.
TransformerRun run(const Transformer& model, const Tokens& source, const Tokens& target, const Bending& bending = {},
                   autodiff::MakeEngine engine = nullptr);

/// The queries and keys [n, d_model / heads] of one head of the encoder's self-attention, for sources longer than a run could record: only
/// the layers below are computed, and nothing of them is kept. The model is the one with these settings and parameters. With sinusoidal or
/// rotary positions a source may be longer than max_length; what the model makes of places beyond its training is another question. The
/// source is not empty.
struct HeadVectors {
  Mat q, k;
};
HeadVectors encoder_head(TransformerSettings settings, const nn::Parameters& parameters, const Tokens& source, int layer, int head,
                         autodiff::MakeEngine engine = nullptr);

/// How the next word is chosen from the logits. With temperature 0, or without a generator, it is the likeliest. Otherwise it is drawn from
/// softmax(logits / temperature), restricted to the top_k likeliest words, then to the smallest number of likeliest words that hold at
/// least top_p (Fan et al. 2018, Holtzman et al. 2020), and divided by their sum.
struct Choice {
  Real temperature = 0;
  int top_k = 0;   ///< 0: no cut
  Real top_p = 1;  ///< 1: no cut
  Rng* rng = nullptr;
};
/// The distribution [1,v] from which a word is drawn; with temperature 0 all of it is on the likeliest word.
Mat drawn_from(In logits, const Choice& choice);
/// The next token after logits [1,v].
int choose(In logits, const Choice& choice);

struct DecodeOptions {
  int max_length = 40;  ///< the most words; the model's own max_length may leave room for fewer
  bool cache = true;
  Choice choice = {};
  const Tokens* forced = nullptr;         ///< teacher forcing: these are given as inputs; `token` is still what the model chooses
  Bending bending = {};                   ///< overrides act on the rows that a step computes
  autodiff::MakeEngine engine = nullptr;  ///< as in run()
};
/// One step of a decoder.
struct DecodeStep {
  int input = 0;             ///< the token that was given
  int token = 0;             ///< the token that was chosen
  Mat logits;                ///< [1,v]
  Mat probabilities;         ///< [1,v] their softmax
  Mat drawn_from;            ///< [1,v] as drawn_from() above
  Real log_probability = 0;  ///< of `token`, under `probabilities`
  /// The rows of the decoder that this step computed in every layer: first_row ... rows - 1. With a cache these are only the new rows; the
  /// first step of a decoder alone also computes those of the source. Without a cache they are all rows from 0 on.
  int first_row = 0, rows = 0;
  std::int64_t multiply_adds = 0;  ///< counted during the step: matrix products, scores and weighted sums; agrees with decode_cost()
};
struct Decoded {
  std::vector<DecodeStep> steps;           ///< the last token is kEndToken, unless the length ended it earlier
  std::int64_t encoder_multiply_adds = 0;  ///< of the encoder, which runs once for all steps
  Tokens tokens() const;                   ///< the tokens without the end token
  std::int64_t multiply_adds() const;      ///< of all steps and the encoder
};
/// Decodes word by word. Here and below the model must have a decoder, and the source must pass check_pair() with an empty target. With a
/// cache the keys and values of the encoder's output are computed at the first step and kept; without one every step computes them again.
Decoded decode(const Transformer& model, const Tokens& source, const DecodeOptions& options = {});

/// The multiply-adds, by formula, of an encoder over a source of `source` tokens (not counting the end token).
std::int64_t encoder_cost(const TransformerSettings& settings, int source);
/// The multiply-adds, by formula, of decoding step `step` (from 0).
std::int64_t decode_cost(const TransformerSettings& settings, int source, int step, bool cache);

/// Beam search as in models/beam.h, with a cache for each hypothesis. Nothing is drawn. `engine` as in run().
Beam beam_search(const Transformer& model, const Tokens& source, int width, int max_length = 40, const Bending& bending = {},
                 autodiff::MakeEngine engine = nullptr);

/// The likeliest words for many sources at once, without intermediate results, for measuring. The tokens are the same as those of decode().
/// An encoder alone answers the likeliest class at each position.
std::vector<Tokens> translate_all(const Transformer& model, const std::vector<Tokens>& sources, int max_length = 40,
                                  const Bending& bending = {});

/// Log-probability of `target` in nats; with a decoder, that of `target` and the end token.
Real log_probability(const Transformer& model, const Tokens& source, const Tokens& target);

}  // namespace attn::models
