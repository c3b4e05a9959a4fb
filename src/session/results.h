// The results of the open document: computed when somebody looks, once per change, by the backend that the reader prefers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "compute/backend.h"
#include "session/document.h"
#include "session/kept_runs.h"
#include "session/training.h"

namespace attn::session {

class Results {
 public:
  Results(Document& document, Training& training, const KeptRuns& runs);

  const void* get();
  /// The same to keep.
  course::Lesson::Result shared();
  /// A result, or an input; null for an unknown name. A handle `key[2]` that is declared as that of `keys` finds these. A prefix `a:` or
  /// `difference:` (session/comparison.h) does not matter.
  const course::Lesson::ResultRow* find(std::string_view name) const;
  /// `There is no result "x"; there are ...`
  std::string unknown_result(std::string_view name) const;
  course::Tensor read(const course::Lesson::ResultRow& row) { return row.read(document_.params(), get()); }
  /// What repeated steps improve.
  std::vector<course::Metric> metrics();

  /// What computed the present picture.
  struct Computed {
    std::string_view name;  ///< "gl" where the GPU did, if only in part; else "cpu"
    std::string reason;     ///< why, and what fell back, in a sentence
    bool by_choice;         ///< whether the choice acts here: the lesson asked the backend for something
  };
  Computed computed();
  /// The backend that lessons are handed: the reader's choice, if it can be met.
  const compute::Backend& backend() const { return *chosen_.backend; }
  std::string_view preferred_backend() const { return preference_; }
  /// "cpu" or "gl"; returns an empty string or why not. A preference that cannot be met stands, and computed() says why.
  std::string prefer_backend(std::string_view name);
  /// Tells whether a GL context is current; called when it appears, is lost, or is restored.
  void set_gl(bool present);

  int computations() const { return computations_; }
  double compute_ms() const { return compute_ms_; }  ///< of the last computation

 private:
  void choose_backend();
  /// Keeps what the backends' functions were asked for since `before`.
  void note_calls(const compute::Calls& before);

  Document& document_;
  Training& training_;
  const KeptRuns& runs_;
  course::Lesson::Result result_;  ///< of the document's revision `computed_at_`; null before the first and when the backend changed
  long computed_at_ = 0;
  std::string preference_ = "cpu";
  bool gl_present_ = false;
  compute::Chosen chosen_;
  compute::Calls calls_;  ///< for the present result
  int computations_ = 0;
  double compute_ms_ = 0;
};

}  // namespace attn::session
