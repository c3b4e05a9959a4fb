// The scenes of a lesson's text: going to one by a press or by reading on, what a scene leaves alone, and the way back to what the reader
// had made.
#include <algorithm>
#include <utility>

#include "session/names.h"
#include "session/session.h"

namespace attn::session {
namespace {

/// Whether a parameter is the model's: another value begins it anew.
bool is_models(const params::Row& row) { return row.restarts_training || row.id == "steps"; }

}  // namespace

void Session::open_scenes() {
  scenes_ = {{kTopScene, lesson_->title, "", ""}};
  for (const course::Scene& scene : course::scenes_of(*lesson_)) scenes_.push_back(scene);
  place_ = kTopScene;
  scene_note_.clear();
  brought_ = brought_model_ = defaults_;
  own_ = {};
}

void Session::add_scenes(const std::vector<course::Scene>& scenes) { scenes_.insert(scenes_.end(), scenes.begin(), scenes.end()); }

std::string Session::show_scene(std::string_view query) {
  Edit edit{lesson_->defaults(), {}};
  show_figure(lesson_->figures.front().id);
  apply(query, /*respect_locks=*/false, &edit);
  if (!edit.refused.empty()) return edit.refused.front().message;
  lesson_->settle(defaults_.get(), edit.params.get());
  if (const params::Row* row = changed_lock(edit.params.get()))
    return std::string(row->label) + " is locked here, so this picture cannot be brought.";
  course::Lesson::Params before = params_;
  if (replace(std::move(edit.params), Origin::kApi) && worth_a_step_of_undo(before.get(), params())) history_.push(std::move(before));
  return {};
}

std::string Session::go_to_scene(std::string_view id, Way way) {
  const auto scene = std::find_if(scenes_.begin(), scenes_.end(), [id](const course::Scene& s) { return s.id == id; });
  if (scene == scenes_.end()) return unknown("scene", id, names_of(scenes_, [](const course::Scene& s) { return s.id; }));
  scene_note_.clear();
  if (way == Way::kReading && comparison_) return "The picture is being compared with A and stays.";
  if (way == Way::kPress && !scene->exercise.empty()) return begin(scene->exercise);
  const int figure_before = figure_;
  Edit edit{lesson_->defaults(), {}};
  show_figure(lesson_->figures.front().id);
  apply(scene->query, /*respect_locks=*/false, &edit);
  if (!edit.refused.empty() || !keep_model(scene->query, way, edit.params.get())) {
    figure_ = figure_before;
    return edit.refused.empty() ? "The model is in training; this picture would begin it anew." : edit.refused.front().message;
  }
  params::Refusal held = keep_from_scene(scene->query, &edit.params);
  if (!edit.params) {
    figure_ = figure_before;
    return held.message;
  }
  scene_note_ = std::move(held.message);
  const bool whole = scene->exercise.empty() || is_scene(scene->query, edit.params.get());
  course::Lesson::Params before = params_;
  const bool differs = replace(std::move(edit.params), Origin::kApi);
  const bool undoable = way == Way::kPress ? worth_a_step_of_undo(before.get(), params()) : is_lost(before.get());
  if (differs && undoable) history_.push(before);
  arrive(scene->id, std::move(before), figure_before);
  exercises_.set_live({});
  if (!scene->exercise.empty() && whole) exercises_.note_begun(scene->exercise);
  return {};
}

params::Refusal Session::keep_from_scene(std::string_view query, course::Lesson::Params* next) const {
  params::Refusal held;
  for (const auto& [key, text] : params::parse_query(query)) {
    const params::Row* row = params::find(lesson_->rows, key);
    if (row && is_locked(row->id) && !params::equal(*row, params(), next->get()))
      held = {std::string(row->id), std::string(row->label) + " is locked here and stays as it is."};
  }
  keep_locks(next->get());
  params::Refusal brought = settle(defaults_.get(), next);
  return held.id.empty() ? brought : held;
}

bool Session::same_model(const void* as) const {
  return std::all_of(lesson_->rows.begin(), lesson_->rows.end(),
                     [&](const params::Row& row) { return !is_models(row) || params::equal(row, params(), as); });
}

bool Session::keep_model(std::string_view query, Way way, void* next) const {
  if (!training_) return true;
  for (const auto& [key, text] : params::parse_query(query)) {
    const params::Row* row = params::find(lesson_->rows, key);
    if (row && is_models(*row) && !params::equal(*row, params(), next))
      return way == Way::kPress || training_.status(params()).phase != Training::Phase::kTraining;
  }
  if (same_model(brought_model_.get())) return true;  // it goes with the scene that brought it
  for (const params::Row& row : lesson_->rows)
    if (is_models(row)) row.put(next, row.get(params()));
  return true;
}

bool Session::is_scene(std::string_view query, const void* params) {
  Edit edit{lesson_->defaults(), {}};
  apply(query, /*respect_locks=*/false, &edit);
  lesson_->settle(defaults_.get(), edit.params.get());
  return std::all_of(lesson_->rows.begin(), lesson_->rows.end(),
                     [&](const params::Row& row) { return params::equal(row, params, edit.params.get()); });
}

bool Session::is_lost(const void* before) const {
  return std::any_of(lesson_->rows.begin(), lesson_->rows.end(), [&](const params::Row& row) {
    return row.id != "steps" && !params::equal(row, before, brought_.get()) && !params::equal(row, before, params());
  });
}

bool Session::is_as_brought() const {
  return std::all_of(lesson_->rows.begin(), lesson_->rows.end(),
                     [&](const params::Row& row) { return row.id == "steps" || params::equal(row, params(), brought_.get()); });
}

void Session::arrive(std::string_view id, course::Lesson::Params before, int figure) {
  if (!same_model(before.get())) brought_model_ = params_;
  if (is_lost(before.get())) own_ = {std::move(before), figure};
  place_ = id;
  stop();
  brought_ = params_;
  change_.view = true;
}

std::string Session::bring_own() {
  if (!own_.params) return "There is no picture of yours to bring back.";
  const Own own = std::exchange(own_, Own{params_, figure_});
  course::Lesson::Params before = params_;
  if (replace(with_present_steps(lesson_->copy(own.params.get())), Origin::kApi)) history_.push(std::move(before));
  if (!is_lost(own_.params.get())) own_ = {};
  figure_ = own.figure;
  change_.view = true;
  return {};
}

}  // namespace attn::session
