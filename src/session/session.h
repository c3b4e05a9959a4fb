// The open lesson: parameters, result, figure, backend, undo, locks, exercises. Everything the app does, without a window.
//
// One way through a change: edit a copy, validate every differing parameter, settle, compare; only if something differs it replaces the
// parameters, enters the history and makes the result stale. The result is computed when somebody looks at it, once per change.
//
// A trained lesson's model catches up with the parameter `steps` in work(). Steps that training takes enter no history, and undo does not
// take them back, unless it changes a parameter that restarts training.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "course/lesson.h"
#include "session/comparison.h"
#include "session/exercises.h"
#include "session/history.h"
#include "session/training.h"

namespace attn::session {

/// Who asked for a change.
enum class Origin { kUi, kApi, kUndo, kOpen };
std::string_view origin_name(Origin origin);  ///< "ui", "api", "undo", "open"

/// How a scene is come to: by pressing its link, or by reading on to its section.
enum class Way { kPress, kReading };

/// What changed since somebody last asked.
struct Change {
  std::vector<std::string> ids;  ///< parameters, in declaration order
  bool view = false;             ///< another lesson, figure or backend
  Origin origin = Origin::kApi;
  bool empty() const { return ids.empty() && !view; }
};

class Session {
 public:
  explicit Session(const course::Lesson& lesson);

  const course::Lesson& lesson() const { return *lesson_; }
  /// Opens `lesson` at its defaults and applies the deep link `query` to it. Returns what was refused.
  std::vector<params::Refusal> open(const course::Lesson& lesson, std::string_view query);

  const void* params() const { return params_.get(); }
  const void* result();
  /// Why the picture does not show the value of this parameter, in a sentence; empty where it does.
  std::string complaint(std::string_view id) const { return lesson_->complaint ? lesson_->complaint(params(), id) : std::string(); }
  /// Everything that is not default: parameters, figure, backend; empty when all is.
  std::string query() const;
  bool differs_from_default() const;
  std::string describe();
  /// A result, or an input; null for an unknown name. A handle `key[2]` that is declared as that of `keys` finds these.
  /// Before a name `a:` stands for the state that is kept, and `difference:` for what differs from it.
  const course::Lesson::ResultRow* find_result(std::string_view name) const;
  course::Tensor read(const course::Lesson::ResultRow& row) { return row.read(params(), result()); }
  /// How the cell `i,j` of a result came about. Returns an empty string, or why there is nothing to say.
  std::string explain(std::string_view name, int i, int j, formula::Explanation* explanation);

  /// Applies the known keys of a query string; returns what was refused. Locked parameters are refused.
  std::vector<params::Refusal> set(std::string_view query, Origin origin);
  /// Sets one parameter, or one entry of a matrix (`weights[0,1]`, in set() too); returns an empty string or the reason of the refusal. As
  /// set() for an unknown id, which is refused here.
  std::string set_text(std::string_view id, std::string_view text, Origin origin);
  std::string set_value(std::string_view id, const params::Value& value, Origin origin);
  /// A copy of the parameters for a figure or a widget to write to.
  course::Lesson::Params draft() const { return lesson_->copy(params()); }
  /// Takes the legal, unlocked differences of `edit` over. Returns whether anything changed.
  bool adopt(const void* edit, Origin origin);
  /// Hands `text` to the lesson's own reader of data. Sets `*message` to what was taken or why nothing was; returns whether any was.
  bool take_data(std::string_view text, std::string* message);
  /// One parameter, or all when `id` is empty, to the default. Returns an empty string or why not.
  std::string reset(std::string_view id, Origin origin);
  bool undo();
  bool redo();
  History& history() { return history_; }

  /// Adds `steps` to the lesson's integer parameter `steps`, up to its maximum; more than a model's maximum is refused. Returns an empty
  /// string or why not.
  std::string train(int steps);
  std::vector<course::Metric> metrics();

