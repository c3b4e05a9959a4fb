#include "programs/train_print.h"

#include <algorithm>

#include "base/check.h"
#include "base/text.h"
#include "lessons/translation/shipped.h"
#include "tasks/pairs.h"

namespace attn::programs {
namespace {

constexpr std::string_view kCells[] = {"RNN", "GRU", "LSTM"};
constexpr std::string_view kScores[] = {"no attention", "additive", "dot", "general", "concat"};
constexpr std::string_view kCellIds[] = {"rnn", "gru", "lstm"}, kScoreIds[] = {"none", "additive", "dot", "general", "concat"};
constexpr std::string_view kReaches[] = {"global", "local-m", "local-p"};

std::string settings_text(const models::Seq2SeqSettings& s) {
  std::string text(kCells[static_cast<int>(s.cell)]);
  text += ", " + std::string(kScores[static_cast<int>(s.score)]);
  if (s.score != models::AlignmentScore::none)
    text += std::string(s.timing == models::AlignmentTiming::previous ? ", previous" : ", current") + ", " +
            std::string(kReaches[static_cast<int>(s.reach)]);
  text += ", hidden " + std::to_string(s.hidden) + ", depth " + std::to_string(s.depth);
  if (s.bidirectional) text += ", bidirectional";
  if (s.input_feeding) text += ", input feeding";
  if (s.reverse_source) text += ", reversed source";
  if (s.shared) text += ", shared weights";
  return text;
}

constexpr std::size_t kColumn = 28;  ///< where what follows a name begins

/// "petit=small@2 chat=cat@4": target and source tokens that the task aligns.
std::string alignment_text(const tasks::PairTask& task, const tasks::Example& e) {
  std::string text;
  for (std::size_t i = 0; i < e.target.size(); ++i) {
    if (e.alignment[i] < 0) continue;
    const std::size_t place = static_cast<std::size_t>(e.alignment[i]);
    text += (text.empty() ? "" : " ") + task.target.name(e.target[i]) + "=" + task.source.name(e.source[place]) + "@" +
            std::to_string(place + 1);
  }
  return text;
}

}  // namespace

std::string show_task(const std::string& name, int count) {
  const tasks::PairTask* task = tasks::find_pair_task(name);
  CHECK(task, "show_task: no task ", name);
  std::string text = std::string(task->label) + ": " + std::string(task->help) + "\n";
  text += std::to_string(task->source.size() - kFirstToken) + " source tokens, " + std::to_string(task->target.size() - kFirstToken) +
          " target tokens; sources of " + std::to_string(task->shortest) + " to " + std::to_string(task->longest) +
          " tokens in training, up to " + std::to_string(task->longest_tested) + " in tests.\n";
  Rng rng(1);
  for (const tasks::Split split : {tasks::Split::kTraining, tasks::Split::kHeldOut}) {
    text += split == tasks::Split::kTraining ? "\nTraining\n" : "\nHeld out\n";
    for (int i = 0; i < count; ++i) {
      const tasks::Example e = task->draw(*task, split, 0, rng);
      text += "  " + task->write(task->source, e.source) + "\n    -> " + task->write(task->target, e.target) + "\n       " +
              alignment_text(*task, e) + "\n";
    }
  }
  return text;
}

std::string list_models() {
  const auto line = [](std::string_view name, const std::string& rest) {
    std::string text = "  " + std::string(name);
    text.resize(std::max(text.size() + 2, kColumn), ' ');
    return text + rest + "\n";
  };
  std::string text = "Models\n";
  for (const lessons::translation::ShippedModel& row : lessons::translation::shipped_models())
    text += line(row.name, std::to_string(row.steps) + " steps; " + settings_text(row.settings));
  text += "\nTasks\n";
  for (const tasks::PairTask& task : tasks::pair_tasks()) text += line(task.name, std::string(task.help));
  return text;
}

std::string list_json() {
  JsonWriter json;
  json.begin_object().key("models").begin_array();
  for (const lessons::translation::ShippedModel& row : lessons::translation::shipped_models()) {
    const models::Seq2SeqSettings& s = row.settings;
    json.begin_object().key("name").value(row.name).key("task").value(row.task).key("steps").value(row.steps);
    json.key("seed").value(static_cast<double>(row.plan.seed)).key("settings").begin_object();
    json.key("cell").value(kCellIds[static_cast<int>(s.cell)]).key("score").value(kScoreIds[static_cast<int>(s.score)]);
    json.key("timing").value(s.timing == models::AlignmentTiming::previous ? "previous" : "current");
    json.key("reach").value(kReaches[static_cast<int>(s.reach)]).key("window").value(s.window);
    json.key("input-feeding").value(s.input_feeding).key("bidirectional").value(s.bidirectional);
    json.key("reverse-source").value(s.reverse_source).key("shared").value(s.shared).key("depth").value(s.depth);
    json.key("hidden").value(s.hidden).key("embedding").value(s.embedding).end_object().end_object();
  }
  json.end_array().key("tasks").begin_array();
  for (const tasks::PairTask& task : tasks::pair_tasks()) json.value(task.name);
  return json.end_array().end_object().text() + "\n";
}

}  // namespace attn::programs
