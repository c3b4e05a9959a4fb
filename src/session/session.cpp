#include "session/session.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "base/clock.h"
#include "base/later.h"
#include "canvas/svg_canvas.h"
#include "controls/controls.h"
#include "session/link.h"
#include "session/names.h"

namespace attn::session {
namespace {

/// "weights" of an entry "weights[0,1]".
std::string_view whole_of(std::string_view id) { return id.substr(0, id.find('[')); }

constexpr std::string_view kNotHere = "What compares two states has not been loaded yet.";

}  // namespace

std::string_view origin_name(Origin origin) {
  switch (origin) {
    case Origin::kUi:
      return "ui";
    case Origin::kApi:
      return "api";
    case Origin::kUndo:
      return "undo";
    case Origin::kOpen:
      return "open";
  }
  return "";
}

Session::Session(const course::Lesson& lesson) : now_(milliseconds) {
  choose_backend();
  open(lesson, "");
}

std::vector<params::Refusal> Session::open(const course::Lesson& lesson, std::string_view query) {
  CHECK(!lesson.figures.empty());
  if (lesson_) keep_run();
  lesson_ = &lesson;
  defaults_ = lesson.defaults();
  figure_ = 0;
  playing_.clear();
  comparison_.reset();
  locked_.clear();
  history_.begin(lesson);
  exercises_.open(lesson);
  Edit edit{lesson.defaults(), {}};
  apply(query, /*respect_locks=*/false, &edit);
  lesson.settle(defaults_.get(), edit.params.get());
  params_ = std::move(edit.params);
  open_scenes();
  result_.reset();
  training_.open(lesson);
  change_ = {};
  change_.view = true;
  change_.origin = Origin::kOpen;
  return edit.refused;
}

const void* Session::result() {
  if (!result_) {
    const double start = milliseconds();
    if (training_) training_.show_runs(params(), {runs().all(), settings_of(params())});
    const compute::Calls before = compute::calls();
    result_ = lesson_->compute(params(), training_.state(params()), *chosen_.backend);
    note_calls(before);
    compute_ms_ = milliseconds() - start;
    ++computations_;
  }
  return result_.get();
}

std::string Session::query() const {
  std::string text = link_query(*lesson_, params());
  const auto add = [&text](std::string_view key, std::string_view value) {
    if (!text.empty()) text += '&';
    text.append(key).append("=").append(params::percent_encode(value));
  };
  if (figure_ != 0) add("figure", current_figure().id);
  if (preference_ != "cpu") add("backend", preference_);
  if (comparison_) add("a", link_query(*lesson_, comparison_->params.get()));
  if (comparison_ && !comparison_->chosen.empty()) add("compare", comparison_->chosen);
  return text;
}

bool Session::differs_from_default() const {
  return std::any_of(lesson_->rows.begin(), lesson_->rows.end(),
                     [this](const params::Row& row) { return !params::equal(row, params(), defaults_.get()); });
}

std::string Session::describe() {
  std::string text = current_figure().describe(params(), result());
  const std::string said = training_status().sentence, compared = comparison_ ? comparing().describe(*this) : std::string();
  if (text.find(said) == std::string::npos) text += " " + said;  // a lesson may say it itself
  return compared.empty() ? text : text + " " + compared;
}

const course::Lesson::ResultRow* Session::find_result(std::string_view name) const {
  using Row = course::Lesson::ResultRow;
  const auto first = [this](std::string_view Row::*member, std::string_view wanted) -> const Row* {
    for (const auto* rows : {&lesson_->results, &lesson_->inputs})
      for (const Row& row : *rows)
        if (row.*member == wanted) return &row;
    return nullptr;
  };
  name = canvas::without_prefix(name);
  if (name.empty()) return nullptr;
  const Row* row = first(&Row::name, name);
  return row ? row : first(&Row::handle, name);
}

std::string Session::explain(std::string_view name, int i, int j, formula::Explanation* explanation) {
  const auto* row = find_result(name);
  if (!row) return unknown("result", name, names_of(lesson_->results, [](const auto& r) { return r.name; }));
  course::Tensor tensor;
  if (std::string why = read(name, &tensor); !why.empty()) return why;
  if (!tensor.has(i, j))
    return std::string(name) + " has rows 0 to " + std::to_string(tensor.row_count() - 1) + " and columns 0 to " +
           std::to_string(tensor.col_count() - 1) + ".";
  const bool compared = canvas::without_prefix(name) != name;
  *explanation = compared ? comparing().explain(*this, name, *row, i, j) : row->explain(params(), result(), i, j);
  return explanation->empty() ? "There is nothing to explain about " + std::string(name) + "." : std::string();
}

std::string Session::read(std::string_view name, course::Tensor* tensor) {
  const course::Lesson::ResultRow* row = find_result(name);
  if (!row) return unknown("result", name, names_of(lesson_->results, [](const auto& r) { return r.name; }));
  if (canvas::without_prefix(name) != name)
    return comparison_ ? comparing().read(*this, name, tensor) : "No state is kept to compare with.";
  *tensor = read(*row);
  return {};
}

std::string Session::act_on_comparison(std::string_view act, std::string_view name) {
  return is_here(comparing) ? comparing().act(*this, act, name) : std::string(kNotHere);
}

const params::Row* Session::find_writable(std::string_view id, std::string* why) const {
  const params::Row* row = params::find(lesson_->rows, whole_of(id));
  if (!row)
    *why = unknown("parameter", id, names_of(lesson_->rows, [](const auto& r) { return r.id; }));
  else if (is_locked(row->id))
    *why = std::string(row->label) + " is locked here.";
  return why->empty() ? row : nullptr;
}

void Session::apply(std::string_view query, bool respect_locks, Edit* edit) {
  for (const auto& [key, text] : params::parse_query(query)) {
    std::string why;
    if (const params::Row* row = params::find(lesson_->rows, whole_of(key))) {
      if (respect_locks && is_locked(row->id))
        why = std::string(row->label) + " is locked here.";
      else
        why = controls::apply_typed(lesson_->rows, key, text, edit->params.get());
      edit->names_steps |= row->id == "steps";
    } else if (key == "figure") {
      why = show_figure(text);
    } else if (key == "backend") {
      why = prefer_backend(text);
    } else if (key == "a" || key == "compare") {
      if (is_here(comparing))
        comparing().set(*this, key, text, &edit->refused);
      else
        why = kNotHere;
    }
    if (!why.empty()) edit->refused.push_back({key, why});
  }
}

std::vector<params::Refusal> Session::set(std::string_view query, Origin origin) {
  Edit edit{draft(), {}};
  apply(query, /*respect_locks=*/true, &edit);
  params::Refusal held;
  commit(std::move(edit.params), origin, edit.names_steps, &held);
  if (!held.id.empty()) edit.refused.push_back(std::move(held));
  if (!change_.empty()) change_.origin = origin;
  return edit.refused;
}

std::string Session::set_text(std::string_view id, std::string_view text, Origin origin) {
  std::string why;
  const params::Row* row = find_writable(id, &why);
  if (!row) return why;
  course::Lesson::Params next = draft();
  why = controls::apply_typed(lesson_->rows, id, text, next.get());
  params::Refusal held;
  if (why.empty()) commit(std::move(next), origin, /*names_steps=*/false, &held);
  return why.empty() ? held.message : why;
}

std::string Session::set_value(std::string_view id, const params::Value& value, Origin origin) {
  std::string why;
  const params::Row* row = find_writable(id, &why);
  if (!row) return why;
  course::Lesson::Params next = draft();
  why = params::set_value(*row, next.get(), value);
  params::Refusal held;
  if (why.empty()) commit(std::move(next), origin, /*names_steps=*/false, &held);
  return why.empty() ? held.message : why;
}

bool Session::adopt(const void* edit, Origin origin) {
  course::Lesson::Params next = draft();
  bool differs = false;
  for (const params::Row& row : lesson_->rows) {
    if (is_locked(row.id) || params::equal(row, edit, next.get())) continue;
    differs = params::set_value(row, next.get(), row.get(edit)).empty() || differs;
  }
  return differs && commit(std::move(next), origin);
}

bool Session::take_data(std::string_view text, std::string* message) {
  if (!lesson_->take_data) {
    *message = std::string(lesson_->title) + " takes no data.";
    return false;
  }
  course::Lesson::Params next = draft();
  const course::Import outcome = lesson_->take_data(next.get(), text);
  *message = outcome.message;
  if (outcome.accepted) adopt(next.get(), Origin::kUi);
  return outcome.accepted;
}

std::string Session::reset(std::string_view id, Origin origin) {
  if (!id.empty()) {
    std::string why;
    const params::Row* row = find_writable(id, &why);
    return row ? set_value(id, row->get(defaults_.get()), origin) : why;
  }
  adopt(defaults_.get(), origin);
  brought_ = params_;
  exercises_.set_live({});
  retry_weights();
  return {};
}

bool Session::commit(course::Lesson::Params next, Origin origin, bool names_steps, params::Refusal* held) {
  params::Refusal refusal = settle(params(), &next);
  if (held) *held = std::move(refusal);
  if (!next) return false;
  settle_steps(next.get(), names_steps || origin == Origin::kOpen);
  course::Lesson::Params before = params_;
  if (!replace(std::move(next), origin)) return false;
  if (worth_a_step_of_undo(before.get(), params())) history_.push(std::move(before));
  return true;
}

void Session::note_changed(std::string_view id) {
  if (std::find(change_.ids.begin(), change_.ids.end(), id) == change_.ids.end()) change_.ids.emplace_back(id);
}

bool Session::replace(course::Lesson::Params next, Origin origin) {
  bool differs = false;
  for (const params::Row& row : lesson_->rows) {
    if (params::equal(row, params(), next.get())) continue;
    differs = true;
    if (row.id == playing_) stop();
    note_changed(row.id);
  }
  if (!differs) return false;
  follow_training(next.get());
  params_ = std::move(next);
  result_.reset();
  change_.origin = origin;
  return true;
}

bool Session::undo() {
  course::Lesson::Params to = history_.undo(params_);
  return to && replace(with_present_steps(std::move(to)), Origin::kUndo);
}

bool Session::redo() {
  course::Lesson::Params to = history_.redo(params_);
  return to && replace(with_present_steps(std::move(to)), Origin::kUndo);
}

std::string Session::train(int steps) {
  const params::Row* row = params::find(lesson_->rows, "steps");
  if (!row || row->type != params::Type::kInteger) return std::string(lesson_->title) + " has nothing to train.";
  if (steps < 1) return "The number of steps has to be at least 1.";
  if (training_) return train_model(steps);
  const double now = std::get<double>(row->get(params()));
  if (now >= row->max)
    return "All " + std::to_string(static_cast<int>(row->max)) + " steps have been taken; set steps to 0 to start again.";
  return set_value("steps", std::min(now + steps, row->max), Origin::kApi);
}

std::vector<course::Metric> Session::metrics() {
  if (training_) return training_.metrics(params());
  return lesson_->metrics ? lesson_->metrics(params(), result()) : std::vector<course::Metric>{};
}

std::string Session::show_figure(std::string_view id) {
  for (size_t i = 0; i < lesson_->figures.size(); ++i) {
    if (lesson_->figures[i].id != id) continue;
    change_.view = change_.view || figure_ != static_cast<int>(i);
    figure_ = static_cast<int>(i);
    if (const params::Row* here = clock(); !playing_.empty() && (!here || here->id != playing_)) stop();
    return {};
  }
  return unknown("figure", id, names_of(lesson_->figures, [](const auto& f) { return f.id; }));
}

std::string Session::begin(std::string_view exercise) {
  std::string why = exercises_.retry(exercise);
  course::Lesson::Params before = params_;
  const int figure = figure_;
  if (why.empty()) why = show_scene(exercises_.find(exercise)->scene);
  if (!why.empty()) return why;
  exercises_.note_begun(exercise);
  for (const course::Scene& scene : scenes_)
    if (scene.exercise == exercise) arrive(scene.id, std::move(before), figure);
  return {};
}

std::string Session::take_up(std::string_view exercise) {
  if (!exercises_.find(exercise)) return exercises_.unknown_exercise(exercise);
  if (exercises_.live() == exercise) return {};
  const auto scene = std::find_if(scenes_.begin(), scenes_.end(), [=](const course::Scene& s) { return s.exercise == exercise; });
  if (scene == scenes_.end()) return {};
  if (exercises_.find(exercise)->begun && !is_as_brought()) {
    exercises_.set_live(exercise);
    place_ = scene->id;
    change_.view = true;
    return {};
  }
  return go_to_scene(scene->id, Way::kReading);
}

bool Session::is_begun(std::string_view exercise) const {
  const Exercises::State* state = exercises_.find(exercise);
  return state && state->begun && (state->predictions > 0 || exercises_.live() == exercise || !is_as_brought());
}

std::string Session::predict(std::string_view exercise, int k) {
  const Exercises::State* state = exercises_.find(exercise);
  if (state && !state->begun)
    if (std::string why = begin(exercise); !why.empty()) return why;
  return exercises_.predict(exercise, k);
}

std::string Session::check(std::string_view exercise, course::Verdict* verdict) {
  if (std::string why = exercises_.why_not_check(exercise); !why.empty()) return why;
  if (!is_begun(exercise)) return exercises_.why_not_begun();
  if (exercises_.find(exercise)->predictions > 0)
    if (std::string why = show_scene(exercises_.find(exercise)->scene); !why.empty()) return why;
  if (!wanted_weights().empty() || busy()) return "The model is still at work; check again when it is done.";
  exercises_.check(exercise, *lesson_, params(), result(), *chosen_.backend, verdict);
  return {};
}

bool Session::distance(std::string_view exercise, course::Verdict* verdict) {
  const Exercises::State* state = exercises_.find(exercise);
  if (!state || !is_begun(exercise) || state->predictions > 0 || !wanted_weights().empty() || busy()) return false;
  *verdict = exercises_.judge(exercise, *lesson_, params(), result(), *chosen_.backend);
  return true;
}

std::string Session::show_result(std::string_view name) {
  const std::string_view whole = whole_of(name);
  const course::Lesson::ResultRow* row = find_result(whole);
  if (!row) return unknown("result", whole, names_of(lesson_->results, [](const auto& r) { return r.name; }));
  if (shows(current_figure(), *row)) return {};
  for (const auto& figure : lesson_->figures)
    if (shows(figure, *row)) return show_figure(figure.id);
  return {};
}

bool Session::shows(const course::Lesson::Figure& figure, const course::Lesson::ResultRow& row) {
  canvas::SvgCanvas sheet({800, 570}, canvas::Theme());
  const course::Lesson::Params edit = draft();
  figure.draw(sheet, params(), result(), edit.get());
  const auto& regions = sheet.regions().all();
  return std::any_of(regions.begin(), regions.end(), [&row](const canvas::Region& region) {
    const std::string_view name = whole_of(region.id);
    return name == row.name || (!row.handle.empty() && name == row.handle);
  });
}

Change Session::take_change() {
  Change taken = std::move(change_);
  change_ = {};
  return taken;
}

}  // namespace attn::session
