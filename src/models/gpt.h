// A language model in the form of GPT-2 (Radford et al. 2019): a stack of causal blocks that says, at each place, which token comes next.
//
//   x_0 = wte[token] + wpe[place]
//   a_l = x_l + attention(norm_1(x_l)),   x_l+1 = a_l + W2 gelu(norm_2(a_l) W1 + b1) + b2
//   logits = norm_f(x_L) wte^T
//
// Each place sees itself and the places before it. Where the model is not causal, each place sees all: that is how BERT reads (Devlin et
// al. 2019), which is asked for tokens that were hidden. The output's weights are the table of tokens (Press and Wolf 2017), or a table of
// their own where the two are not tied; there is no bias. A model without feed-forward parts has x_l+1 = a_l: attention alone, as in Elhage
// et al. 2021 and Olsson et al. 2022.
//
// BERT itself norms after the sums, and says a token by way of one more layer:
//
//   x_0 = norm_e(word[token] + position[place] + type[0])
//   a_l = norm_1(x_l + attention(x_l)),   x_l+1 = norm_2(a_l + W2 gelu(a_l W1 + b1) + b2)
//   logits = norm_t(gelu(x_L Wt + bt)) word^T + b
//
// Models of that form are only opened (published.h), never trained here. What is opened has its large matrices where its file has them.
//
// Parameters have the names and shapes of the published checkpoints, so that a saved model is one: rows go in, columns come out.
//   wte.weight [v,d]   wpe.weight [context,d]   ln_f.{weight,bias} [1,d]
//   lm_head.weight [v,d]   only where it is not tied
//   h.l.ln_1, h.l.ln_2 .{weight,bias} [1,d]
//   h.l.attn.c_attn.{weight [d,3d], bias [1,3d]}    queries, keys and values side by side; head h has columns h d/heads ... of each
//   h.l.attn.c_proj.{weight [d,d], bias [1,d]}
//   h.l.mlp.c_fc.{weight [d,f], bias [1,f]}   h.l.mlp.c_proj.{weight [f,d], bias [1,d]}
//
// v vocabulary, d width, f hidden, n tokens.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "autodiff/engine.h"
#include "autodiff/tape.h"
#include "base/rng.h"
#include "base/tokens.h"
#include "models/transformer_decoding.h"
#include "nn/parameters.h"

namespace attn::models {

/// What a feed-forward part bends its numbers with: gelu as it is defined, or by the tanh with which GPT-2 was released.
enum class GptActivation { gelu, gelu_tanh, relu };

struct GptSettings {
  int vocabulary = 0;
  int context = 64;  ///< the most tokens that it can read
  int width = 64;    ///< d
  int layers = 2;
  int heads = 4;
  int hidden = 256;    ///< f; 0: no feed-forward parts
  bool tied = true;    ///< whether what is said has the same table as what is read
  bool causal = true;  ///< whether a place sees only itself and what stands before it
  // Of models that are opened.
  bool norms_after = false;  ///< BERT's form
  int types = 0;             ///< kinds of sentences, each with a vector of its own; here a text is of the first kind
  GptActivation activation = GptActivation::gelu;
  Real epsilon = Real(1e-5);  ///< of the norms
  bool operator==(const GptSettings&) const = default;
};

/// An empty string, or why these settings cannot be built.
std::string check_settings(const GptSettings& settings);
/// How many weights a model of these settings has.
Index count_weights(const GptSettings& settings);

/// The layers made of the parameters (gpt_layers.h), for those who run the model.
struct GptLayers;
struct DecoderCache;

class Gpt {
 public:
  /// Draws initial weights from `rng`, those of the projections into the stream divided by sqrt(2 layers) (Radford et al. 2019,
  /// section 2.3). The settings have passed check_settings().
  Gpt(const GptSettings& settings, Rng& rng);
  /// A model that was opened. `layers` refer to small weights in `parameters` and to large ones in `bytes`, which is kept.
  Gpt(const GptSettings& settings, nn::Parameters parameters, std::unique_ptr<GptLayers> layers, std::shared_ptr<const void> bytes);
  Gpt(Gpt&&) noexcept;
  Gpt& operator=(Gpt&&) noexcept;
  ~Gpt();

  const GptSettings& settings() const { return settings_; }
  nn::Parameters& parameters() { return parameters_; }
  const nn::Parameters& parameters() const { return parameters_; }
  const GptLayers& layers() const { return *layers_; }
  /// Whether it was opened. It cannot be trained then, and parameters() has only its vectors.
  bool opened() const { return bytes_ != nullptr; }
  /// The vector [1,d] of a token in the table of the output, and what is added to its logit.
  Mat answer_row(int token) const;
  Real answer_bias(int token) const;

