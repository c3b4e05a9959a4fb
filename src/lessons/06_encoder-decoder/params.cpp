#include "lessons/06_encoder-decoder/params.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "lessons/translation/settings.h"
#include "lessons/translation/source_text.h"
#include "lessons/translation/trained_translators.h"

namespace attn::lessons::encoder_decoder {
namespace {

void settle_moved(Params& p) {
  Index kept = 0;
  for (Index i = 0; i < p.moved.rows(); ++i) {
    const Real layer = std::round(p.moved(i, 0)), unit = std::round(p.moved(i, 1));
    if (layer < 0 || layer >= p.model.depth || unit < 0 || unit >= p.model.hidden) continue;
    p.moved.row(kept++) << layer, unit, std::clamp(p.moved(i, 2), Real(-1), Real(1));
  }
  p.moved.conservativeResize(kept, 3);
}

params::Table<models::Seq2SeqSettings> width_table() {
  using Widths = std::vector<std::pair<int, params::Choice>>;
  return params::Table<models::Seq2SeqSettings>{}.choice(
      &models::Seq2SeqSettings::hidden,
      {.id = "hidden", .label = "Vector", .help = "Numbers in the state of a layer, and so in the vector.", .restarts_training = true},
      Widths{{16, {"16", "16"}}, {32, {"32", "32"}}, {64, {"64", "64"}}});
}

}  // namespace

models::Seq2SeqSettings without_attention() {
  models::Seq2SeqSettings s;
  s.hidden = 16;
  s.bidirectional = false;
  s.score = models::AlignmentScore::none;
  return s;
}

const tasks::PairTask& task_at(int place) { return tasks::pair_tasks()[static_cast<size_t>(place)]; }

translation::TranslationSetup setup_of(const Params& p) { return {.task = task_at(p.task).name, .settings = p.model}; }

void settle(const Params& before, Params& after) {
  translation::settle_source(task_at(before.task), before.source, task_at(after.task), kMostRead,
                             {after.source, after.shown, after.problem});
  settle_moved(after);
}

void move_number(Params& p, int layer, int unit, Real value) {
  Index at = 0;
  while (at < p.moved.rows() && (p.moved(at, 0) != static_cast<Real>(layer) || p.moved(at, 1) != static_cast<Real>(unit))) ++at;
  if (at == kMostMoved) return;
  if (at == p.moved.rows()) p.moved.conservativeResize(at + 1, 3);
  p.moved.row(at) << static_cast<Real>(layer), static_cast<Real>(unit), value;
}

params::Table<Params> Params::table() {
  return params::Table<Params>{}
      .choice(&Params::task, {.id = "task", .label = "Task", .help = "What is to be learned from examples.", .restarts_training = true},
              translation::tasks_to_choose())
      .text(&Params::source,
            {.id = "source", .label = "Source", .help = "What the encoder reads; any words of the task.", .max_length = 200})
      .include(&Params::model, translation::cell_table())
      .include(&Params::model, width_table())
      .include(&Params::model, translation::layers_table())
      .choice(&Params::feeding,
              {.id = "feeding", .label = "Decoder is given", .help = "At each step the word it said itself, or the right one."},
              {{"free", "its own words"}, {"teacher", "the right words"}})
      .choice(&Params::decoding,
              {.id = "decoding",
               .label = "Decoding",
               .help = "What is said: the likeliest word each time, or the best of a beam.",
               .matters = [](const void* p) { return static_cast<const Params*>(p)->feeding == Feeding::kFree; }},
              {{"greedy", "greedy"}, {"beam", "beam"}})
      .integer(&Params::width,
               {.id = "width", .label = "Beam width", .help = "Hypotheses kept at each step.", .min = 1, .max = 8, .step = 1})
      .integer(&Params::step, {.id = "step",
                               .label = "Step shown",
                               .help = "The decoder step whose probabilities are shown.",
                               .min = 1,
                               .max = kMostSaid,
                               .step = 1,
                               .walked = true})
      .matrix(&Params::moved, {.id = "moved",
                               .label = "Moved numbers",
                               .help = "Layer and unit (from 0) of numbers of the vector, and the values they were given.",
                               .min = -1,
                               .max = 63,
                               .rows = {0, kMostMoved},
                               .cols = {3, 3}})
      .include(course::training_table());
}

}  // namespace attn::lessons::encoder_decoder
