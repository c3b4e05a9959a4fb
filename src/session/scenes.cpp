#include "session/scenes.h"

#include <algorithm>
#include <utility>

#include "session/names.h"
#include "session/session.h"

namespace attn::session {
namespace {

/// Whether a parameter belongs to the model, so that another value begins the model anew.
bool is_models(const params::Row& row) { return row.restarts_training || row.id == "steps"; }

template <class Pick>
bool all_equal(const course::Lesson& lesson, const void* a, const void* b, Pick counts) {
  return std::all_of(lesson.rows.begin(), lesson.rows.end(),
                     [&](const params::Row& row) { return !counts(row) || params::equal(row, a, b); });
}

}  // namespace

void Scenes::open() {
  const course::Lesson& lesson = session_.lesson();
  scenes_ = {{kTopScene, lesson.title, "", ""}};
  for (const course::Scene& scene : course::scenes_of(lesson)) scenes_.push_back(scene);
  place_ = kTopScene;
  note_.clear();
  brought_ = brought_model_ = lesson.defaults();
  own_ = {};
}

void Scenes::add(const std::vector<course::Scene>& scenes) { scenes_.insert(scenes_.end(), scenes.begin(), scenes.end()); }

void Scenes::note_brought() { brought_ = session_.document().shared_params(); }

const course::Scene* Scenes::scene_of(std::string_view exercise) const {
  const auto scene = std::find_if(scenes_.begin(), scenes_.end(), [=](const course::Scene& s) { return s.exercise == exercise; });
  return scene == scenes_.end() ? nullptr : &*scene;
}

Document::Edit Scenes::bring(std::string_view query) {
  const course::Lesson& lesson = session_.lesson();
  Document::Edit edit{lesson.defaults()};
  session_.film().back();
  session_.figures().show(lesson.figures.front().id);
  session_.apply(query, /*respect_locks=*/false, &edit);
  return edit;
}

std::string Scenes::show(std::string_view query) {
  Document& document = session_.document();
  Document::Edit edit = bring(query);
  if (!edit.refused.empty()) return edit.refused.front().message;
  session_.lesson().settle(document.defaults(), edit.params.get());
  if (const params::Row* row = document.changed_lock(edit.params.get()))
    return std::string(row->label) + " is locked here, so this picture cannot be brought.";
  course::Lesson::Params before = document.shared_params();
  if (document.replace(std::move(edit.params), Origin::kApi) && document.worth_a_step_of_undo(before.get(), document.params()))
    document.history().push(std::move(before));
  return {};
}

std::string Scenes::go_to(std::string_view id, Way way) {
  const auto scene = std::find_if(scenes_.begin(), scenes_.end(), [id](const course::Scene& s) { return s.id == id; });
  if (scene == scenes_.end()) return unknown("scene", id, names_of(scenes_, [](const course::Scene& s) { return s.id; }));
  note_.clear();
  if (way == Way::kReading && session_.comparison().kept()) return "The picture is being compared with A and stays.";
  if (way == Way::kPress && !scene->exercise.empty()) return begin(scene->exercise);
  const int figure_before = session_.figures().index();
  Document& document = session_.document();
  Document::Edit edit = bring(scene->query);
  if (!edit.refused.empty() || !keep_model(scene->query, way, edit.params.get())) {
    session_.figures().put(figure_before);
    return edit.refused.empty() ? "The model is in training; this picture would begin it anew." : edit.refused.front().message;
  }
  params::Refusal held = keep_from_scene(scene->query, &edit.params);
  if (!edit.params) {
    session_.figures().put(figure_before);
    return held.message;
  }
  note_ = std::move(held.message);
  const bool whole = scene->exercise.empty() || is_scene(scene->query, edit.params.get());
  course::Lesson::Params before = document.shared_params();
  const bool differs = document.replace(std::move(edit.params), Origin::kApi);
  const bool undoable = way == Way::kPress ? document.worth_a_step_of_undo(before.get(), document.params()) : is_lost(before.get());
  if (differs && undoable) document.history().push(before);
  arrive(scene->id, std::move(before), figure_before);
  session_.exercises().set_live({});
  if (!scene->exercise.empty() && whole) session_.exercises().note_begun(scene->exercise);
  return {};
}

params::Refusal Scenes::keep_from_scene(std::string_view query, course::Lesson::Params* next) const {
  const Document& document = session_.document();
  params::Refusal held;
  for (const auto& [key, text] : params::parse_query(query)) {
    const params::Row* row = params::find(session_.lesson().rows, key);
    if (row && document.is_locked(row->id) && !params::equal(*row, document.params(), next->get()))
      held = {std::string(row->id), std::string(row->label) + " is locked here and stays as it is."};
  }
  document.keep_locks(next->get());
  params::Refusal brought = document.settle(document.defaults(), next);
  return held.id.empty() ? brought : held;
}

bool Scenes::same_model(const void* as) const { return all_equal(session_.lesson(), session_.document().params(), as, is_models); }

bool Scenes::keep_model(std::string_view query, Way way, void* next) const {
  if (!session_.model().trained()) return true;
  const params::Rows& rows = session_.lesson().rows;
  const void* params = session_.document().params();
  const bool brought = same_model(brought_model_.get());  // a scene set it, and its steps, so the next scene may change it
  const Training::Status status = session_.model().status();
  const bool is_held = status.phase == Training::Phase::kTraining && (status.running || !brought);
  for (const auto& [key, text] : params::parse_query(query)) {
    const params::Row* row = params::find(rows, key);
    if (row && is_models(*row) && !params::equal(*row, params, next)) return way == Way::kPress || !is_held;
  }
  if (brought) return true;
  for (const params::Row& row : rows)
    if (is_models(row)) row.put(next, row.get(params));
  return true;
}

bool Scenes::is_scene(std::string_view query, const void* params) {
  const course::Lesson& lesson = session_.lesson();
  Document::Edit edit{lesson.defaults()};
  session_.apply(query, /*respect_locks=*/false, &edit);
  lesson.settle(session_.document().defaults(), edit.params.get());
  return all_equal(lesson, params, edit.params.get(), [](const params::Row&) { return true; });
}

bool Scenes::is_lost(const void* before) const {
  const params::Rows& rows = session_.lesson().rows;
  const void* params = session_.document().params();
  return std::any_of(rows.begin(), rows.end(), [&](const params::Row& row) {
    return row.id != "steps" && !params::equal(row, before, brought_.get()) && !params::equal(row, before, params);
  });
}

bool Scenes::is_as_brought() const {
  return all_equal(session_.lesson(), session_.document().params(), brought_.get(),
                   [](const params::Row& row) { return row.id != "steps"; });
}

void Scenes::arrive(std::string_view id, course::Lesson::Params before, int figure) {
  if (!same_model(before.get())) brought_model_ = session_.document().shared_params();
  if (is_lost(before.get())) own_ = {std::move(before), figure};
  place_ = id;
  session_.playback().stop();
  note_brought();
  session_.document().note_view();
}

std::string Scenes::bring_own() {
  if (!own_.params) return "There is no picture of yours to bring back.";
  Document& document = session_.document();
  const Own own = std::exchange(own_, Own{document.shared_params(), session_.figures().index()});
  course::Lesson::Params before = document.shared_params();
  course::Lesson::Params next = document.with_present_steps(session_.lesson().copy(own.params.get()));
  if (document.replace(std::move(next), Origin::kApi)) document.history().push(std::move(before));
  if (!is_lost(own_.params.get())) own_ = {};
  session_.figures().put(own.figure);
  document.note_view();
  return {};
}

std::string Scenes::begin(std::string_view exercise) {
  Exercises& exercises = session_.exercises();
  std::string why = exercises.retry(exercise);
  course::Lesson::Params before = session_.document().shared_params();
  const int figure = session_.figures().index();
  if (why.empty()) why = show(exercises.find(exercise)->scene);
  if (!why.empty()) return why;
  exercises.note_begun(exercise);
  if (const course::Scene* scene = scene_of(exercise)) arrive(scene->id, std::move(before), figure);
  return {};
}

std::string Scenes::take_up(std::string_view exercise) {
  Exercises& exercises = session_.exercises();
  if (!exercises.find(exercise)) return exercises.unknown_exercise(exercise);
  const course::Scene* scene = scene_of(exercise);
  if (exercises.live() == exercise || !scene) return {};
  if (!exercises.find(exercise)->begun || is_as_brought()) return go_to(scene->id, Way::kReading);
  exercises.set_live(exercise);
  place_ = scene->id;
  session_.document().note_view();
  return {};
}

bool Scenes::is_begun(std::string_view exercise) const {
  const Exercises::State* state = session_.exercises().find(exercise);
  return state && state->begun && (state->predictions > 0 || session_.exercises().live() == exercise || !is_as_brought());
}

}  // namespace attn::session
