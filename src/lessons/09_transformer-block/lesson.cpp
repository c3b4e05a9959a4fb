// One block of the Transformer, from the tokens to its output: heads, residual stream, norms and the feed-forward network, each of which
// can be switched off.
#include "course/lesson.h"

#include <memory>

#include "course/training.h"
#include "lessons/09_transformer-block/ablation.h"
#include "lessons/09_transformer-block/exercises.h"
#include "lessons/09_transformer-block/figures.h"
#include "lessons/09_transformer-block/results.h"
#include "lessons/09_transformer-block/study.h"
#include "lessons/09_transformer-block/words.h"

namespace attn::lessons::transformer_block {
namespace {

using kernels::Activation, kernels::NormPlace;

Result compute(const Params& p, const training::Models&, const compute::Backend&) { return study(p); }

/// The switches of the block, for a model that learns.
models::TransformerSettings settings_of(const Params& p) {
  models::TransformerSettings s;
  s.heads = p.heads(), s.norm = p.norm, s.activation = p.activation, s.scale = p.scale, s.residual = p.residual;
  s.positions = p.positions ? models::PositionKind::sinusoidal : models::PositionKind::none;
  return s;
}

training::Make make_ablation(const Params& p) {
  return [settings = settings_of(p)](const training::Plan& plan) { return std::make_unique<Ablation>(settings, plan); };
}

params::Table<Params> table() {
  const auto integer = [](std::string_view id, std::string_view label, std::string_view help, double min, double max) {
    return params::Spec{.id = id, .label = label, .help = help, .min = min, .max = max, .step = 1};
  };
  return params::Table<Params>{}
      .text(&Params::text,
            {.id = "text", .label = "Sentence", .help = "Your sentence, in any script; its first 8 words and signs are the tokens."})
      .integer(&Params::token, integer("token", "Token followed", "The token whose row is marked at every station.", 1, kTokens))
      .choice(&Params::beside,
              {.id = "beside", .label = "Second block", .help = "A second block beside yours, with one thing the other way round."},
              {{"nothing", "none"},
               {"scale", "root or none"},
               {"residual", "residual or none"},
               {"norm", "norm or none"},
               {"norm-place", "pre or post"},
               {"heads", "one head or two"},
               {"activation", "ReLU or GELU"},
               {"causal", "causal or not"},
               {"positions", "positions or none"}})
      .choice(&Params::norm,
              {.id = "norm",
               .label = "Norm",
               .help = "Where the layer norms stand: nowhere, before each part, or after each sum.",
               .restarts_training = true},
              {{NormPlace::none, {"none", "none"}}, {NormPlace::pre, {"pre", "pre"}}, {NormPlace::post, {"post", "post"}}})
      .boolean(&Params::residual, {.id = "residual",
                                   .label = "Residual",
                                   .help = "What goes into a part is added to what comes out of it.",
                                   .restarts_training = true})
      .boolean(
          &Params::scale,
          {.id = "scale", .label = "Root", .help = "Scores are divided by the root of the head\u2019s width.", .restarts_training = true})
      .boolean(&Params::causal, {.id = "causal", .label = "Causal", .help = "No token sees a later one."})
      .boolean(&Params::positions, {.id = "positions",
                                    .label = "Positions",
                                    .help = "Sines and cosines of the place are added to the embeddings.",
                                    .restarts_training = true})
      .choice(&Params::activation,
              {.id = "activation",
               .label = "Activation",
               .help = "What bends the hidden numbers of the feed-forward network.",
               .restarts_training = true},
              {{Activation::relu, {"relu", "ReLU"}}, {Activation::gelu, {"gelu", "GELU"}}})
      .choice(
          &Params::heads_log2,
          {.id = "heads", .label = "Heads", .help = "Into how many heads the columns of Q, K and V are cut.", .restarts_training = true},
          {{"1", "1"}, {"2", "2"}, {"4", "4"}})
      .integer(&Params::head, integer("head", "Head shown", "The head whose matrices are shown.", 1, kMostHeads))
      .integer(&Params::cut,
               integer("cut", "Head taken out", "This head\u2019s rows of the output matrix are zero; 0: none.", 0, kMostHeads))
      .choice(&Params::width_choice, {.id = "width", .label = "Width", .help = "Numbers in each row of the stream: d_model."},
              {{"4", "4"}, {"8", "8"}, {"12", "12"}, {"16", "16"}})
      .choice(&Params::hidden_log2, {.id = "hidden", .label = "Hidden width", .help = "Hidden numbers of the feed-forward network: d_ff."},
              {{"8", "8"}, {"16", "16"}, {"32", "32"}})
      .choice(&Params::stage, {.id = "stage", .label = "Station opened", .help = "What is shown large beside the flow."},
              {{"input", "input"},
               {"norm1", "first norm"},
               {"attention", "attention"},
               {"sum1", "first sum"},
               {"norm2", "second norm"},
               {"feed-forward", "feed-forward"},
               {"sum2", "second sum"}})
      .choice(&Params::part, {.id = "part", .label = "Part of the formula", .help = "The letter whose matrices come forward."},
              {{"queries", "Q"},
               {"keys", "K"},
               {"product", "product"},
               {"root", "root"},
               {"softmax", "softmax"},
               {"values", "V"},
               {"output", "output"}})
      .integer(&Params::depth, integer("depth", "Blocks", "So many blocks stand on each other.", 1, kMostDepth))
      .choice(&Params::curves, {.id = "curves", .label = "Stacks", .help = "Which stacks are compared."},
              {{"norms", "pre and post"}, {"residual", "with and without residual"}, {"parts", "attention and feed-forward alone"}})
      .matrix(&Params::nudge, {.id = "nudge",
                               .label = "Change of the embeddings",
                               .help = "Added to the first numbers of the first tokens\u2019 embeddings.",
                               .min = -8,
                               .max = 8,
                               .step = kNudgeStep,
                               .rows = {1, kTokens},
                               .cols = {1, 16}})
      .include(course::training_table());
}

}  // namespace

extern const course::About about = {
    "transformer-block", "The Transformer block",
    "One block from tokens to output: heads, residual stream, norms and feed-forward, each drawn, asked and switched off."};

const course::Lesson& lesson() {
  static const course::Lesson made = course::define<Params, Result, training::Models>({
      .about = about,
      .params = table(),
      .settle = settle,
      .compute = compute,
      .results = results(),
      .figures = {{"block",
                   "The block",
                   {"text", "beside", "norm", "residual", "scale", "causal", "positions", "activation", "heads", "width", "hidden", "seed"},
                   1.35f,
                   draw_block,
                   false},
                  {"formula",
                   "Formula",
                   {"text", "part", "heads", "head", "width", "scale", "causal"},
                   1.4f,
                   later<draw_formula>,
                   false,
                   {},
                   later<describe_formula>},
                  {"heads",
                   "Head by head",
                   {"text", "heads", "head", "cut", "width", "seed"},
                   1.3f,
                   later<draw_heads>,
                   false,
                   {},
                   later<describe_heads>},
                  {"stream",
                   "Deep stack",
                   {"depth", "curves", "seed"},
                   1.35f,
                   later<draw_stream>,
                   false,
                   "stream,gradient,likeness",
                   later<describe_stream>},
                  {"training",
                   "Training",
                   {"norm", "residual", "scale", "heads", "activation", "positions", "optimiser", "learning-rate", "schedule", "warm-up",
                    "batch", "seed"},
                   1.4f}},
      .describe = describe,
      .exercises = exercises(),
      .training =
          course::trained<Params>({.make = make_ablation, .shipped = [](const Params&) -> const training::Recipe* { return nullptr; }}),
  });
  return made;
}

}  // namespace attn::lessons::transformer_block
