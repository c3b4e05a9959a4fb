// One block of the Transformer, from the tokens to its output: heads, residual stream, norms and feed-forward network, with switches for
// its parts.
#include "course/definition.h"

#include <memory>

#include "lessons/09_transformer-block/exercises.h"
#include "lessons/09_transformer-block/figures.h"
#include "lessons/09_transformer-block/results.h"
#include "lessons/09_transformer-block/sorter.h"
#include "lessons/09_transformer-block/study.h"
#include "lessons/09_transformer-block/words.h"
#include "tasks/order.h"

namespace attn::lessons::transformer_block {
namespace {

/// The switches of the block as settings of a stack that learns.
models::TransformerSettings settings_of(const Params& p) {
  models::TransformerSettings s;
  s.d_model = 32, s.d_ff = 64, s.encoder_layers = 4;
  s.heads = p.heads(), s.norm = p.norm, s.activation = p.activation, s.scale = p.scale, s.residual = p.residual;
  s.positions = p.positions ? models::PositionKind::sinusoidal : models::PositionKind::none;
  return s;
}

training::Make make_stack(const Params& p) {
  return [settings = settings_of(p)](const training::Plan& plan) {
    return std::make_unique<Sorter>(*tasks::find_order_task("in-order"), settings, plan);
  };
}

Present present_parts(const Params& p) {
  Present present{};
  for (int k = 0; k < kBlockParts; ++k) present[static_cast<size_t>(k)] = p.parts(0, k);
  return present;
}

}  // namespace

Result compute(const Params& p, const training::Models& models, const compute::Backend& backend) {
  Result r = study(p, backend);
  r.sorting = sort_letters(p.sorted, present_parts(p), models, backend);
  return r;
}

namespace {

course::Import take_text(Params& p, std::string_view text) { return long_text::take(&p.text_of_many, text); }

}  // namespace

extern const course::About about = {
    "transformer-block", "The Transformer block",
    "One block from tokens to output: heads, residual stream, norms and feed-forward, each drawn, asked and switched off."};

const course::Lesson& lesson() {
  static const course::Lesson made = course::define<Params, Result, training::Models>({
      .about = about,
      .results = results(),
      .figures = {{"sorting", "A block that sorts", {"walk", "letters", "sorting-head"}, 1.4f, draw_sorting, false, {}, describe_sorting},
                  {"block",
                   "The block",
                   {"text", "beside", "norm", "residual", "scale", "causal", "positions", "activation", "heads", "width", "hidden", "seed"},
                   1.35f,
                   later<draw_block>,
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
                  {"long-text",
                   "A long text",
                   {"long-text", "positions", "causal", "heads", "head", "width", "scale", "seed"},
                   1.25f,
                   later<draw_long_text>,
                   false,
                   {},
                   later<describe_long_text>,
                   0,
                   later<prepare_long_text>},
                  {"training",
                   "Training",
                   {"norm", "residual", "scale", "heads", "activation", "positions", "optimiser", "learning-rate", "schedule", "warm-up",
                    "batch", "seed"},
                   1.4f}},
      .exercises = exercises(),
      .complaint = [](const Params& p, std::string_view id) { return id == "letters" ? p.refusal : std::string(); },
      .take_data = later<take_text>,
      .training = course::trained<Params>({.make = make_stack,
                                           .shipped = [](const Params&) -> const training::Recipe* { return nullptr; },
                                           .beside = [](const Params&) { return std::vector{trained_block()}; }}),
      .recipes = recipes,
  });
  return made;
}

}  // namespace attn::lessons::transformer_block
