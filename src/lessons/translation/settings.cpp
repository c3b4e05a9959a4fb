#include "lessons/translation/settings.h"

#include <algorithm>

#include "base/check.h"

namespace attn::lessons::translation {
namespace {

using models::AlignmentReach, models::AlignmentScore, models::AlignmentTiming, models::Seq2SeqSettings;

params::Table<Seq2SeqSettings> make_cell_table() {
  using S = Seq2SeqSettings;
  using Cells = std::vector<std::pair<kernels::Cell, params::Choice>>;
  return params::Table<S>{}.choice(
      &S::cell, {.id = "cell", .label = "Cell", .help = "The recurrent cell of both networks.", .restarts_training = true},
      Cells{{kernels::Cell::rnn, {"rnn", "RNN"}}, {kernels::Cell::gru, {"gru", "GRU"}}, {kernels::Cell::lstm, {"lstm", "LSTM"}}});
}

/// `none` says whether a model may do without attention.
params::Table<Seq2SeqSettings> make_attention_table(bool none) {
  using S = Seq2SeqSettings;
  using Scores = std::vector<std::pair<AlignmentScore, params::Choice>>;
  using Timings = std::vector<std::pair<AlignmentTiming, params::Choice>>;
  using Reaches = std::vector<std::pair<AlignmentReach, params::Choice>>;
  Scores scores{{AlignmentScore::additive, {"additive", "additive"}},
                {AlignmentScore::dot, {"dot", "dot"}},
                {AlignmentScore::general, {"general", "general"}},
                {AlignmentScore::concat, {"concat", "concat"}}};
  if (none) scores.insert(scores.begin(), {AlignmentScore::none, {"none", "no attention"}});
  return params::Table<S>{}
      .choice(
          &S::score,
          {.id = "score", .label = "Score", .help = "How a decoder state and an annotation make one number.", .restarts_training = true},
          scores)
      .choice(&S::timing,
              {.id = "timing",
               .label = "State scored",
               .help = "The state before the step (Bahdanau) or the step’s own (Luong).",
               .restarts_training = true},
              Timings{{AlignmentTiming::previous, {"previous", "before"}}, {AlignmentTiming::current, {"current", "current"}}})
      .choice(&S::reach,
              {.id = "reach",
               .label = "Reach",
               .help = "Which positions a step may look at; local attention scores the current state.",
               .restarts_training = true},
              Reaches{{AlignmentReach::global, {"global", "global"}},
                      {AlignmentReach::local_m, {"local-m", "local-m"}},
                      {AlignmentReach::local_p, {"local-p", "local-p"}}})
      .integer(&S::window, {.id = "window",
                            .label = "Window D",
                            .help = "Local attention looks so many places to either side of its centre; no other reach uses it.",
                            .min = 1,
                            .max = 6,
                            .step = 1,
                            .restarts_training = true,
                            .matters = [](const void* p) { return static_cast<const S*>(p)->reach != AlignmentReach::global; }})
      .boolean(&S::input_feeding, {.id = "input-feeding",
                                   .label = "Input feeding",
                                   .help = "The attentional state enters the next step too; off where the state before is scored.",
                                   .restarts_training = true,
                                   .matters = [](const void* p) { return static_cast<const S*>(p)->timing == AlignmentTiming::current; }})
      .boolean(&S::bidirectional, {.id = "bidirectional",
                                   .label = "Bidirectional encoder",
                                   .help = "Half of each annotation is read from right to left.",
                                   .restarts_training = true});
}

params::Table<Seq2SeqSettings> make_layers_table() {
  using S = Seq2SeqSettings;
  return params::Table<S>{}
      .integer(&S::depth, {.id = "depth",
                           .label = "Layers",
                           .help = "Recurrent layers on top of each other, in either network.",
                           .min = 1,
                           .max = 4,
                           .step = 1,
                           .restarts_training = true})
      .boolean(&S::shared, {.id = "shared",
                            .label = "One set of weights",
                            .help = "Encoder and decoder share their recurrent weights.",
                            .restarts_training = true})
      .boolean(&S::reverse_source, {.id = "reverse",
                                    .label = "Read from the end",
                                    .help = "The encoder reads the source from its last word to its first.",
                                    .restarts_training = true});
}

params::Table<Seq2SeqSettings> make_width_table() {
  using S = Seq2SeqSettings;
  return params::Table<S>{}
      .integer(&S::hidden, {.id = "hidden",
                            .label = "Vector",
                            .help = "Numbers in the state of a layer, and so in the vector.",
                            .min = 2,
                            .max = 512,
                            .step = 1,
                            .restarts_training = true})
      .integer(&S::embedding, {.id = "embedding",
                               .label = "Embedding",
                               .help = "Numbers that stand for a word.",
                               .min = 1,
                               .max = 512,
                               .step = 1,
                               .restarts_training = true});
}

params::Table<Seq2SeqSettings> make_table() {
  return params::Table<Seq2SeqSettings>{}
      .include(cell_table())
      .include(make_attention_table(true))
      .include(layers_table())
      .include(make_width_table());
}

const params::Row& row(std::string_view id) {
  const params::Row* found = params::find(settings_table().rows(), id);
  CHECK(found, "no setting ", id);
  return *found;
}

std::string text(const Seq2SeqSettings& settings, std::string_view id) { return params::print(row(id), row(id).get(&settings)); }

}  // namespace

const params::Table<Seq2SeqSettings>& settings_table() {
  static const params::Table<Seq2SeqSettings> table = make_table();
  return table;
}

const params::Table<Seq2SeqSettings>& cell_table() {
  static const params::Table<Seq2SeqSettings> table = make_cell_table();
  return table;
}

const params::Table<Seq2SeqSettings>& attention_table() {
  static const params::Table<Seq2SeqSettings> table = make_attention_table(false);
  return table;
}

const params::Table<Seq2SeqSettings>& layers_table() {
  static const params::Table<Seq2SeqSettings> table = make_layers_table();
  return table;
}

std::string settings_label(const Seq2SeqSettings& settings, std::string_view id) {
  const std::string chosen = text(settings, id);
  for (const params::Choice& choice : row(id).choices)
    if (choice.id == chosen) return std::string(choice.label);
  return chosen;
}

std::string settings_text(const Seq2SeqSettings& s) {
  std::string out = settings_label(s, "cell") + ", " + settings_label(s, "score");
  if (s.score != AlignmentScore::none) out += ", " + text(s, "timing") + ", " + text(s, "reach");
  out += ", hidden " + text(s, "hidden") + ", depth " + text(s, "depth");
  if (s.bidirectional) out += ", bidirectional";
  if (s.input_feeding) out += ", input feeding";
  if (s.reverse_source) out += ", reversed source";
  if (s.shared) out += ", shared weights";
  return out;
}

std::vector<std::pair<std::string, training::Setting>> settings_by_id(const Seq2SeqSettings& settings) {
  std::vector<std::pair<std::string, training::Setting>> out;
  for (const params::Row& row : settings_table().rows()) {
    const params::Value value = row.get(&settings);
    if (const auto* number = std::get_if<double>(&value)) out.emplace_back(row.id, *number);
    if (const auto* flag = std::get_if<bool>(&value)) out.emplace_back(row.id, *flag);
    if (const auto* chosen = std::get_if<std::string>(&value)) out.emplace_back(row.id, *chosen);
  }
  return out;
}

std::string settings_query(const Seq2SeqSettings& settings, std::initializer_list<std::string_view> ids) {
  std::string query;
  for (const std::string_view id : ids)
    query += (query.empty() ? "" : "&") + std::string(id) + "=" + params::percent_encode(text(settings, id));
  return query;
}

}  // namespace attn::lessons::translation
