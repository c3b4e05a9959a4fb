#include "lessons/10_transformer/params.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "base/check.h"
#include "lessons/translation/source_text.h"

namespace attn::lessons::transformer {
namespace {

using models::AttentionPart, models::HeadPlace;
constexpr Index kFront = 4;  ///< columns of an override before its weights

int whole(Real value) { return static_cast<int>(std::round(value)); }

/// Reads the head that columns 0 to 2 of row `i` name. Returns whether there is such a head.
bool read_place(const Mat& m, Index i, int heads, HeadPlace* place) {
  const int part = whole(m(i, 0)), layer = whole(m(i, 1)), head = whole(m(i, 2));
  if (part < 1 || part > 3 || layer < 1 || layer > kLayers || head < 1 || head > heads) return false;
  *place = {static_cast<AttentionPart>(part - 1), layer - 1, head - 1};
  return true;
}

void write_place(const HeadPlace& place, Mat* m, Index i) {
  (*m)(i, 0) = static_cast<Real>(static_cast<int>(place.part) + 1);
  (*m)(i, 1) = static_cast<Real>(place.layer + 1), (*m)(i, 2) = static_cast<Real>(place.head + 1);
}

/// Whether words are drawn at random.
bool draws(const void* p) { return static_cast<const Params*>(p)->decoding == Decoding::sample; }

int positions_of(const Params& p) { return static_cast<int>(p.shown.size()) + 1; }

void settle_cut(Params& p) {
  const Mat given = std::exchange(p.cut, Mat(0, 3));
  HeadPlace place;
  for (Index i = 0; i < given.rows(); ++i)
    if (read_place(given, i, p.heads, &place) && !is_cut(p, place)) toggle_cut(p, place);
}

void settle_overrides(const Params& before, Params& p) {
  const Mat given = std::exchange(p.overrides, Mat(0, kFront + 1));
  if (before.shown.size() != p.shown.size() && before.overrides.rows() > 0) return;
  HeadPlace place;
  for (Index i = 0; i < given.rows(); ++i) {
    const int query = whole(given(i, 3)) - 1;
    if (!read_place(given, i, p.heads, &place) || query < 0 || query >= kMostWords) continue;
    const bool of_source = place.part == AttentionPart::encoder_self;
    const int keys = keys_of(place.part, query, positions_of(p));
    const Index width = given.cols() - kFront;
    if (width < keys || (of_source && query >= keys)) continue;
    const Mat weights = given.block(i, kFront, 1, keys).cwiseMax(Real(0));
    const Real sum = weights.sum();
    if (!(sum > Real(1e-3)) || given.block(i, kFront + keys, 1, width - keys).cwiseAbs().sum() > 0) continue;
    set_row(p, place, query, std::abs(sum - 1) < Real(1e-4) ? weights : Mat(weights / sum));
  }
}

}  // namespace

std::string_view task_name(Task task) { return task == Task::grammar ? "grammar" : "dates"; }

const tasks::PairTask& task_of(const Params& p) { return *tasks::find_pair_task(task_name(p.task)); }

void settle(const Params& before, Params& after) {
  translation::settle_source(task_of(before), before.source, task_of(after), kMostWords - 1, {after.source, after.shown, after.refusal});
  after.head = std::min(after.head, after.heads);
  settle_cut(after);
  settle_overrides(before, after);
}

HeadPlace place_of(const Params& p) { return {p.part, p.layer - 1, p.head - 1}; }

int line_of(const HeadPlace& head) { return static_cast<int>(head.part) * kLayers + head.layer; }

int query_of(const Params& p) { return (p.part == AttentionPart::encoder_self ? p.row : p.step) - 1; }

int keys_of(AttentionPart part, int query, int positions) { return part == AttentionPart::decoder_self ? query + 1 : positions; }

models::Bending bending_of(const Params& p) {
  models::Bending bending;
  HeadPlace place;
  for (Index i = 0; i < p.cut.rows(); ++i)
    if (read_place(p.cut, i, p.heads, &place)) bending.cut.push_back(place);
  for (Index i = 0; i < p.overrides.rows(); ++i) {
    if (!read_place(p.overrides, i, p.heads, &place)) continue;
    const int query = whole(p.overrides(i, 3)) - 1;
    bending.overrides.push_back({place, query, p.overrides.block(i, kFront, 1, keys_of(place.part, query, positions_of(p)))});
  }
  return bending;
}

bool is_cut(const Params& p, const HeadPlace& place) {
  HeadPlace other;
  for (Index i = 0; i < p.cut.rows(); ++i)
    if (read_place(p.cut, i, kMostHeads, &other) && other == place) return true;
  return false;
}

void toggle_cut(Params& p, const HeadPlace& place) {
  Mat kept(0, 3);
  HeadPlace other;
  bool found = false;
  for (Index i = 0; i < p.cut.rows(); ++i) {
    if (read_place(p.cut, i, kMostHeads, &other) && other == place) {
      found = true;
      continue;
    }
    kept.conservativeResize(kept.rows() + 1, 3);
    kept.bottomRows(1) = p.cut.row(i);
  }
  if (!found && kept.rows() < kMostBent) {
    kept.conservativeResize(kept.rows() + 1, 3);
    write_place(place, &kept, kept.rows() - 1);
  }
  p.cut = kept;
}

void set_row(Params& p, const HeadPlace& place, int query, In row) {
  CHECK(row.rows() == 1, "set_row: ", row.rows(), " rows");
  const Index rows = p.overrides.rows(), width = std::max(rows > 0 ? p.overrides.cols() : 0, kFront + row.cols());
  Mat all = Mat::Zero(rows + 1, width);
  all.topLeftCorner(rows, rows > 0 ? p.overrides.cols() : 0) = p.overrides.topRows(rows).leftCols(rows > 0 ? p.overrides.cols() : 0);
  HeadPlace other;
  Index at = rows;
  for (Index i = 0; i < rows; ++i)
    if (read_place(all, i, kMostHeads, &other) && other == place && whole(all(i, 3)) == query + 1) at = i;
  if (at == rows && rows == kMostBent) return;
  all.row(at).setZero();
  write_place(place, &all, at);
  all(at, 3) = static_cast<Real>(query + 1);
  all.block(at, kFront, 1, row.cols()) = row;
  p.overrides = at == rows ? all : Mat(all.topRows(rows));
}

params::Table<Params> Params::table() {
  using Heads = std::vector<std::pair<int, params::Choice>>;
  return params::Table<Params>{}
      .choice(&Params::task, {.id = "task", .label = "Task", .help = "What is translated into what.", .restarts_training = true},
              {{"grammar", "English to French"}, {"dates", "Dates"}})
      .text(&Params::source, {.id = "source", .label = "Source", .help = "Your own source, in the words that the task knows."})
      .choice(&Params::heads,
              {.id = "heads",
               .label = "Heads",
               .help = "Into how many heads each attention is cut. Each number has trained weights of its own for the grammar.",
               .restarts_training = true},
              Heads{{1, {"1", "1"}}, {2, {"2", "2"}}, {4, {"4", "4"}}, {8, {"8", "8"}}})
      .choice(&Params::part, {.id = "kind", .label = "Attention", .help = "Which of the three kinds is looked at."},
              {{"encoder", "encoder to itself"}, {"decoder", "decoder to itself"}, {"cross", "decoder to encoder"}})
      .integer(&Params::layer, {.id = "layer", .label = "Layer", .help = "Of that kind, from 1.", .min = 1, .max = kLayers, .step = 1})
      .integer(&Params::head,
               {.id = "head", .label = "Head shown", .help = "Of that layer, from 1.", .min = 1, .max = kMostHeads, .step = 1})
      .boolean(&Params::opened, {.id = "open", .label = "Head opened", .help = "Shows the head large in the picture of the whole model."})
      .integer(&Params::row,
               {.id = "row",
                .label = "Source position",
                .help = "The position that asks where the encoder attends to itself, from 1.",
                .min = 1,
                .max = kMostWords,
                .step = 1,
                .matters = [](const void* p) { return static_cast<const Params*>(p)->part == models::AttentionPart::encoder_self; }})
      .integer(&Params::step, {.id = "step",
                               .label = "Step shown",
                               .help = "The output word that is looked at, from 1.",
                               .min = 1,
                               .max = kMostWords,
                               .step = 1,
                               .walked = true})
      .integer(&Params::padding,
               {.id = "padding",
                .label = "Padding",
                .help = "Empty places after the source, as in a batch with longer sources.",
                .min = 0,
                .max = kMostPadding,
                .step = 1,
                .matters = [](const void* p) { return static_cast<const Params*>(p)->part != models::AttentionPart::decoder_self; }})
      .choice(
          &Params::below,
          {.id = "below", .label = "Number of each head", .help = "The mean entropy of its rows, or how far from its own place it looks."},
          {{"entropy", "entropy"}, {"distance", "distance"}})
      .matrix(&Params::cut, {.id = "cut",
                             .label = "Heads cut out",
                             .help = "A row for each: kind (1 encoder, 2 decoder, 3 cross), layer and head.",
                             .min = 0,
                             .max = kMostHeads,
                             .step = 1,
                             .rows = {0, kMostBent},
                             .cols = {3, 3}})
      .matrix(&Params::overrides, {.id = "override",
                                   .label = "Weights set by hand",
                                   .help = "A row for each: kind, layer, head and row, then a weight for each position it sees.",
                                   .min = 0,
                                   .max = kMostWords,
                                   .step = 0.001,
                                   .rows = {0, kMostBent},
                                   .cols = {5, 4 + kMostWords}})
      .choice(&Params::decoding,
              {.id = "decoding", .label = "Next word", .help = "The likeliest each time, the best of a beam, or drawn by chance."},
              {{"greedy", "greedy"}, {"beam", "beam"}, {"sample", "drawn"}})
      .integer(&Params::width, {.id = "width",
                                .label = "Beam width",
                                .help = "Beginnings kept at each step.",
                                .min = 1,
                                .max = 8,
                                .step = 1,
                                .matters = [](const void* p) { return static_cast<const Params*>(p)->decoding == Decoding::beam; }})
      .number(&Params::temperature, {.id = "temperature",
                                     .label = "Temperature",
                                     .help = "Divides the scores of the words before they become probabilities; for drawn words.",
                                     .min = 0.1,
                                     .max = 10,
                                     .step = 0.1,
                                     .logarithmic = true,
                                     .matters = draws})
      .integer(&Params::top_k, {.id = "top-k",
                                .label = "Top k",
                                .help = "Only so many of the likeliest words can be drawn; 0: all.",
                                .min = 0,
                                .max = 20,
                                .step = 1,
                                .matters = draws})
      .number(&Params::top_p, {.id = "top-p",
                               .label = "Top p",
                               .help = "Only the fewest likeliest words that together have this probability can be drawn; 1: all.",
                               .min = 0.05,
                               .max = 1,
                               .step = 0.05,
                               .matters = draws})
      .integer(&Params::draw, {.id = "draw",
                               .label = "Draw number",
                               .help = "Another number draws other words.",
                               .min = 1,
                               .max = 999,
                               .step = 1,
                               .matters = draws})
      .boolean(
          &Params::cache,
          {.id = "cache", .label = "Cache", .help = "Keep the keys and values of words already said, or compute them again at each step."})
      .integer(&Params::length, {.id = "length",
                                 .label = "Length n",
                                 .help = "Positions of the sentence that the layers read.",
                                 .min = 2,
                                 .max = 512,
                                 .step = 1,
                                 .logarithmic = true})
      .integer(
          &Params::breadth,
          {.id = "breadth", .label = "Width d", .help = "Numbers of each position.", .min = 4, .max = 256, .step = 1, .logarithmic = true})
      .integer(&Params::trials, {.id = "trials",
                                 .label = "Times measured",
                                 .help = "How often the layers were timed here; 0: not yet.",
                                 .min = 0,
                                 .max = 99,
                                 .step = 1})
      .number(&Params::walk, {.id = "walk",
                              .label = "Walk",
                              .help = "How much of the whole model is shown, from the words that go in to the last word said.",
                              .min = 0,
                              .max = params::end_of_story(kStops),
                              .step = 0.05,
                              .walked = true})
      .number(&Params::fly, {.id = "fly",
                             .label = "Flight",
                             .help = "From the model of this lesson out to larger ones: 1 shows GPT-2 beside it, 2 GPT-3.",
                             .min = 0,
                             .max = kFlights,
                             .step = 0.05,
                             .walked = true})
      .include(&Params::text_of_many, long_text::table())
      .include(course::training_table());
}

}  // namespace attn::lessons::transformer
