#include "lessons/08_positions/params.h"

#include <algorithm>
#include <vector>

#include "base/check.h"
#include "lessons/08_positions/shipped.h"
#include "tasks/order.h"

namespace attn::lessons::positions {
namespace {

std::vector<params::Choice> tasks_to_choose() {
  std::vector<params::Choice> out;
  for (const tasks::PairTask& task : tasks::order_tasks()) out.push_back({task.name, task.label});
  return out;
}

}  // namespace

Params::Params() : content(2, kWordWidth), bias(1, 2 * kReach + 1) {
  learning_rate = Real(0.005);
  content << Real(1.2), Real(0.3), Real(-0.5), Real(0.9), Real(0.4), Real(-0.8), Real(0.6), Real(-0.2),  //
      Real(0.7), Real(0.9), Real(-0.9), Real(0.2), Real(0.8), Real(0.1), Real(-0.4), Real(0.5);
  bias << Real(-1), Real(-0.6), Real(0.2), Real(1.4), Real(0.4), Real(0.8), Real(0), Real(-0.5), Real(-0.9);
}

const tasks::PairTask& task_of(const Params& p) { return tasks::order_tasks()[static_cast<size_t>(p.task)]; }

params::Table<Params> Params::table() {
  const auto place = [](std::string_view id, std::string_view label, std::string_view help) {
    return params::Spec{.id = id, .label = label, .help = help, .min = 0, .max = kPlaces - 1, .step = 1};
  };
  return params::Table<Params>{}
      .choice(&Params::word_order, {.id = "words", .label = "Words", .help = "The order of the three words."},
              {{"dog-bites-man", "dog bites man"},
               {"man-bites-dog", "man bites dog"},
               {"bites-dog-man", "bites dog man"},
               {"bites-man-dog", "bites man dog"},
               {"dog-man-bites", "dog man bites"},
               {"man-dog-bites", "man dog bites"}})
      .boolean(&Params::clocks, {.id = "clocks", .label = "Clocks", .help = "Each word carries the clocks of its place."})
      .number(&Params::position, {.id = "position",
                                  .label = "Position",
                                  .help = "The position that the hands show; tokens stand at whole ones.",
                                  .min = 0,
                                  .max = kPositions - 1,
                                  .step = 0.1})
      .choice(&Params::width_log2, {.id = "width", .label = "Width d", .help = "Numbers in an encoding: two for each hand."},
              {{"4", "4"}, {"8", "8"}, {"16", "16"}, {"32", "32"}, {"64", "64"}})
      .number(&Params::base, {.id = "base",
                              .label = "Base",
                              .help = "How much slower the last hands turn than the first one, which turns by 1 radian a position.",
                              .min = 1,
                              .max = 100000,
                              .step = 1,
                              .logarithmic = true})
      .choice(&Params::position_table,
              {.id = "table", .label = "Table", .help = "Sinusoidal positions, or numbers drawn at random, as a learned table begins."},
              {{"sinusoidal", "sinusoidal"}, {"random", "random"}})
      .integer(&Params::query_at, place("query-at", "Query at", "The place i of the word that asks."))
      .integer(&Params::key_at, place("key-at", "Key at", "The place j of the word that answers."))
      .integer(&Params::shift, {.id = "shift",
                                .label = "Both further by",
                                .help = "So many places further on both words are looked at once more.",
                                .min = 1 - kPlaces,
                                .max = kPlaces - 1,
                                .step = 1})
      .matrix(&Params::content, {.id = "content",
                                 .label = "The two words",
                                 .help = "The query of the word that asks and the key of the one that answers.",
                                 .min = -kContentLimit,
                                 .max = kContentLimit,
                                 .step = kContentStep,
                                 .rows = {2, 2},
                                 .cols = {kWordWidth, kWordWidth}})
      .matrix(&Params::bias, {.id = "bias",
                              .label = "Number of each offset",
                              .help = "What relative positions add to the score, for offsets from -4 to 4.",
                              .min = -kContentLimit,
                              .max = kContentLimit,
                              .step = kContentStep,
                              .rows = {1, 1},
                              .cols = {2 * kReach + 1, 2 * kReach + 1}})
      .choice(&Params::task, {.id = "task", .label = "Task", .help = "What the model answers at each place.", .restarts_training = true},
              tasks_to_choose())
      .choice(
          &Params::positions,
          {.id = "positions", .label = "Positions", .help = "How the model is told where its letters stand.", .restarts_training = true},
          {{"none", "none"}, {"sinusoidal", "sinusoidal"}, {"learned", "learned"}, {"relative", "relative"}, {"rotary", "rotary"}})
      .text(&Params::letters, {.id = "letters", .label = "Letters", .help = "Up to 16 different letters, in the order that you like."})
      .integer(&Params::head,
               {.id = "head", .label = "Head shown", .help = "The head whose weights are shown large.", .min = 1, .max = 8, .step = 1})
      .include(course::training_table());
}

void settle(const Params&, Params& after) {
  const int low = std::min(after.query_at, after.key_at), high = std::max(after.query_at, after.key_at);
  after.shift = std::clamp(after.shift, -low, kPlaces - 1 - high);
  const tasks::PairTask& task = task_of(after);
  if (after.letters.empty()) after.letters = task.sample;
  after.refusal = task.read(task, after.letters, &after.shown);
  if (after.shown.empty()) {
    const std::string why = task.read(task, task.sample, &after.shown);
    CHECK(why.empty(), "the sample of ", task.name, ": ", why);
  }
  after.head = std::clamp(after.head, 1, head_count(task));
}

}  // namespace attn::lessons::positions
