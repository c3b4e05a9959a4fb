#include "lessons/14_visual-attention/params.h"

#include <algorithm>
#include <cmath>

#include "lessons/14_visual-attention/learner.h"

namespace attn::lessons::visual_attention {
namespace {

constexpr int kThingNumbers = 5;
constexpr double kStep = 0.5;  ///< places of things are multiples of it, so that addresses stay short

const Params& params_of(const void* own) { return *static_cast<const Params*>(own); }
bool attends(const void* own) { return params_of(own).network != Network::none; }
bool draws(const void* own) { return params_of(own).network == Network::hard; }

/// The number as a whole one in [0, count).
int whole(Real number, int count) { return std::clamp(static_cast<int>(std::lround(static_cast<double>(number))), 0, count - 1); }

double in_steps(double at) { return std::round(at / kStep) * kStep; }

tasks::Thing thing_of(In row) {
  tasks::Thing thing{static_cast<tasks::ThingShape>(whole(row(0, 0), tasks::kThingShapes)),
                     static_cast<tasks::ThingColor>(whole(row(0, 1), tasks::kThingColors)), whole(row(0, 2), 2) == 1};
  const double reach = std::ceil(tasks::reach_of(thing) / kStep) * kStep, side = tasks::kSceneSide;
  thing.x = std::clamp(in_steps(static_cast<double>(row(0, 3))), reach, side - reach);
  thing.y = std::clamp(in_steps(static_cast<double>(row(0, 4))), reach, side - reach);
  return thing;
}

/// What a reader finds: a caption that is told anew when the circle is dragged past the square.
tasks::Things first_things() {
  return {{tasks::ThingShape::circle, tasks::ThingColor::red, false, 5, 9},
          {tasks::ThingShape::square, tasks::ThingColor::blue, true, 17, 17},
          {tasks::ThingShape::triangle, tasks::ThingColor::yellow, false, 12, 28}};
}

}  // namespace

Params::Params() : things(as_rows(first_things())), bent(0, 1 + kPlaces) {
  learning_rate = Real(0.004), warm_up = 100, horizon = 9000;
  schedule = Schedule::cosine;
}

tasks::Things things_of(const Params& p) {
  tasks::Things out;
  for (Index i = 0; i < p.things.rows(); ++i) out.push_back(thing_of(p.things.row(i)));
  return out;
}

Mat as_rows(const tasks::Things& things) {
  Mat out(static_cast<Index>(things.size()), kThingNumbers);
  for (std::size_t i = 0; i < things.size(); ++i)
    out.row(static_cast<Index>(i)) << static_cast<Real>(things[i].shape), static_cast<Real>(things[i].color), things[i].big ? 1 : 0,
        static_cast<Real>(in_steps(things[i].x)), static_cast<Real>(in_steps(things[i].y));
  return out;
}

tasks::Things things_of_example(int example) {
  // The numbers of things take turns, three of them first. Rounding may take a thing out of the ninth that was held back.
  const int count = tasks::kMostTold - (example - 1) % tasks::kMostTold;
  for (int index = example - 1;; index += kExamples) {
    tasks::Things things = tasks::in_order_of_telling(held_out_scene(count, index).things);
    for (tasks::Thing& thing : things) thing.x = in_steps(thing.x), thing.y = in_steps(thing.y);
    const bool held_out =
        std::any_of(things.begin(), things.end(), [](const tasks::Thing& t) { return tasks::split_of_thing(t) == tasks::Split::kHeldOut; });
    if (held_out && tasks::is_clear(things)) return things;
  }
}

std::map<int, Mat> bent_maps(const Params& p) {
  std::map<int, Mat> out;
  for (Index i = 0; i < p.bent.rows(); ++i) {
    const Mat painted = p.bent.row(i).rightCols(kPlaces);
    out[static_cast<int>(p.bent(i, 0)) - 1] = painted / painted.sum();
  }
  return out;
}

Mask painted_mask(const Params& p, int word) {
  Mask out = Mask::Constant(kAside, kAside, false);
  for (Index i = 0; i < p.bent.rows(); ++i)
    if (static_cast<int>(p.bent(i, 0)) == word + 1)
      for (int j = 0; j < kPlaces; ++j) out(j / kAside, j % kAside) = p.bent(i, 1 + j) > 0;
  return out;
}

void paint(Params& p, int word, const Mask& mask) {
  Index kept = 0;
  for (Index i = 0; i < p.bent.rows(); ++i)
    if (static_cast<int>(p.bent(i, 0)) != word + 1) p.bent.row(kept++) = p.bent.row(i);
  p.bent.conservativeResize(kept + (mask.any() ? 1 : 0), 1 + kPlaces);
  if (!mask.any()) return;
  p.bent(kept, 0) = static_cast<Real>(word + 1);
  for (int j = 0; j < kPlaces; ++j) p.bent(kept, 1 + j) = mask(j / kAside, j % kAside) ? 1 : 0;
}

void settle(const Params& before, Params& after) {
  // Another example brings its things, unless the same edit brings others.
  const bool same_things = before.things.rows() == after.things.rows() && before.things == after.things;
  if (before.example != after.example && same_things && after.example > 0)
    after.things = as_rows(things_of_example(after.example)), after.bent = Mat(0, 1 + kPlaces);
  if (before.example == after.example && !same_things) after.example = 0;
  if (after.things.rows() == 0) after.bent = Mat(0, 1 + kPlaces);
  after.things = as_rows(things_of(after));
  // A caption that tells each thing in four words, with a relation or the end after each; "nothing" and its end.
  // Random weights say anything.
  if (after.weights == Params::Weights::shipped) after.word = std::min(after.word, std::max(2, 5 * static_cast<int>(after.things.rows())));
  after.chosen = std::min(after.chosen, static_cast<int>(after.things.rows()));
  // Painted maps: of each word the last, with something painted.
  std::map<int, Mat> painted;
  for (Index i = 0; i < after.bent.rows(); ++i) {
    const Mat row = (after.bent.row(i).array() >= Real(0.5)).cast<Real>();
    if (row.rightCols(kPlaces).sum() > 0) painted[std::max(1, whole(after.bent(i, 0), kMostWords + 1))] = row.rightCols(kPlaces);
  }
  after.bent = Mat(static_cast<Index>(painted.size()), 1 + kPlaces);
  Index row = 0;
  for (const auto& [word, map] : painted) after.bent.row(row++) << static_cast<Real>(word), map;
}

params::Table<Params> Params::table() {
  return params::Table<Params>{}
      .choice(&Params::network, {.id = "network", .label = "Network", .help = "How it looks while it tells.", .restarts_training = true},
              {{"soft", "soft attention"},
               {"hard", "hard attention"},
               {"vector", "one vector, no attention"},
               {"remembers", "soft, and the LSTM hears what it saw"},
               {"even", "soft, made to look evenly"}})
      .integer(&Params::example, {.id = "example",
                                  .label = "Picture",
                                  .help = "Which picture is brought, one that training never saw. 0 is your own.",
                                  .min = 0,
                                  .max = kExamples,
                                  .step = 1})
      .matrix(&Params::things, {.id = "things",
                                .label = "Things",
                                .help = "Of each thing: shape, colour, whether it is big, and its place in pixels.",
                                .min = 0,
                                .max = tasks::kSceneSide,
                                .step = 0.5,
                                .rows = {0, tasks::kMostThings},
                                .cols = {kThingNumbers, kThingNumbers}})
      .integer(&Params::chosen, {.id = "chosen",
                                 .label = "Thing",
                                 .help = "The thing that the buttons change; 0 is none.",
                                 .min = 0,
                                 .max = tasks::kMostThings,
                                 .step = 1})
      .integer(&Params::word, {.id = "word",
                               .label = "Word",
                               .help = "The word whose map is shown. The last one ends the caption.",
                               .min = 1,
                               .max = kMostWords,
                               .step = 1,
                               .walked = true})
      .matrix(&Params::bent, {.id = "bent",
                              .label = "Painted maps",
                              .help = "Of each painted map: its word, and 1 at the places that share its weight.",
                              .min = 0,
                              .max = kMostWords,
                              .step = 1,
                              .rows = {0, kMostWords},
                              .cols = {1 + kPlaces, 1 + kPlaces},
                              .matters = attends})
      .integer(&Params::draw, {.id = "draw",
                               .label = "Draw",
                               .help = "Hard attention draws a place for each word; 0 takes the likeliest.",
                               .min = 0,
                               .max = kDraws,
                               .step = 1,
                               .matters = draws})
      .choice(&Params::tool, {.id = "tool", .label = "Your hand", .help = "What a press and a drag do in the picture.", .matters = attends},
              {{"move", "moves things"}, {"paint", "paints the map of the word"}})
      .include(course::training_table());
}

}  // namespace attn::lessons::visual_attention