  // ---- a process that plays (session_play.cpp) ----
  /// The walked parameter (params::Spec::walked) among the open figure's controls; null where there is none.
  const params::Row* clock() const;
  /// The largest value of a walked parameter at which there is something new to see.
  double last_step(const params::Row& clock);
  /// Moves the walked parameter `id` on by one in a tempo to read along, from the beginning where it is at its end; it stops there, when
  /// anything else changes the parameter, and with another figure or scene. Returns an empty string or why not.
  std::string play(std::string_view id);
  void stop();
  /// The parameter that plays, or empty.
  std::string_view playing() const { return playing_; }
  /// Takes the step that is due. Returns whether there was one.
  bool play_on();
  /// Until the next step is due; -1 where nothing plays.
  double rest_ms() const;

  // ---- a trained lesson's model (session_training.cpp) ----
  bool trained() const { return static_cast<bool>(training_); }
  /// Whether the buttons of training belong on the screen: the open figure shows the model, or it is training.
  bool shows_training() const;
  /// Starts (`on`) or ends a run that takes steps until it is ended, the model has converged or diverged, or all are taken. Returns an
  /// empty string or why not.
  std::string run(bool on);
  /// What the button Train does (`once`: Train once): where the model stands as it was shipped, it begins anew from random weights, since
  /// what has been learned is not seen being learned. Returns an empty string or why not.
  std::string press_train(bool once);
  /// No step taken: the model as it began.
  std::string restart_training();
  void set_training_speed(Training::Speed speed) { training_.set_speed(speed); }
  /// Whether work() has something to do now; while weights are on their way, it has not.
  bool busy() const {
    return training_.busy(params()) || (comparison_ && comparison_->training && comparison_->training->busy(comparison_->params.get()));
  }
  /// One slice of loading, training or measuring, of about `budget_ms`. Returns busy().
  bool work(double budget_ms);
  Training::Status training_status() const;
  /// Names of files in assets/weights that are wanted; whoever hosts the session fetches them and hands over their content, or says why
  /// not.
  std::vector<std::string> wanted_weights() const;
  /// Whether training waits for code that is to be loaded.
  bool waits_for_code() const { return training_.waits_for_code(params()); }
  void give_weights(const std::string& name, std::string bytes);
  void refuse_weights(const std::string& name, const std::string& why);
  std::vector<std::string> take_problems() { return training_.take_problems(); }
  /// Whether wanted weights were refused; a reset asks for them again.
  bool lacks_weights() const { return training_ && training_.lacks_weights(params()); }
  void set_clock(Training::Clock clock) {
    now_ = clock;
    training_.set_clock(std::move(clock));
  }

  // ---- runs that are kept, and the reader's own weights (session_runs.cpp) ----
  /// The open lesson's, each from when its model began until it was begun anew; they outlive a visit to another lesson.
  const training::Runs& runs() { return runs_[lesson_]; }
  /// The one in training, without its curves; number 0.
  training::Run present_run();
  /// The address's query that trains such a run again, in the figure `training` where there is one.
  std::string run_query(const training::Run& run) const;
  /// Its settings, steps and weights to begin with, as one step of undo. Returns an empty string or why not.
  std::string bring_run(int number);
  std::string remove_run(int number);
  void clear_runs();
  /// What a press on the region `id` of a figure asks of the session: `run:2`, `run:2:remove`, `runs:clear`.
  void press(std::string_view id);
  /// The present weights as a safetensors file's content. Returns an empty string or why there is none.
  std::string save_weights(std::string* safetensors);
  /// The model begins anew with the content of the reader's `file`. Returns an empty string, or why it does not fit; then nothing has
  /// changed.
  std::string open_weights(std::string_view file, std::string bytes);
  /// The model begins as its parameters say.
  void forget_weights();

