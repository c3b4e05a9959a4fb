#include "lessons/09_transformer-block/params.h"

#include <algorithm>

#include "base/check.h"
#include "base/resized.h"
#include "lessons/sentence/sentence.h"

namespace attn::lessons::transformer_block {
namespace {

using kernels::Activation, kernels::NormPlace;

/// `m`, cut to the most rows and columns, without zero rows and columns at the end. At least one number remains.
Mat trimmed(const Mat& m, Index most_rows, Index most_cols) {
  Mat out = resized(m, std::min(m.rows(), most_rows), std::min(m.cols(), most_cols));
  while (out.rows() > 1 && out.bottomRows(1).isZero(0)) out = Mat(out.topRows(out.rows() - 1));
  while (out.cols() > 1 && out.rightCols(1).isZero(0)) out = Mat(out.leftCols(out.cols() - 1));
  return out;
}

}  // namespace

params::Table<Params> Params::table() {
  const auto integer = [](std::string_view id, std::string_view label, std::string_view help, double min, double max) {
    return params::Spec{.id = id, .label = label, .help = help, .min = min, .max = max, .step = 1};
  };
  return params::Table<Params>{}
      .text(&Params::letters, {.id = "letters", .label = "Letters", .help = "Up to 8 letters from a to z, which the trained block sorts."})
      .mask(&Params::parts, {.id = "parts",
                             .label = "Parts",
                             .help = "Which parts of the trained block are there, from top to bottom.",
                             .rows = {1, 1},
                             .cols = {kBlockParts, kBlockParts}})
      .integer(&Params::sorting_head,
               integer("sorting-head", "Head", "The head of the trained block whose weights are shown.", 1, block_settings().heads))
      .number(&Params::walk, {.id = "walk",
                              .label = "Walk",
                              .help = "How much of the block that sorts is shown, from the letters that go in to the answer.",
                              .min = 0,
                              .max = params::end_of_story(kSortingStops),
                              .step = 0.05,
                              .walked = true})
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
      .include(&Params::text_of_many, long_text::table())
      .include(course::training_table());
}

void settle(const Params&, Params& after) {
  after.refusal = read_letters(after.letters, &after.sorted);
  if (after.sorted.empty()) CHECK(read_letters(Params().letters, &after.sorted).empty(), "the default letters cannot be read");
  const int n = static_cast<int>(sentence::tokens(after.text, kTokens).size());
  after.token = std::min(after.token, n);
  after.head = std::min(after.head, after.heads());
  if (after.cut > after.heads()) after.cut = 0;
  if (after.norm == NormPlace::none) {
    if (after.stage == Stage::kNorm1) after.stage = Stage::kSum1;
    if (after.stage == Stage::kNorm2) after.stage = Stage::kSum2;
  }
  after.nudge = trimmed(after.nudge, n, after.width());
}

Params other_params(const Params& params) {
  Params p = params;
  switch (p.beside) {
    case Beside::kNothing:
      break;
    case Beside::kScale:
      p.scale = !p.scale;
      break;
    case Beside::kResidual:
      p.residual = !p.residual;
      break;
    case Beside::kNorm:
      p.norm = p.norm == NormPlace::none ? NormPlace::post : NormPlace::none;
      break;
    case Beside::kNormPlace:
      p.norm = p.norm == NormPlace::pre ? NormPlace::post : NormPlace::pre;
      break;
    case Beside::kOneHead:
      p.heads_log2 = p.heads_log2 == 0 ? 1 : 0;
      break;
    case Beside::kActivation:
      p.activation = p.activation == Activation::relu ? Activation::gelu : Activation::relu;
      break;
    case Beside::kCausal:
      p.causal = !p.causal;
      break;
    case Beside::kPositions:
      p.positions = !p.positions;
      break;
  }
  if (p.cut > p.heads()) p.cut = 0;
  return p;
}

}  // namespace attn::lessons::transformer_block
