// The part of a session that keeps trainings that have been, and takes and gives weights of the reader's own.
#include <algorithm>
#include <charconv>

#include "session/link.h"
#include "session/session.h"

namespace attn::session {
namespace {

constexpr std::string_view kFigure = "training";
constexpr size_t kLongestName = 60;

std::string shown(const params::Row& row, const std::string& text) {
  for (const params::Choice& choice : row.choices)
    if (choice.id == text) return std::string(choice.label);
  return text;
}

/// The name at the end of a path, without what no name has, cut to a length.
std::string file_name(std::string_view path) {
  std::string name(path.substr(path.find_last_of("/\\") + 1));
  std::erase_if(name, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; });
  if (name.size() > kLongestName) {
    size_t end = kLongestName;
    while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xC0) == 0x80) --end;  // within a character of several bytes
    name = name.substr(0, end) + "...";
  }
  return name.empty() ? "a file" : name;
}

/// 3 of "run:3" and "run:3:remove"; 0 of anything else.
int run_of(std::string_view id) {
  int number = 0;
  if (id.starts_with("run:")) std::from_chars(id.data() + 4, id.data() + id.size(), number);
  return number;
}

double last(const Mat& table) {
  return table.rows() > 0 ? static_cast<double>(table(table.rows() - 1, 1)) : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

training::Settings Session::settings_of(const void* params) const {
  training::Settings settings;
  for (const params::Row& row : lesson_->rows) {
    if (!row.restarts_training) continue;
    const std::string text = params::print(row, row.get(params));
    settings.push_back({std::string(row.id), std::string(row.label), text, shown(row, text)});
    if (row.id == "weights" && training_.own()) settings.back().shown = training_.own()->file;
  }
  return settings;
}

training::Run Session::present_run() {
  training::Run run;
  if (!training_) return run;
  training_.state(params());
  run.settings = settings_of(params());
  run.own = training_.own();
  run.steps = training_.step();
  if (const auto curves = training_.curves()) run.loss = last(curves->losses), run.held_out = last(curves->checks);
  return run;
}

void Session::keep_run() {
  const std::optional<training::Curves> curves = training_.curves();
  if (!curves || training_.step() < training::Runs::kLeastSteps) return;
  training::Run run = present_run();
  run.losses = curves->losses, run.gradient_norms = curves->gradient_norms, run.checks = curves->checks;
  runs_[lesson_].keep(std::move(run));
}

std::string Session::run_query(const training::Run& run) const {
  course::Lesson::Params said = lesson_->defaults();
  const course::Lesson::Params defaults = lesson_->defaults();
  for (const training::Chosen& setting : run.settings)
    if (const params::Row* row = params::find(lesson_->rows, setting.id)) params::set_text(*row, said.get(), setting.text);
  training_.set_target(said.get(), run.steps);
  lesson_->settle(defaults.get(), said.get());
  std::string query = link_query(*lesson_, said.get());
  const auto& figures = lesson_->figures;
  if (std::any_of(figures.begin(), figures.end(), [](const auto& figure) { return figure.id == kFigure; }))
    query += (query.empty() ? "figure=" : "&figure=") + std::string(kFigure);
  return query;
}

std::string Session::bring_run(int number) {
  const training::Run* found = training_ ? runs().find(number) : nullptr;
  if (!found) return "No run " + std::to_string(number) + " is kept here.";
  const training::Run run = *found;  // keeping the present one may push it out
  std::string why;
  if (!find_writable("steps", &why)) return why;
  course::Lesson::Params next = draft();
  for (const training::Chosen& setting : run.settings) {
    const params::Row* row = params::find(lesson_->rows, setting.id);
    if (!row) continue;
    if (params::print(*row, row->get(next.get())) == setting.text) continue;
    if (!find_writable(setting.id, &why)) return why;
    if (why = params::set_text(*row, next.get(), setting.text); !why.empty()) return why;
  }
  training_.set_target(next.get(), run.steps);
  commit(std::move(next), Origin::kApi, /*names_steps=*/true);
  if (training_.own() == run.own) return {};
  keep_run();
  training_.begin_with(run.own);
  result_.reset();
  change_.view = true;
  return {};
}

std::string Session::remove_run(int number) {
  if (!runs_[lesson_].remove(number)) return "No run " + std::to_string(number) + " is kept here.";
  result_.reset();
  change_.view = true;
  return {};
}

void Session::clear_runs() {
  runs_[lesson_].clear();
  result_.reset();
  change_.view = true;
}

void Session::press(std::string_view id) {
  if (id == "runs:clear") clear_runs();
  if (const int number = run_of(id); number > 0) id.ends_with(":remove") ? remove_run(number) : bring_run(number);
}

std::string Session::save_weights(std::string* safetensors) {
  if (!training_) return std::string(lesson_->title) + " has no model to train.";
  training_.state(params());
  *safetensors = training_.saved(params());
  return safetensors->empty() ? "The trained weights are still on their way." : std::string();
}

std::string Session::open_weights(std::string_view file, std::string bytes) {
  if (!training_) return std::string(lesson_->title) + " has no model to train.";
  std::string why;
  if (!find_writable("steps", &why)) return why;
  const std::string name = file_name(file);
  const auto own = std::make_shared<const training::OwnWeights>(training::OwnWeights{name, std::move(bytes)});
  keep_run();
  if (why = training_.open_weights(params(), own); !why.empty()) {
    why = name + " does not fit this model. " + why;
    training_.note(why);
    change_.view = true;
    return why;
  }
  training_.set_target(params_.get(), training_.first_step());
  result_.reset();
  note_changed("steps");
  change_.view = true;
  return {};
}

void Session::forget_weights() {
  if (!training_ || !training_.own()) return;
  keep_run();
  training_.begin_with(nullptr);
  training_.set_target(params_.get(), training_.first_step());
  result_.reset();
  note_changed("steps");
  change_.view = true;
}

}  // namespace attn::session