  // ---- a state that is kept, A, beside the present one, B (session_compare.cpp) ----
  /// Null where none is kept. Opening a lesson ends it; the address has it as `a`, whose value is A's own query,
  /// and as `compare` the result that the reader chose.
  Comparison* comparison() { return comparison_.get(); }
  const Comparison* comparison() const { return comparison_.get(); }
  /// `act`: "keep", "swap", "leave", or "show" with a name, as the four below. Returns an empty string or why not.
  std::string act_on_comparison(std::string_view act, std::string_view name);
  /// The rest is a part of its own in the pages' program (base/later.h), which all but act_on_comparison() reaches through comparing()
  /// alone, and may do so wherever a state is kept.
  struct Comparing {
    std::string (*act)(Session&, std::string_view act, std::string_view name);
    void (*set)(Session&, std::string_view key, std::string_view text, std::vector<params::Refusal>* refused);
    bool (*work)(Session&, double budget_ms);
    std::string (*read)(Session&, std::string_view name, course::Tensor* tensor);
    formula::Explanation (*explain)(Session&, std::string_view name, const course::Lesson::ResultRow& row, int i, int j);
    std::string (*describe)(Session&);
    std::string (*report)(Session&);
    std::string (*as_json)(Session&);
    void (*draw)(canvas::Canvas&, Session&, void* edit);
  };
  static const Comparing& comparing();

  /// The present state is A from here on. Returns an empty string, or why that must wait.
  std::string keep_as_a();
  /// A becomes the present state, as one step of undo, and the present one A. Returns an empty string or why not.
  std::string swap_with_a();
  void leave_comparison();
  /// What differs is shown of the result `name`, or where there is no room for all the side of that name ("both", "a", "b",
  /// "difference"). Returns an empty string or the unknown name.
  std::string compare(std::string_view name);
  /// Null while A's model is not there yet.
  const void* a_result();
  /// A result by its name, of either state or B - A. Returns an empty string or why there is none.
  std::string read(std::string_view name, course::Tensor* tensor);
  /// The settings that are not the same in A and B, in declaration order.
  std::vector<Setting> differing_settings() const;
  /// In a sentence or two: what A and B are set to, and where what is shown differs most. Empty where nothing is compared.
  std::string describe_comparison();

  int figure() const { return figure_; }
  const course::Lesson::Figure& current_figure() const { return lesson_->figures[static_cast<size_t>(figure_)]; }
  /// Returns an empty string, or a sentence that names the figures there are.
  std::string show_figure(std::string_view id);

  // ---- what computes (session_backend.cpp) ----
  /// What computed the present picture.
  struct Computed {
    std::string_view name;  ///< "gl" where the GPU did, if only in part; else "cpu"
    std::string reason;     ///< why, and what fell back, in a sentence
    bool by_choice;         ///< whether the choice acts here: the lesson asked the backend for something
  };
  Computed computed();
  /// The one that lessons are handed: the reader's choice, if it can be met.
  const compute::Backend& backend() const { return *chosen_.backend; }
  std::string_view preferred_backend() const { return preference_; }
  /// "cpu" or "gl"; returns an empty string or why not. A preference that cannot be met stands, and computed() says why.
  std::string prefer_backend(std::string_view name);
  /// Tells whether a GL context is current; called when it appears, is lost, or is restored.
  void set_gl(bool present);

  // ---- locks (session_locks.cpp) ----
  /// Comma-separated ids; the parameters so named keep their values, whatever is edited. Returns an empty string or the unknown names.
  std::string lock(std::string_view ids);
  bool is_locked(std::string_view id) const { return locked_.count(std::string(id)) > 0; }

