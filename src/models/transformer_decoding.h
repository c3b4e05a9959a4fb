// What a trained Transformer does with a sentence: one run with every intermediate, decoding word by word with and without the cache of
// keys and values, by the likeliest word, a draw or a beam, and many sentences at once.
//
// A number of a position is the same to the last bit whichever way it was found: in one run over the whole sentence, with the cache or
// without it, alone or in a batch. n rows of the network that is meant, m keys, d d_model, v target_words.
#pragma once

#include <cstdint>
#include <vector>

#include "models/beam.h"
#include "models/transformer.h"

namespace attn::models {

/// Which attention of a layer.
enum class AttentionPart { encoder_self, decoder_self, decoder_cross };

/// One head. An encoder has parts encoder_self, a decoder alone decoder_self.
struct HeadPlace {
  AttentionPart part = AttentionPart::encoder_self;
  int layer = 0, head = 0;
  bool operator==(const HeadPlace&) const = default;
};
/// A row of attention weights in the place of the model's own.
struct WeightsOverride {
  HeadPlace head;
  int query = 0;  ///< row; a row that a run does not compute, or a width that does not fit it, is passed over
  Mat weights;    ///< [1, keys that the query sees]: all m, or in a decoder's self-attention query + 1
};
/// What a reader may change without touching the parameters. Every function below obeys it.
struct Bending {
  std::vector<HeadPlace> cut;  ///< heads that give nothing: their part of Wo is silent
  std::vector<WeightsOverride> overrides;
};

/// One attention of one layer as it ran.
struct AttentionRun {
  Mat q, k, v;               ///< projected [n,d], [m,d], [m,d]; with rotary positions after the turn
  std::vector<Mat> scores;   ///< per head [n,m]: q.k times the scale, plus the offset's number; 0 where hidden
  std::vector<Mat> weights;  ///< per head [n,m], in use: those of an override where there is one; 0 where hidden
  Mat concat;                ///< [n,d] the heads side by side; a cut head is 0
  Mat output;                ///< [n,d] concat Wo + bo
};
/// One layer as it ran, in the order of the computation. `normed` is what the part reads: the stream, with norm pre the normed stream.
struct BlockRun {
  Mat input;  ///< [n,d] the residual stream before the layer
  Mat self_normed;
  AttentionRun self;
  Mat after_self;  ///< [n,d] the stream
  Mat cross_normed;
  AttentionRun cross;
  Mat after_cross;  ///< these three empty without cross-attention
  Mat feed_normed;
  Mat hidden;  ///< [n,d_ff] after the activation
  Mat feed;    ///< [n,d] what the feed-forward part gives
  Mat output;  ///< [n,d] the stream after the layer
};
/// A network as it ran. All empty where the shape has none.
struct NetworkRun {
  Tokens tokens;  ///< [n] what it read, special tokens included
  Mat embedded;   ///< [n,d] rows of the table times sqrt(d)
  Mat positions;  ///< [n,d] what is added to them; zeros with positions none, relative and rotary
  Mat input;      ///< [n,d] their sum
  std::vector<BlockRun> layers;
  Mat output;  ///< [n,d] the last layer's, with norm pre after the last norm
};
struct TransformerRun {
  NetworkRun encoder, decoder;
  Mat logits;         ///< [n,v] of the decoder's rows, of an encoder alone: of its rows
  Mat probabilities;  ///< [n,v] their softmax
};
/// `target` is what the decoder is given after the start token; of an encoder alone it is not read. Fits check_pair().
TransformerRun run(const Transformer& model, const Tokens& source, const Tokens& target, const Bending& bending = {});

/// How the next word is taken from the logits: temperature 0, or no generator, takes the likeliest. Otherwise one is drawn from
/// softmax(logits / temperature), cut to the top_k likeliest and then to the fewest likeliest that hold at least top_p (Fan et al. 2018,
/// Holtzman et al. 2020), and divided by their sum.
struct Choice {
  Real temperature = 0;
  int top_k = 0;   ///< 0: no cut
  Real top_p = 1;  ///< 1: no cut
  Rng* rng = nullptr;
};
/// [1,v] what a word is drawn from; with temperature 0 all on the likeliest.
Mat drawn_from(In logits, const Choice& choice);

struct DecodeOptions {
  int max_length = 40;  ///< words at most; cut to what the model's max_length leaves room for
  bool cache = true;
  Choice choice = {};
  const Tokens* forced = nullptr;  ///< teacher forcing: these are given as inputs; `token` is still what the model takes
  Bending bending = {};            ///< overrides act on the rows that a step computes
};
/// One step of a decoder.
struct DecodeStep {
  int input = 0;             ///< the token that was given
  int token = 0;             ///< the token taken
  Mat logits;                ///< [1,v]
  Mat probabilities;         ///< [1,v] their softmax
  Mat drawn_from;            ///< [1,v] as drawn_from() above
  Real log_probability = 0;  ///< of `token`, under `probabilities`
  /// Decoder rows that this step computed in every layer: first_row ... rows - 1. With a cache only those that are new (at the first step
  /// of a decoder alone: those of the source, too), without one all from 0.
  int first_row = 0, rows = 0;
  std::int64_t multiply_adds = 0;  ///< counted while it ran: products of matrices, scores and weighted sums; as decode_cost() says
};
struct Decoded {
  std::vector<DecodeStep> steps;           ///< the last one says kEndToken, unless the length cut it off
  std::int64_t encoder_multiply_adds = 0;  ///< of the encoder, once for all steps
  Tokens tokens() const;                   ///< what was said, without the end token
  std::int64_t multiply_adds() const;      ///< of all steps and the encoder
};
/// The model has a decoder; the source passes check_pair() with an empty target, here and below. The keys and values of the encoder's
/// output are made at the first step and kept with the cache; without one every step makes them again.
Decoded decode(const Transformer& model, const Tokens& source, const DecodeOptions& options = {});

/// Multiply-adds by formula, of an encoder over a source of `source` tokens (without the end token)...
std::int64_t encoder_cost(const TransformerSettings& settings, int source);
/// ... and of decoding step `step` (from 0).
std::int64_t decode_cost(const TransformerSettings& settings, int source, int step, bool cache);

/// As models/beam.h. Hypotheses have a cache each; draws are not made.
Beam beam_search(const Transformer& model, const Tokens& source, int width, int max_length = 40, const Bending& bending = {});

/// The likeliest words for many sources at once, outputs only (for measuring): the same tokens as decode(); of an encoder alone the
/// likeliest class at each position.
std::vector<Tokens> translate_all(const Transformer& model, const std::vector<Tokens>& sources, int max_length = 40,
                                  const Bending& bending = {});

/// Log-probability of `target`, with a decoder and the end token, in nats.
Real log_probability(const Transformer& model, const Tokens& source, const Tokens& target);

}  // namespace attn::models
