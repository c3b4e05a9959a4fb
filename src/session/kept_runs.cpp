#include "session/kept_runs.h"

#include <algorithm>
#include <limits>

#include "session/link.h"

namespace attn::session {
namespace {

constexpr std::string_view kFigure = "training";

std::string shown(const params::Row& row, const std::string& text) {
  for (const params::Choice& choice : row.choices)
    if (choice.id == text) return std::string(choice.label);
  return text;
}

double last(const Mat& table) {
  return table.rows() > 0 ? static_cast<double>(table(table.rows() - 1, 1)) : std::numeric_limits<double>::quiet_NaN();
}

std::string not_kept(int number) { return "No run " + std::to_string(number) + " is kept here."; }

}  // namespace

training::Settings KeptRuns::settings_of(const void* params) const {
  training::Settings settings;
  for (const params::Row& row : document_.lesson().rows) {
    if (!row.restarts_training) continue;
    const std::string text = params::print(row, row.get(params));
    settings.push_back({std::string(row.id), std::string(row.label), text, shown(row, text)});
    if (row.id == "weights" && training_.own()) settings.back().shown = training_.own()->file;
  }
  return settings;
}

std::shared_ptr<const std::vector<training::Run>> KeptRuns::all() const { return runs_[&document_.lesson()].all(); }

training::Book KeptRuns::book(const void* params) const { return {all(), settings_of(params)}; }

training::Run KeptRuns::present() const {
  training::Run run;
  if (!training_) return run;
  training_.model(document_.params());
  run.settings = settings_of(document_.params());
  run.own = training_.own();
  run.steps = training_.step();
  if (const auto curves = training_.curves()) run.loss = last(curves->losses), run.held_out = last(curves->checks);
  return run;
}

void KeptRuns::keep() {
  const std::optional<training::Curves> curves = training_.curves();
  if (!curves || training_.step() < training::Runs::kLeastSteps) return;
  training::Run run = present();
  run.losses = curves->losses, run.gradient_norms = curves->gradient_norms, run.checks = curves->checks;
  runs_[&document_.lesson()].keep(std::move(run));
}

void KeptRuns::begin_anew(std::shared_ptr<const training::OwnWeights> own) {
  keep();
  training_.begin_with(std::move(own));
  document_.make_stale();
}

std::string KeptRuns::query(const training::Run& run) const {
  const course::Lesson& lesson = document_.lesson();
  const course::Lesson::Params said = lesson.defaults(), defaults = lesson.defaults();
  for (const training::Chosen& setting : run.settings)
    if (const params::Row* row = params::find(lesson.rows, setting.id)) params::set_text(*row, said.get(), setting.text);
  training_.set_target(said.get(), run.steps);
  lesson.settle(defaults.get(), said.get());
  std::string query = link_query(lesson, said.get());
  if (std::any_of(lesson.figures.begin(), lesson.figures.end(), [](const auto& figure) { return figure.id == kFigure; }))
    query += (query.empty() ? "figure=" : "&figure=") + std::string(kFigure);
  return query;
}

std::string KeptRuns::bring(int number) {
  const auto kept = all();  // keeping the present run may push this one out
  const auto run = std::find_if(kept->begin(), kept->end(), [number](const training::Run& r) { return r.number == number; });
  if (!training_ || run == kept->end()) return not_kept(number);
  std::string why;
  if (!document_.writable("steps", &why)) return why;
  Document::Edit edit{.params = document_.draft(), .refused = {}, .names_steps = true};
  for (const training::Chosen& setting : run->settings) {
    const params::Row* row = document_.find(setting.id);
    if (!row || params::print(*row, row->get(edit.params.get())) == setting.text) continue;
    if (!document_.writable(setting.id, &why)) return why;
    if (why = params::set_text(*row, edit.params.get(), setting.text); !why.empty()) return why;
  }
  training_.set_target(edit.params.get(), run->steps);
  document_.commit(&edit, Origin::kApi);
  if (training_.own() == run->own) return {};
  begin_anew(run->own);
  document_.note_view();
  return {};
}

std::string KeptRuns::remove(int number) {
  if (!runs_[&document_.lesson()].remove(number)) return not_kept(number);
  document_.make_stale();
  document_.note_view();
  return {};
}

void KeptRuns::clear() {
  runs_[&document_.lesson()].clear();
  document_.make_stale();
  document_.note_view();
}

void KeptRuns::press(charts::RunPress press) {
  using Act = charts::RunPress::Act;
  if (press.act == Act::kBring) bring(press.number);
  if (press.act == Act::kRemove) remove(press.number);
  if (press.act == Act::kClear) clear();
}

}  // namespace attn::session
