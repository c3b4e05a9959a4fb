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
  std::vector<std::string> ids;  ///< the changed parameters, in declaration order
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
    bool names_steps = false;  ///< the edit sets `steps`, so a model that begins anew because of it takes so many
  };
  /// Is called with the parameters that are about to replace the present ones, and may adapt their `steps`.
  using Follow = std::function<void(void* next)>;

  explicit Document(Follow follow) : follow_(std::move(follow)) {}
  /// Opens the lesson at its defaults. Nothing is locked then, and nothing can be undone.
  void open(const course::Lesson& lesson);
  /// Replaces the parameters by those of the address that opens the lesson. This is no step of undo.
  void begin_at(Params params);

  const course::Lesson& lesson() const { return *lesson_; }
  const void* params() const { return params_.get(); }
  const void* defaults() const { return defaults_.get(); }
  /// The parameters for someone who keeps them. A change replaces the whole struct by another, so that kept ones stay as they are; only
  /// training writes to the `steps` of the present ones.
  const Params& shared_params() const { return params_; }
  void* for_training() { return params_.get(); }

  /// The part of an address that states the parameters that are not at their defaults; empty when all are.
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
  /// Gives `text` to the lesson as the reader's data. Sets `*message` to what was taken or why nothing was. Returns whether anything was.
  bool take_data(std::string_view text, std::string* message);
  /// The same for files that are opened together; `*outcome` says what they are.
  bool take_files(const course::Files& files, course::Import* outcome);
  bool undo();
  bool redo();
  History& history() { return history_; }
  const History& history() const { return history_; }

  // ---- locks (document_locks.cpp) ----
  /// Locks the parameters `ids`, separated by commas, and no others: they keep their values, whatever is edited. Returns an empty string,
  /// or a sentence about a name that is unknown.
  std::string lock(std::string_view ids);
  bool is_locked(std::string_view id) const { return locked_.find(id) != locked_.end(); }
  /// `There is no parameter "x"; there are ...`
  std::string unknown_parameter(std::string_view id) const;
  /// The parameter `id`. Where it is unknown or locked, returns null and says so in `*why`.
  const params::Row* writable(std::string_view id, std::string* why) const;
  /// The first locked parameter that has another value in `next`, or null. A table that has another size in `next` does not count.
  const params::Row* changed_lock(const void* next) const;
  /// Puts the locked values into `next`.
  void keep_locks(void* next) const;
  /// Lets the lesson settle `next`. Where that changes a locked value, the value is put back and the lesson settles once more; where it
  /// changes the value again, `next` becomes null. Returns a refusal that names the locked parameter, or one without an id.
  params::Refusal settle(const void* before, Params* next) const;

  // ---- for the rooms that replace the whole picture ----
  /// Writes one `key=text` pair of an address into `edit`. Returns an empty string or the reason of the refusal.
  std::string write(const params::Row& row, std::string_view key, std::string_view text, bool respect_locks, Edit* edit) const;
  /// The parameter that `key` names, by its id or by an entry of it (`weights[0,1]`); null where there is none.
  const params::Row* find(std::string_view key) const;
  /// Settles `edit` and takes it over, as a step of undo. Where a locked parameter stood in its way, the refusal is appended to
  /// `edit->refused`. Returns whether anything changed.
  bool commit(Edit* edit, Origin origin);
  /// Replaces the parameters by `next`, which has been settled. The history is left to the caller. Returns whether anything changed.
  bool replace(Params next, Origin origin);
  /// Whether the two differ in more than the progress of training, which undo does not take back.
  bool worth_a_step_of_undo(const void* before, const void* after) const;
  /// `past`, but with the number of steps that training has reached since, unless `past` needs another model.
  Params with_present_steps(Params past) const;

  // ---- what changed ----
  Change take_change();
  void note_changed(std::string_view id);
  void note_view() { change_.view = true; }
  /// Says that `origin` asked for what has changed since take_change().
  void note_origin(Origin origin);
  /// Rises whenever what was computed of the document becomes stale.
  long revision() const { return revision_; }
  void make_stale() { ++revision_; }

 private:
  /// Commits the edit of one parameter. Returns an empty string, or a sentence about the locked parameter that prevented it.
  std::string commit_one(Edit* edit, Origin origin);
  /// Undo and redo: goes to parameters of the history. Returns false for null.
  bool go_to(Params past);
  bool needs_another_model(const void* before, const void* after) const;
  /// Sets the `steps` of `next` to none where it needs another model and the edit does not say how many steps that takes.
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
