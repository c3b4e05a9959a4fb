#include "lessons/05_recurrent/lamp_params.h"

namespace attn::lessons::recurrent {

LampChoices::LampChoices() : lamps(1, kLamps) {
  lamps << 1, Real(0.3), Real(0.85), Real(0.1), Real(0.45), Real(0.7), Real(0.05), Real(0.6), Real(0.95), Real(0.25), Real(0.5), Real(0.15),
      Real(0.8), Real(0.35), 0, Real(0.65), Real(0.2), Real(0.9), Real(0.4), Real(0.55);
}

params::Table<LampChoices> LampChoices::table() {
  using P = LampChoices;
  return params::Table<P>{}
      .matrix(&P::lamps, {.id = "lamps",
                          .label = "Lamps",
                          .help = "How bright the lamp of each step is, from 0 to 1.",
                          .min = 0,
                          .max = 1,
                          .step = kLampStep,
                          .rows = {1, 1},
                          .cols = {kLamps, kLamps}})
      .integer(&P::kept, {.id = "kept",
                          .label = "Lamp to remember",
                          .help = "At its step both networks are told to remember what they see.",
                          .min = 1,
                          .max = kLamps,
                          .step = 1})
      .integer(&P::time, {.id = "time",
                          .label = "Time",
                          .help = "How many of the lamps have flashed.",
                          .min = 1,
                          .max = kLamps,
                          .step = 1,
                          .walked = true})
      .choice(&P::weights,
              {.id = "weights",
               .label = "Begin with",
               .help = "The shipped weights of both networks, or random ones.",
               .restarts_training = true},
              {{"shipped", "shipped weights"}, {"seed", "random weights"}})
      .integer(&P::steps, {.id = "steps",
                           .label = "Training steps",
                           .help = "Steps that both networks have been trained since they began.",
                           .min = 0,
                           .max = kLampSteps,
                           .step = 1});
}

}  // namespace attn::lessons::recurrent
