#include "lessons/05_recurrent/params.h"

#include <algorithm>

#include "lessons/05_recurrent/weights.h"

namespace attn::lessons::recurrent {
namespace {

using kernels::Cell;

params::Spec own_weights(Cell cell, std::string_view label) {
  const int cols = kernels::gate_count(cell) * kStudyUnits;
  return {.id = weights_id(cell),
          .label = label,
          .help = "Used where the weights are your own: two rows for the inputs, the bias, four for the states.",
          .min = -kWeightLimit,
          .max = kWeightLimit,
          .step = kStep,
          .rows = {kStudyRows, kStudyRows},
          .cols = {cols, cols}};
}

/// The cell and its short sequence.
params::Table<Params> cell_table() {
  return params::Table<Params>{}
      .choice(&Params::cell, {.id = "cell", .label = "Cell", .help = "What a step computes."},
              {{"rnn", "RNN"}, {"gru", "GRU"}, {"lstm", "LSTM"}})
      .matrix(&Params::x, {.id = "x",
                           .label = "Inputs",
                           .help = "A column for each step: a value, and a flag that says keep this.",
                           .min = -kInputLimit,
                           .max = kInputLimit,
                           .step = kStep,
                           .rows = {kStudyInputs, kStudyInputs},
                           .cols = {1, kStudySteps}})
      .integer(
          &Params::step,
          {.id = "step", .label = "Step", .help = "The step that is looked at.", .min = 1, .max = kStudySteps, .step = 1, .walked = true})
      .choice(&Params::source,
              {.id = "cell-weights", .label = "Weights", .help = "Set by hand for one purpose a unit, drawn at random, or your own."},
              {{"purpose", "by hand"}, {"random", "random"}, {"own", "my own"}})
      .integer(&Params::seed, {.id = "seed", .label = "Seed", .help = "Number of the random draw.", .min = 0, .max = 9999, .step = 1})
      .matrix(&Params::rnn, own_weights(Cell::rnn, "My RNN"))
      .matrix(&Params::gru, own_weights(Cell::gru, "My GRU"))
      .matrix(&Params::lstm, own_weights(Cell::lstm, "My LSTM"))
      .choice(&Params::pattern, {.id = "pattern", .label = "Pattern", .help = "Which steps have an input, and which an output."},
              {{"one-to-one", "one to one"},
               {"one-to-many", "one to many"},
               {"many-to-one", "many to one"},
               {"aligned", "many to many, in step"},
               {"summary", "many to many, one after the other"}})
      .matrix(&Params::readout, {.id = "readout",
                                 .label = "Readout",
                                 .help = "An output is the state times these weights.",
                                 .min = -kInputLimit,
                                 .max = kInputLimit,
                                 .step = kStep,
                                 .rows = {1, 1},
                                 .cols = {kStudyUnits, kStudyUnits}});
}

}  // namespace

Params::Params()
    : x(kStudyInputs, 8),
      rnn(random_weights(Cell::rnn, 1)),
      gru(random_weights(Cell::gru, 1)),
      lstm(random_weights(Cell::lstm, 1)),
      readout(Mat::Constant(1, kStudyUnits, Real(0.5))) {
  x << Real(0.8), Real(-0.5), Real(0.3), Real(-0.9), Real(0.6), Real(0.2), Real(-0.4), Real(0.5), 1, 0, 0, 0, 0, 0, 0, 0;
}

params::Table<Params> Params::table() {
  return cell_table()
      .include(LampChoices::table())
      .number(&Params::radius, {.id = "radius",
                                .label = "Spectral radius",
                                .help = "Every recurrent matrix of the gradient's figure is scaled to it.",
                                .min = kLeastRadius,
                                .max = kMostRadius,
                                .step = 0.01})
      .integer(&Params::length, {.id = "length",
                                 .label = "Steps",
                                 .help = "How long the sequence of the gradient's figure is.",
                                 .min = 10,
                                 .max = 100,
                                 .step = 1})
      .number(&Params::input, {.id = "input",
                               .label = "Size of the inputs",
                               .help = "Standard deviation of the random inputs; large ones drive tanh into its flat ends.",
                               .min = 0,
                               .max = 3,
                               .step = 0.05})
      .number(&Params::keep_bias, {.id = "keep-bias",
                                   .label = "Bias of the keeping gate",
                                   .help = "Of the LSTM's forget gate and the GRU's update gate; the LSTM's input gate gets its negative.",
                                   .min = -2,
                                   .max = 8,
                                   .step = 0.1})
      .number(&Params::clip, {.id = "clip",
                              .label = "Clip at",
                              .help = "A longer gradient is scaled down to this length.",
                              .min = kLeastClip,
                              .max = kMostClip,
                              .step = 0.01,
                              .logarithmic = true});
}

void settle(const Params&, Params& after) { after.step = std::clamp(after.step, 1, static_cast<int>(after.x.cols())); }

}  // namespace attn::lessons::recurrent
