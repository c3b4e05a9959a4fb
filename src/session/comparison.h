// A state of the open lesson that was kept, A, so that it can be compared with the present one, B.
//
// In an address the key `a` holds A's own query, and the key `compare` after it the result that the reader chose to compare. A result's
// name with the prefix `a:` means A's result, with `difference:` it means B - A.
//
// In the pages' program the code that compares is a part of its own (base/later.h), since most readers never compare. Comparison holds what
// is asked in every frame, and stands in for that part until it is needed. LateComparison (session/comparison_late.h) is the part. It is
// always loaded while a state is kept.
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

/// What is shown where there is no room for A, B and their difference together.
enum class Side { kBoth, kA, kB, kDifference };
std::string_view name_of(Side side);  ///< "both", "a", "b", "difference"

/// How the pictures of A, of B and of their difference are placed. kThree: all three beside each other. kBelow: the difference below A and
/// B. In the others the reader switches: between the difference and A and B beside (kBeside) or above (kStacked) each other, or between the
/// three single pictures (kOne).
enum class Arrangement { kThree, kBelow, kBeside, kStacked, kOne };

/// A result that both pictures show.
struct Compared {
  const course::Lesson::ResultRow* row = nullptr;
  bool curve = false;
};

/// A, and how it is shown.
struct KeptState {
  course::Lesson::Params params;
  /// The result as it was computed when the state was kept: it does not change when the model is trained further. Null as long as a state
  /// from an address waits for its model.
  course::Lesson::Result result;
  /// The model for a state that came with an address. It is made, given its weights and trained as far as A's was. Null for any other
  /// state, and once `result` has been computed.
  std::unique_ptr<Training> training;
  std::shared_ptr<const training::OwnWeights> own;  ///< the reader's own weights that A's model began with; no address contains them
  std::string note;                                 ///< a sentence to the reader about A's model, or empty
  Side side = Side::kBoth;
  /// The result whose difference is shown, if the reader or the address chose one. Where this is empty, it is the first of `shown` that
  /// differs, or simply the first.
  std::string chosen;

  // What follows is about the open figure, and is found out by drawing both pictures (comparison_figure.h).
  std::vector<Compared> shown;
  size_t differs = 0;  ///< the index of the first of them that is not the same in both
  canvas::SharedRanges ranges;
  canvas::Size size{400, 290};  ///< of each picture
  Arrangement arrangement = Arrangement::kOne;
  std::string arranged;        ///< the figure, size and A for which `arrangement` was chosen
  std::string seen_a, seen_b;  ///< the figure, size and result for which `shown` and `ranges` were found

  /// The result whose difference is shown, or null.
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

  /// Whether A's model has something to do.
  bool busy() const { return has_model() && kept_->training->busy(kept_->params.get()); }
  /// The names of the weights that A's model waits for.
  std::vector<std::string> wanted() const;
  void give(const std::string& name, const std::string& bytes);
  void refuse(const std::string& name, const std::string& why);

  // ---- verbs whose code may come later: until it is loaded they say so, and note that it was missed ----
  /// Keeps the present state as A. Returns an empty string, or why that must wait.
  virtual std::string keep();
  /// Makes A the present state, as one step of undo, and the present state A. Returns an empty string or why not.
  virtual std::string swap();
  /// `name` is a result, whose difference is shown from now on, or a Side ("both", "a", "b", "difference"), which is shown where there is
  /// no room for all three. Returns an empty string or what is wrong with the name.
  virtual std::string show(std::string_view name);
  /// Applies the key `a` or `compare` of an address. What is wrong with it is appended to `refused`; the rest is applied.
  virtual void set(std::string_view key, std::string_view text, std::vector<params::Refusal>* refused);
  /// The content of a file with both states (comparison_report.h). Empty while the code is not loaded.
  virtual std::string as_json();

  // ---- verbs for while a state is kept ----
  /// Works on A's model for about `budget_ms`. Returns whether there was something to do.
  virtual bool work(double budget_ms);
  /// Reads A's result or B - A, depending on the prefix of `name`. Returns an empty string or why there is none.
  virtual std::string read(std::string_view name, course::Tensor* tensor);
  /// Explains the cell `i,j` of A's result or of B - A, depending on the prefix of `name`; `row` is that result. Where there is nothing to
  /// say, `explanation` stays empty.
  virtual void explain(std::string_view name, const course::Lesson::ResultRow& row, int i, int j, formula::Explanation* explanation);
  /// A few sentences about the settings in which A and B differ, and about where the result that is compared differs most.
  virtual std::string describe();
  /// The comparison as JSON for scripts (comparison_report.h); "null" where no state is kept.
  virtual std::string report();
  /// Draws the open figure of both states into all of `canvas`; `edit` as in course::FigureSpec.
  virtual void draw(canvas::Canvas& canvas, void* edit);

 protected:
  Session& session_;
  std::shared_ptr<KeptState> kept_;  ///< not shared: a shared_ptr carries its deleter, so that this class needs no code of KeptState

 private:
  bool has_model() const { return kept_ && kept_->training; }
};

/// Makes the comparison with all of its code. May be called only when is_loaded() says of this function that it is here (base/later.h). The
/// build cuts the pages' program here: what is reached through this function alone becomes a part (tools/lab_module.mjs).
std::unique_ptr<Comparison> make_comparison(Session& session);

}  // namespace attn::session
