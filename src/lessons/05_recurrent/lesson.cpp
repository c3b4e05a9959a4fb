// Two networks that have to remember a lamp, and recurrent cells stepped through time: gates, gradients over long distances, patterns of
// inputs and outputs, two directions.
#include "course/definition.h"

#include <string>

#include "base/text.h"
#include "canvas/number_text.h"
#include "lessons/05_recurrent/cell_parts.h"
#include "lessons/05_recurrent/exercises.h"
#include "lessons/05_recurrent/figures.h"

namespace attn::lessons::recurrent {
namespace {

std::string shown_share(Real share) { return fixed(100 * static_cast<double>(share), 0) + " %"; }

std::string describe_step(const Params& p, const Result& r) {
  const auto at = static_cast<Index>(p.step - 1);
  const Reading& f = r.study.forward;
  std::string text = std::string(kCellNames[static_cast<size_t>(p.cell)]) + " with four units at step " + std::to_string(p.step) + " of " +
                     std::to_string(p.x.cols()) + ": input " + fixed(p.x(0, at), 2) + " and flag " + fixed(p.x(1, at), 1) + ". ";
  for (int k = 0; k < kCandidate; ++k) {
    const auto part = static_cast<Part>(k);
    if (const Mat m = part_of(f, part); m.rows() > 0)
      text += std::string(name_of(part).label) + " of unit 1: " + shown_share(m(0, at)) + ". ";
  }
  text += "Hidden state " + fixed(f.h(0, at), 2) + ", " + fixed(f.h(1, at), 2) + ", " + fixed(f.h(2, at), 2) + ", " + fixed(f.h(3, at), 2) +
          ".";
  return text;
}

std::string describe_gradient(const Params& p, const Result& r) {
  const Mat& norm = r.gradients.norm;
  const Index last = norm.cols() - 1;
  return "With spectral radius " + fixed(p.radius, 2) + " the gradient has, " + std::to_string(last) + " steps back, length " +
         canvas::said_rounded(norm(0, last), 2) + " in the RNN, " + canvas::said_rounded(norm(1, last), 2) + " in the GRU and " +
         canvas::said_rounded(norm(2, last), 2) + " in the LSTM.";
}

const training::Recipe* shipped(const Params& p, Memory memory) {
  return p.weights == LampChoices::Beginning::shipped ? lamp_recipes().find(recipe_name(memory)) : nullptr;
}

}  // namespace

Result compute(const Params& p, const LampPair& pair, const compute::Backend& backend) {
  return {study(p), study_gradients(p), study_lamps(p, pair, backend.engine)};
}

std::string describe(const Params& p, const Result& r) { return describe_step(p, r) + " " + describe_gradient(p, r); }

extern const course::About about = {
    "recurrent", "Recurrent networks",
    "RNN, GRU and LSTM stepped through time: gates, patterns, directions, and where gradients vanish and explode."};

const course::Lesson& lesson() {
  static const course::Lesson made = course::define<Params, Result, LampPair>({
      .about = about,
      .results = results(),
      .figures =
          {{"lamp", "A lamp to remember", {"time", "kept", "lamps"}, 1.3f, draw_lamps, true, {}, describe_lamps},
           {"step", "One step", {"cell", "cell-weights", "step", "seed", "x"}, 1.1f, later<draw_step>, false, {}, describe_step},
           {"weights", "Its weights", {"cell", "cell-weights", "step", "seed"}, 1.5f, later<draw_weights>, false, {}, describe_step},
           {"gates", "Gates over time", {"cell", "cell-weights", "step", "seed", "x"}, 1.5f, later<draw_gates>, false, {}, describe_step},
           {"gradient",
            "Gradients",
            {"radius", "keep-bias", "input", "length", "clip", "seed"},
            1.05f,
            later<draw_gradient>,
            false,
            "gradient",
            describe_gradient},
           {"patterns",
            "Inputs and outputs",
            {"pattern", "cell", "cell-weights", "readout", "x", "seed"},
            1.5f,
            later<draw_patterns>,
            false,
            {},
            describe_step},
           {"bidirectional",
            "Both directions",
            {"cell", "cell-weights", "x", "seed"},
            1.4f,
            later<draw_directions>,
            false,
            {},
            describe_step}},
      .exercises = exercises(),
      .last_step = [](const Params& p, const Result&, std::string_view id) { return id == "time" ? kLamps : static_cast<int>(p.x.cols()); },
      .training = {.start = [](const Params&) { return std::make_unique<LampPair>(); },
                   .weights = [](const Params& p) { return shipped(p, kGated); },
                   .beside = [](const Params& p) { return training::at_most_one(shipped(p, kPlain)); }},
      .recipes = lamp_recipes,
  });
  return made;
}

}  // namespace attn::lessons::recurrent
