#include "lessons/04_self-attention/params.h"

#include <algorithm>

#include "base/check.h"
#include "base/resized.h"
#include "kernels/mask.h"
#include "lessons/04_self-attention/matrices.h"
#include "lessons/sentence/sentence.h"
#include "tasks/antecedent.h"

namespace attn::lessons::self_attention {
namespace {

using sentence::kPadToken, sentence::tokens;

const Params& of(const void* params) { return *static_cast<const Params*>(params); }

std::vector<std::string> padded(std::vector<std::string> tokens, int pads) {
  tokens.insert(tokens.end(), static_cast<size_t>(pads), std::string(kPadToken));
  return tokens;
}

Mat trimmed(const Mat& nudge, size_t tokens) {
  Index rows = std::min(nudge.rows(), static_cast<Index>(tokens));
  while (rows > 1 && nudge.row(rows - 1).isZero(0)) --rows;
  return nudge.topRows(rows);
}

/// Whether `preset` closes cells by itself.
bool is_usual(Preset preset) { return preset != Preset::kNone && preset != Preset::kPainted; }

void settle_sentence(Params& after) {
  const tasks::PairTask& task = tasks::antecedent_task();
  if (after.sentence.empty()) after.sentence = task.sample;
  after.refusal = task.read(task, after.sentence, &after.shown);
  if (after.shown.empty()) {
    const std::string why = task.read(task, task.sample, &after.shown);
    CHECK(why.empty(), "the sample of ", task.name, ": ", why);
  }
  if (after.word > static_cast<int>(after.shown.size())) after.word = 0;
}

/// Makes the preset and the painted mask [n,m] of `after` agree.
void settle_mask(const Params& before, Params& after, Index n, Index m) {
  after.mask = resized(after.mask, n, m, true);
  const bool repainted = after.mask != resized(before.mask, n, m, true), chosen = after.preset != before.preset;
  if (chosen && !repainted && after.preset == Preset::kNone) after.mask.setConstant(true);
  if (is_usual(after.preset) && (chosen || !repainted || after.mask.all())) return;
  after.preset = after.mask.all() ? Preset::kNone : Preset::kPainted;
}

}  // namespace

Params::Params()
    : sentence(tasks::antecedent_task().sample),
      text("Hang them not let them go"),
      other("Pendez - les , ne les laissez pas partir"),
      mask(Mask::Constant(6, 6, true)),
      nudge(Mat::Zero(1, kWidth)),
      nudge_other(Mat::Zero(1, kWidth)),
      wq(first_wq()),
      wk(first_wk()),
      wv(first_wv()),
      wo(first_wo()) {
  learning_rate = Real(0.008);
}

params::Table<Params> Params::table() {
  static constexpr params::Extent kSide = {1, kTokens + kPads};
  const auto matrix = [](std::string_view id, std::string_view label, std::string_view help) {
    return params::Spec{.id = id,
                        .label = label,
                        .help = help,
                        .min = -kEntryLimit,
                        .max = kEntryLimit,
                        .step = kEntryStep,
                        .rows = {kWidth, kWidth},
                        .cols = {kWidth, kWidth},
                        .matters = [](const void* p) { return of(p).setting != Setting::kBase; }};
  };
  const auto nudge = [](std::string_view id, std::string_view label, std::string_view help) {
    return params::Spec{
        .id = id, .label = label, .help = help, .min = -8, .max = 8, .step = kEntryStep, .rows = kSide, .cols = {kWidth, kWidth}};
  };
  return params::Table<Params>{}
      .text(&Params::sentence, {.id = "sentence",
                                .label = "Your sentence",
                                .help = "A sentence such as: the dog could not catch the cat because it was too fast. Up to 16 words."})
      .integer(&Params::word, {.id = "word",
                               .label = "Word that asks",
                               .help = "The word of the sentence that looks at the others, from 1; 0 is the pronoun.",
                               .min = 0,
                               .max = 16,
                               .step = 1})
      .text(&Params::text,
            {.id = "text", .label = "Sentence", .help = "Your sentence, in any script; its first 24 words and signs are the tokens."})
      .choice(&Params::setting, {.id = "setting", .label = "Setting", .help = "Who asks, who answers, and through which matrices."},
              {{"base", "base"}, {"global", "global self"}, {"causal", "causal self"}, {"cross", "cross"}})
      .text(&Params::other, {.id = "other",
                             .label = "Second sentence",
                             .help = "In cross-attention its tokens give the keys and values.",
                             .matters = [](const void* p) { return of(p).is_cross(); }})
      .choice(&Params::heads_log2,
              {.id = "heads", .label = "Heads", .help = "Into how many heads the eight columns of Q, K and V are cut."},
              {{"1", "1"}, {"2", "2"}, {"4", "4"}, {"8", "8"}})
      .integer(&Params::head,
               {.id = "head", .label = "Head shown", .help = "The head whose weights are shown large.", .min = 1, .max = 8, .step = 1})
      .choice(&Params::preset, {.id = "preset", .label = "Mask preset", .help = "A usual mask, on top of what you painted."},
              {{"none", "none"},
               {"padding", "padding"},
               {"causal", "causal"},
               {"window", "window"},
               {"prefix", "prefix-LM"},
               {"painted", "your own"}})
      .integer(&Params::window, {.id = "window",
                                 .label = "Window",
                                 .help = "The window mask lets a token see so many places to either side.",
                                 .min = 0,
                                 .max = 12,
                                 .step = 1,
                                 .matters = [](const void* p) { return of(p).preset == Preset::kWindow; }})
      .integer(&Params::prefix, {.id = "prefix",
                                 .label = "Prefix",
                                 .help = "The prefix mask lets every token see so many of the first tokens.",
                                 .min = 0,
                                 .max = 24,
                                 .step = 1,
                                 .matters = [](const void* p) { return of(p).preset == Preset::kPrefix; }})
      .integer(&Params::pad, {.id = "pad",
                              .label = "Padding",
                              .help = "So many pad tokens are put behind the tokens that answer.",
                              .min = 0,
                              .max = kPads,
                              .step = 1})
      .boolean(&Params::flipped, {.id = "flipped", .label = "Mask the wrong way round", .help = "True then means: may not attend."})
      .mask(&Params::mask, {.id = "mask",
                            .label = "Painted mask",
                            .help = "1: this row's token may attend to this column's. Paint it on the mask figure.",
                            .rows = kSide,
                            .cols = kSide})
      .matrix(&Params::nudge, nudge("nudge", "Change of the embeddings", "Added to the embeddings of the first tokens, a row each."))
      .matrix(&Params::nudge_other,
              nudge("nudge-other", "Change of the second embeddings", "Added to the embeddings of the second sentence's first tokens."))
      .matrix(&Params::wq, matrix("wq", "Query matrix", "Queries are the embeddings times this matrix."))
      .matrix(&Params::wk, matrix("wk", "Key matrix", "Keys are the answering embeddings times this matrix."))
      .matrix(&Params::wv, matrix("wv", "Value matrix", "Values are the answering embeddings times this matrix."))
      .matrix(&Params::wo, matrix("wo", "Output matrix", "Mixes the heads' outputs, which stand side by side."))
      .integer(&Params::shuffle, {.id = "shuffle",
                                  .label = "Shuffle",
                                  .help = "Number of a random order of the tokens; 0 is the order as written.",
                                  .min = 0,
                                  .max = 999,
                                  .step = 1})
      .include(&Params::text_of_many, long_text::table())
      .include(course::training_table());
}

std::vector<std::string> asking(const Params& p) { return padded(tokens(p.text, kTokens), p.is_cross() ? 0 : p.pad); }

std::vector<std::string> answering(const Params& p) { return p.is_cross() ? padded(tokens(p.other, kTokens), p.pad) : asking(p); }

void settle(const Params& before, Params& after) {
  settle_sentence(after);
  after.head = std::min(after.head, after.heads());
  if (after.preset == Preset::kPadding && after.pad == 0) after.pad = 2;
  const auto n = static_cast<Index>(asking(after).size()), m = static_cast<Index>(answering(after).size());
  settle_mask(before, after, n, m);
  after.nudge = trimmed(after.nudge, static_cast<size_t>(n));
  after.nudge_other = trimmed(after.nudge_other, tokens(after.other, kTokens).size());
}

void paint(Params& params, const Mask& shown) {
  params.preset = Preset::kPainted;
  params.mask = shown;
  if (params.flipped) params.mask = !shown.array();
  const Mask causal = kernels::causal_mask(shown.rows(), shown.cols());
  if (params.setting == Setting::kCausal && (params.mask.array() && !causal.array()).any()) params.setting = Setting::kGlobal;
}

}  // namespace attn::lessons::self_attention