  // ---- the scenes of the text (session_scenes.cpp) ----
  /// The lesson's defaults with `query` on top, in the figure that it names or the first, as one step of undo. Returns an empty string, or
  /// what is illegal in it, or the locked parameter that forbids it.
  std::string show_scene(std::string_view query);
  /// What the text states, behind the lesson as it opens, which is called kTopScene.
  const std::vector<course::Scene>& scenes() const { return scenes_; }
  static constexpr std::string_view kTopScene = "top";
  /// Further ones, of a lesson that is not in the course's table.
  void add_scenes(const std::vector<course::Scene>& scenes);
  /// Goes to a scene. What a model in training needs stays as it is, unless the scene names it and wants it otherwise; reading on then goes
  /// nowhere while the model is in training, and nowhere at all while A is kept. A press is a step of undo and begins an exercise anew;
  /// reading on is a step only where it takes away what the reader has changed. Locked parameters stay, which scene_note() says. Returns an
  /// empty string, or why nothing was done.
  std::string go_to_scene(std::string_view id, Way way);
  /// Which locked parameter the scene gone to last wanted otherwise, in a sentence; empty where none.
  const std::string& scene_note() const { return scene_note_; }
  /// The scene gone to last; the reader may have changed the picture since.
  std::string_view place() const { return place_; }
  /// Whether a scene took away what the reader had changed by hand.
  bool has_own() const { return own_.params != nullptr; }
  /// Brings that back, as one step of undo. Returns an empty string, or that there is nothing.
  std::string bring_own();

  const Exercises& exercises() const { return exercises_; }
  /// Opens an exercise: its scene, no prediction, no answer. One step of undo. Returns an empty string, or why not.
  std::string begin(std::string_view exercise);
  /// Forgets prediction and answer; the picture stays.
  std::string retry(std::string_view exercise) { return exercises_.retry(exercise); }
  /// Locks prediction `k` in; begins first where nobody did. Returns an empty string, or why not.
  std::string predict(std::string_view exercise, int k);
  /// The reader acts in it, so it is the live one. Its scene comes as reading brings it, unless the picture is one that the reader made
  /// since it was begun: that stays. Returns an empty string, or why not.
  std::string take_up(std::string_view exercise);
  /// Whether its scene was brought, and where it is answered with the picture itself that picture is not one that another place brought.
  bool is_begun(std::string_view exercise) const;
  /// A prediction is graded on the exercise's scene, which is set again; without predictions what the reader made of it since it was
  /// opened. Returns an empty string and the verdict, or why it cannot be checked yet.
  std::string check(std::string_view exercise, course::Verdict* verdict);
  /// How far the picture is from what an exercise without predictions asks for, which answers nothing: for while the reader brings it
  /// about, and when the picture is changed after an answer. Returns false where is_begun() does not hold, it asks for a prediction, or
  /// the model is at work.
  bool distance(std::string_view exercise, course::Verdict* verdict);

  /// Opens the figure that draws the result (or cell) `name`; the present one stays where it does, or where none does. Returns an empty
  /// string or the unknown name.
  std::string show_result(std::string_view name);

  Change take_change();
  int computations() const { return computations_; }
  double compute_ms() const { return compute_ms_; }
  double work_ms() const { return work_ms_; }  ///< of the last slice

