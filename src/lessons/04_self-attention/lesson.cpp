// Self-attention on the reader's own sentence: queries, keys and values from the same tokens, masks, heads, and the order of the tokens.
#include "course/lesson.h"

#include "lessons/04_self-attention/exercises.h"
#include "lessons/04_self-attention/figures.h"
#include "lessons/04_self-attention/results.h"
#include "lessons/04_self-attention/study.h"
#include "lessons/04_self-attention/words.h"

namespace attn::lessons::self_attention {
namespace {

const Params& of(const void* params) { return *static_cast<const Params*>(params); }

Result compute(const Params& p, const compute::Backend& backend) { return attend(p, backend.multi_head_attention); }

params::Table<Params> table() {
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
      .boolean(&Params::flipped,
               {.id = "flipped", .label = "Read the mask the wrong way round", .help = "True then means: may not attend."})
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
                                  .step = 1});
}

}  // namespace

extern const course::About about = {
    "self-attention", "Self-attention",
    "Every word of a sentence asks all the others: queries, keys and values from the same tokens, masks, heads, and order."};

const course::Lesson& lesson() {
  static const course::Lesson made = course::define<Params, Result>({
      .about = about,
      .params = table(),
      .settle = settle,
      .compute = compute,
      .results = results(),
      .figures = {{"attention", "Who looks at whom", {"text", "setting", "other", "heads", "head"}, 1.5f, draw_attention},
                  {"mask", "Paint the mask", {"text", "setting", "preset", "window", "prefix", "pad", "flipped", "head"}, 1.7f, draw_mask},
                  {"projections", "Queries, keys, values", {"text", "setting", "wq", "wk", "wv"}, 1.3f, draw_projections},
                  {"heads", "Split, attend, join", {"text", "heads", "head", "wo"}, 1.4f, draw_heads},
                  {"shuffle", "Shuffle the tokens", {"text", "shuffle", "setting", "preset", "heads"}, 1.6f, draw_shuffle}},
      .describe = describe,
      .exercises = exercises(),
  });
  return made;
}

}  // namespace attn::lessons::self_attention
