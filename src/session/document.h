// The open document: a lesson's parameters with their defaults, locks and history, and what changed since somebody last asked.
//
// Every change goes the same way. An edit is written to a copy, each value that differs is validated, and the lesson settles what follows
// from it. Only if something still differs does the copy take the place of the parameters; the old ones then enter the history, and what
// was computed is stale.
//
// In a lesson with a model the parameter `steps` is how far training has come. Steps that training takes enter no history, and undo does
// not take them back, unless it changes a parameter that restarts training.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "course/lesson.h"
#include "session/history.h"

namespace attn::session {

/// Who asked for a change.
enum class Origin { kUi, kApi, kUndo, kOpen };
std::string_view origin_name(Origin origin);  ///< "ui", "api", "undo", "open"

/// What changed since somebody last asked.
struct Change {
  std::vector<std::string> ids;  ///< parameters, in declaration order
  bool view = false;             ///< another lesson, figure or backend
  Origin origin = Origin::kApi;
  bool empty() const { return ids.empty() && !view; }
};

class Document {
 public:
  using Params = course::Lesson::Params;
  /// A copy of the parameters that is being changed.
  struct Edit {
    Params params;
    std::vector<params::Refusal> refused = {};
    bool names_steps = false;  ///< the edit says how many steps a model takes that it makes anew
  };
  /// Is told of the parameters that are about to take the place of the present ones, and may bring their `steps` in line.
  using Follow = std::function<void(void* next)>;

  explicit Document(Follow follow) : follow_(std::move(follow)) {}
  /// The lesson at its defaults: nothing is locked, nothing can be undone.
  void open(const course::Lesson& lesson);
  /// The document is as an address that opens it says.
  void begin_at(Params params);

  const course::Lesson& lesson() const { return *lesson_; }
  const void* params() const { return params_.get(); }
  const void* defaults() const { return defaults_.get(); }
  /// The parameters as they may be kept: a change replaces them by others, and training alone writes to their `steps`.
  const Params& shared_params() const { return params_; }
  void* for_training() { return params_.get(); }

  /// The part of an address that says what is not default; empty when all is.
  std::string query() const;
  bool differs_from_default() const;
  /// A sentence that says why the picture does not show the value of this parameter; empty where it does.
  std::string complaint(std::string_view id) const { return lesson_->complaint ? lesson_->complaint(params(), id) : std::string(); }

  // ---- changes ----
  /// A copy of the parameters for a figure or a widget to write to.
  Params draft() const { return lesson_->copy(params()); }
  /// Takes over what `edit` sets legally to parameters that are not locked. Returns whether anything changed.
  bool adopt(const void* edit, Origin origin);
  /// Sets one parameter, or one entry of a matrix (`weights[0,1]`). Returns an empty string or the reason of the refusal.
  std::string set_text(std::string_view id, std::string_view text, Origin origin);
  std::string set_value(std::string_view id, const params::Value& value, Origin origin);
  /// One parameter to its default. Returns an empty string or why not.
  std::string reset(std::string_view id, Origin origin);
  /// Hands `text` to the lesson's own reader of data. Sets `*message` to what was taken or why nothing was; returns whether any was.
  bool take_data(std::string_view text, std::string* message);
  bool undo();
  bool redo();
  History& history() { return history_; }
  const History& history() const { return history_; }

  // ---- locks (document_locks.cpp) ----
  /// `ids` are separated by commas; the parameters so named keep their values, whatever is edited. Returns an empty string or the unknown
  /// name.
  std::string lock(std::string_view ids);
  bool is_locked(std::string_view id) const { return locked_.find(id) != locked_.end(); }
  /// `There is no parameter "x"; there are ...`
  std::string unknown_parameter(std::string_view id) const;
  /// The parameter `id`, or null and in `*why` that it is unknown or locked.
  const params::Row* writable(std::string_view id, std::string* why) const;
  /// The first locked parameter that differs in `next`, or null. A table that has another size in `next` does not count.
  const params::Row* changed_lock(const void* next) const;
  /// Puts the locked values into `next`.
  void keep_locks(void* next) const;
  /// The lesson brings `next` into agreement. A locked value that it would change along with the edit is taken back, as an edit of its
  /// own; where the lesson insists, `next` becomes null. Returns which locked parameter stood against it, or no id.
  params::Refusal settle(const void* before, Params* next) const;

  // ---- for the rooms that bring whole pictures ----
  /// Writes one pair of an address into `edit`. Returns an empty string or the reason of the refusal.
  std::string write(const params::Row& row, std::string_view key, std::string_view text, bool respect_locks, Edit* edit) const;
  /// The parameter that `key`, an id or an entry `weights[0,1]` of one, belongs to, or null.
  const params::Row* find(std::string_view key) const;
  /// Settles `edit` and takes it over, as a step of undo. Where a locked parameter stood against it, that is appended to what was refused.
  bool commit(Edit* edit, Origin origin);
  /// Puts `next`, which is settled, in the place of the parameters; the history is the caller's. Returns whether anything changed.
  bool replace(Params next, Origin origin);
  /// Whether the two differ in more than training's own progress, which no undo takes back.
  bool worth_a_step_of_undo(const void* before, const void* after) const;
  /// `past` with the steps that have been taken since, unless it needs another model.
  Params with_present_steps(Params past) const;

  // ---- what changed ----
  Change take_change();
  void note_changed(std::string_view id);
  void note_view() { change_.view = true; }
  /// What changed until now was asked for by `origin`.
  void note_origin(Origin origin);
  /// Rises whenever what was computed of the document becomes stale.
  long revision() const { return revision_; }
  void make_stale() { ++revision_; }

 private:
  /// Commits the edit of one parameter. Returns an empty string, or which locked parameter stood against it.
  std::string commit_one(Edit* edit, Origin origin);
  /// Back, or on again, to parameters of the history; false for null.
  bool go_to(Params past);
  bool needs_another_model(const void* before, const void* after) const;
  /// Puts into `next` the steps that belong to it: where it needs another model and does not say how many, none.
  void settle_steps(void* next) const;

  Follow follow_;
  const course::Lesson* lesson_ = nullptr;
  const params::Row* progress_ = nullptr;  ///< `steps` of a lesson with a model, else null
  Params params_, defaults_;
  std::set<std::string, std::less<>> locked_;
  History history_;
  Change change_;
  long revision_ = 0;
};

}  // namespace attn::session