 private:
  /// A copy being changed. `refused` collects the reasons.
  struct Edit {
    course::Lesson::Params params;
    std::vector<params::Refusal> refused;
    bool names_steps = false;  ///< the steps of a model made anew are said too
  };
  void apply(std::string_view query, bool respect_locks, Edit* edit);
  /// `held`, where it is asked for, tells of the locked parameter that stood against the edit, or has no id.
  bool commit(course::Lesson::Params next, Origin origin, bool names_steps = false, params::Refusal* held = nullptr);
  /// The lesson brings `next` into agreement, and takes a locked value that it brings along back as an edit of its own. Where it insists,
  /// `next` becomes null. Returns which locked parameter stood against it, or no id.
  params::Refusal settle(const void* before, course::Lesson::Params* next) const;
  /// The first locked parameter that differs in `next`, or null. A table of another size does not count.
  const params::Row* changed_lock(const void* next) const;
  /// Puts the locked values into `next`.
  void keep_locks(void* next) const;
  bool replace(course::Lesson::Params next, Origin origin);
  /// The steps that belong to `next`: none where it needs another model, unless they are said.
  void settle_steps(void* next, bool names_steps) const;
  /// Brings the model in line with `next`, which is about to replace the parameters.
  void follow_training(void* next);
  /// Whether the two differ in more than training's own progress, which no undo takes back.
  bool worth_a_step_of_undo(const void* before, const void* after) const;
  course::Lesson::Params with_present_steps(course::Lesson::Params past) const;
  std::string train_model(int steps);
  training::Settings settings_of(const void* params) const;
  /// Before the model is begun anew.
  void keep_run();
  bool shows(const course::Lesson::Figure& figure, const course::Lesson::ResultRow& row);
  void retry_weights();
  void note_changed(std::string_view id);
  void choose_backend();
  /// Keeps what the backends' functions were asked for since `before`.
  void note_calls(const compute::Calls& before);
  void open_scenes();
  /// What an address says of a comparison: as `a` A's query, as `compare`, behind it, the result whose difference is shown where that is
  /// not the first that differs. What is wrong is appended to `refused`, and the rest holds.
  void set_compared(std::string_view key, std::string_view text, std::vector<params::Refusal>* refused);
  void set_a(std::string_view query, std::vector<params::Refusal>* refused);
  /// One slice for A's model. Returns whether it had something to do.
  bool work_for_a(double budget_ms);
  formula::Explanation explain_a(const course::Lesson::ResultRow& row, int i, int j);
  formula::Explanation explain_difference(const course::Lesson::ResultRow& row, int i, int j);
  std::string read_compared(std::string_view name, course::Tensor* tensor);
  /// Puts the settings of a model that the reader chose or trained into `next`, unless `query` names other ones; false where those must
  /// wait for training to end.
  bool keep_model(std::string_view query, Way way, void* next) const;
  /// As settle(), from the defaults, of what the scene `query` sets; a locked parameter that it names stays too.
  params::Refusal keep_from_scene(std::string_view query, course::Lesson::Params* next) const;
  /// Whether the present model has the settings, and the steps, that it has in `as`.
  bool same_model(const void* as) const;
  /// Whether `params` are all of the scene `query`.
  bool is_scene(std::string_view query, const void* params);
  /// Whether `before` had changes of the reader's that the parameters have no more.
  bool is_lost(const void* before) const;
  /// Whether the parameters are still what was brought last.
  bool is_as_brought() const;
  /// The parameters are now the scene `id`; `before` and `figure` is what was there.
  void arrive(std::string_view id, course::Lesson::Params before, int figure);
  const params::Row* find_writable(std::string_view id, std::string* why) const;
  void take_step(course::Lesson::Params next, std::string_view id);

  const course::Lesson* lesson_ = nullptr;
  course::Lesson::Params params_, defaults_;
  course::Lesson::Result result_;  ///< null while stale
  Training training_;
  std::map<const course::Lesson*, training::Runs> runs_;
  History history_;
  Exercises exercises_;
  std::set<std::string> locked_;
  std::vector<course::Scene> scenes_;
  std::string_view place_;  ///< the scene gone to last
  std::string scene_note_;
  course::Lesson::Params brought_;        ///< as it was brought
  course::Lesson::Params brought_model_;  ///< in its model's settings, those that a scene brought last
  struct Own {
    course::Lesson::Params params;  ///< null where there is none
    int figure = 0;
  } own_;                                   ///< what the reader had made when a scene took it away
  std::shared_ptr<Comparison> comparison_;  ///< shared with nobody; who made it knows how to end it
  int figure_ = 0;
  std::string playing_;         ///< the walked parameter that plays, or empty
  bool play_recorded_ = false;  ///< all that plays at a stretch is one step of undo
  double next_step_at_ = 0;
  Training::Clock now_;
  std::string preference_ = "cpu";
  bool gl_present_ = false;
  compute::Chosen chosen_;
  compute::Calls calls_;  ///< for the present result
  Change change_;
  int computations_ = 0;
  double compute_ms_ = 0;
  double work_ms_ = 0;
};

}  // namespace attn::session