  /// The mean [1,1] of -ln p of the next token over all places of all windows. A window has 2 to context + 1 tokens; the last one is only
  /// an answer. backward() on the tape adds to the gradients of parameters().
  autodiff::Var loss(autodiff::Tape& tape, std::span<const Tokens> windows) const;
  /// The mean [1,1] of -ln p of the answers at their places, over all places of all texts (masked language modelling, Devlin et al. 2019,
  /// section 3.1). A text has 1 to context tokens.
  autodiff::Var loss(autodiff::Tape& tape, std::span<const MaskedText> texts) const;
  /// What the table of the output would be multiplied by, at all places of all texts, one after the other: [sum of lengths, d]. A text has
  /// 1 to context tokens.
  autodiff::Var outputs(autodiff::Tape& tape, std::span<const Tokens> texts) const;

 private:
  GptSettings settings_;
  nn::Parameters parameters_;
  std::unique_ptr<GptLayers> layers_;  ///< refers to entries of parameters_, whose addresses survive a move of the model
  std::shared_ptr<const void> bytes_;  ///< keeps what layers_ refers to beside these; null for a model that can be trained
};

/// Every number of a model that read one text.
struct GptRun {
  Tokens tokens;                 ///< [n]
  std::vector<BlockRun> layers;  ///< of each layer, without `cross` and what belongs to it; feed parts are empty where there are none
  Mat output;                    ///< [n,d] what the table of the output is multiplied by: norm_f of the last layer's stream, or norm_t
  Mat logits;                    ///< [n,v]
};
/// Runs the model over 1 to context tokens. Cut heads and own weights act on AttentionPart::decoder_self.
GptRun run(const Gpt& model, const Tokens& tokens, const Bending& bending = {}, autodiff::MakeEngine engine = nullptr);

/// The same in pieces, for models of which a whole run takes longer than a frame. They are large, so of each layer only the stream before
/// it is kept, and what its heads made of that: `input`, and `self` without its output. The logits pass by and are not kept.
class GptWalk {
 public:
  /// Hears the logits [k,v] of places first ... first + k - 1.
  using Hear = std::function<void(Index first, In logits)>;
  /// `model` and what `hear` refers to must outlive the walk.
  GptWalk(const Gpt& model, Tokens tokens, Bending bending, Hear hear);
  /// Does the next piece: a layer, or the logits of some places. Returns whether there is more to do.
  bool advance();
  bool done() const { return layer_ == model_.settings().layers && answered_ == size_; }
  /// What share of it has been done.
  double share() const;
  /// What has been computed so far; all of it when done().
  const GptRun& run() const { return run_; }
  GptRun take() { return std::move(run_); }

 private:
  const Gpt& model_;
  Bending bending_;
  Hear hear_;
  Index size_;
  GptRun run_;
  Mat stream_;  ///< [n,d] after the layers so far
  int layer_ = 0;
  Index answered_ = 0;
};

/// What a stream x [n,d] between two layers would answer if it were the last one: norm_f(x) wte^T, or what BERT's form makes of it ->
/// logits [n,v] (the "logit lens", nostalgebraist 2020).
Mat lens(const Gpt& model, In stream);

/// The logits [n,v] of places with this `output` [n,d] (GptRun).
Mat answers(const Gpt& model, In output);

/// The logits [sum of lengths, v] of many texts at once, one after the other, without intermediate results.
Mat logits_of(const Gpt& model, std::span<const Tokens> texts, const Bending& bending = {});
/// Those [count, v] of what follows each text.
Mat next_logits_of(const Gpt& model, std::span<const Tokens> texts, const Bending& bending = {});

/// Reads a text token by token with a causal model and keeps every layer's keys and values. Where the context is full, it forgets the older
/// half of the text and reads the newer one again.
class GptReader {
 public:
  /// `model` and `bending` must outlive the reader. `bending` may be null. It has room for `most` tokens, or where that is 0 or more than
  /// the context, for as many as that.
  explicit GptReader(const Gpt& model, const Bending* bending = nullptr, int most = 0);
  ~GptReader();

  /// Reads on, at least one token -> the logits [1,v] after the last one.
  Mat read(std::span<const int> tokens);

 private:
  Mat read_rows(std::span<const int> tokens);

  const Gpt& model_;
  const Bending* bending_;
  int room_;
  autodiff::Tape tape_;
  Tokens held_;  ///< what the cache is about
  std::unique_ptr<DecoderCache> cache_;
};

}  // namespace attn::models
