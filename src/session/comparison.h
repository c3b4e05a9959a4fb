// A state of the open lesson that was kept, A, to be read beside the present one, B.
//
// An address has A's own query as `a`, and behind it as `compare` the result that the reader chose. Before a result's name `a:` stands for
// A's, and `difference:` for B - A.
//
// In the pages' program the code that compares is a part of its own (base/later.h), since most readers never compare. Comparison is what
// stands in its place until it is needed, and what is asked in every frame; LateComparison (session/comparison_late.h) is the rest. As long
// as a state is kept, that is here.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "canvas/part.h"
#include "course/lesson.h"
#include "session/training.h"

namespace attn::session {

class Session;

/// What a place that has no room for all three shows.
enum class Side { kBoth, kA, kB, kDifference };
std::string_view name_of(Side side);  ///< "both", "a", "b", "difference"

/// How the pictures of A and B and what differs stand: all three beside each other, the difference below the two, or by a switch, the two
/// beside or above each other, or one of the three.
enum class Arrangement { kThree, kBelow, kBeside, kStacked, kOne };

/// A result that both pictures show.
struct Compared {
  const course::Lesson::ResultRow* row = nullptr;
  bool curve = false;
};

/// A, and how it is shown.
struct KeptState {
  course::Lesson::Params params;
  /// The result as it was computed when the state was kept, whatever happens to the model since. Null while a model has to be made for it.
  course::Lesson::Result result;
  /// The model of a state that came by an address: made, given its weights and trained as far as A was. Null elsewhere, and once `result`
  /// is there.
  std::unique_ptr<Training> training;
  std::shared_ptr<const training::OwnWeights> own;  ///< the reader's, that its model began with; no address carries them
  std::string note;                                 ///< what is to be said of its model, or empty
  Side side = Side::kBoth;
  /// The result whose difference is shown, as the reader or the address chose it. Where it is empty, the first of `shown` that differs is,
  /// or the first.
  std::string chosen;

  // Of the open figure, found out by drawing both pictures (comparison_figure.h).
  std::vector<Compared> shown;
  size_t differs = 0;  ///< place of the first of them that is not the same in both
  canvas::SharedRanges ranges;
  canvas::Size size{400, 290};  ///< of each picture
  Arrangement arrangement = Arrangement::kOne;
  std::string arranged;        ///< for which figure, size and A that is
  std::string seen_a, seen_b;  ///< for which figure, size and result that was

  /// The one whose difference is shown, or null.
  const Compared* compared() const;
};

class Comparison {
 public:
  explicit Comparison(Session& session) : session_(session) {}
  virtual ~Comparison() = default;

  /// A, or null where no state is kept.
  const KeptState* kept() const { return kept_.get(); }
  /// Forgets A.
  void leave();

  /// Whether A's model has something to do, and the weights that it wants.
  bool busy() const { return has_model() && kept_->training->busy(kept_->params.get()); }
  std::vector<std::string> wanted() const;
  void give(const std::string& name, const std::string& bytes);
  void refuse(const std::string& name, const std::string& why);

  // ---- verbs whose code may come later; until then they say so, and that it was missed is noted ----
  /// The present state is A from here on. Returns an empty string, or why that must wait.
  virtual std::string keep();
  /// A becomes the present state, as one step of undo, and the present one A. Returns an empty string or why not.
  virtual std::string swap();
  /// The difference of the result `name` is shown, or where there is no room for all the side of that name ("both", "a", "b",
  /// "difference"). Returns an empty string or the unknown name.
  virtual std::string show(std::string_view name);
  /// Takes what an address says as `a` or `compare`. What is wrong is appended to `refused`, and the rest holds.
  virtual void set(std::string_view key, std::string_view text, std::vector<params::Refusal>* refused);
  /// Both states as a file: comparison_report.h. Empty while the code is not here.
  virtual std::string as_json();

  // ---- where a state is kept ----
  /// One slice of about `budget_ms` for A's model. Returns whether it had something to do.
  virtual bool work(double budget_ms);
  /// The result `name` with a prefix: A's, or B - A. Returns an empty string or why there is none.
  virtual std::string read(std::string_view name, course::Tensor* tensor);
  /// The same of the cell `i,j` of `row`, which has this name. Where there is nothing to say `explanation` stays empty.
  virtual void explain(std::string_view name, const course::Lesson::ResultRow& row, int i, int j, formula::Explanation* explanation);
  /// A sentence or two that say what A and B are set to, and where what is shown differs most.
  virtual std::string describe();
  /// What an outsider is told, as JSON: comparison_report.h. "null" where no state is kept.
  virtual std::string report();
  /// Draws the open figure of both into all of `canvas`; `edit` as in course::FigureSpec.
  virtual void draw(canvas::Canvas& canvas, void* edit);

 protected:
  Session& session_;
  std::shared_ptr<KeptState> kept_;  ///< shared with nobody; the code that made it knows how to end it

 private:
  bool has_model() const { return kept_ && kept_->training; }
};

/// The comparison with its code, which is_loaded() tells of (base/later.h). The build cuts the pages' program here: what is reached through
/// this function alone becomes a part (tools/lab_module.mjs).
std::unique_ptr<Comparison> make_comparison(Session& session);

}  // namespace attn::session
