// The results of the open document. They are computed when somebody looks, once for each change, by the backend that the reader prefers.
#pragma once

#include <map>
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
  /// Which figure is open: what it alone computes (course::Lesson::Figure::prepare) belongs to the picture.
  void look_at(int figure);
  /// Whether the GPU is to be used or tried, and its code has not come yet.
  bool waits_for_code() const;
  /// That code cannot be had, so the CPU computes until the reader chooses again.
  void refuse_code() { tries_gpu_ = false, choose_backend(); }
  /// Lets get() compute anew, since code has come that the result or the preferred backend lacked.
  void code_came() {
    choose_backend();
    result_.reset();
  }
  /// The result of get() for someone who keeps it.
  course::Lesson::Result shared();
  /// The row of a result or an input; null for an unknown name. A handle such as `key[2]` finds the result that declares it, `keys`. A
  /// prefix `a:` or `difference:` (session/comparison.h) is ignored.
  const course::Lesson::ResultRow* find(std::string_view name) const;
  /// `There is no result "x"; there are ...`
  std::string unknown_result(std::string_view name) const;
  course::Tensor read(const course::Lesson::ResultRow& row) { return row.read(document_.params(), get()); }
  /// The numbers that training improves.
  std::vector<course::Metric> metrics();

  /// What computed the present picture.
  struct Computed {
    std::string_view name;            ///< "gl" where the GPU computed it or a part of it; else "cpu"
    std::string reason;               ///< a sentence that says why, and what fell back to the CPU; one more of the model's steps
    bool by_choice;                   ///< whether the reader's choice matters here, because the lesson has called the backend
    double cpu_ms = -1, gpu_ms = -1;  ///< what either takes for a picture of this lesson and size; negative: not measured
  };
  Computed computed();
  /// The backend that is handed to lessons: the one that the reader prefers, or the faster one, if it is available.
  const compute::Backend& backend() const { return *chosen_.backend; }
  std::string_view preferred_backend() const { return preference_; }
  /// Sets the preferred backend, "auto", "cpu" or "gl". Returns an empty string, or that the name is unknown. A backend that is not
  /// available may still be preferred; computed() then says why it is not in use. "auto" measures both and takes the faster one, for each
  /// lesson and size of its data anew. At first it does so only where the CPU takes long; once it is chosen here, everywhere.
  std::string prefer_backend(std::string_view name);
  /// Whether try_gpu() should be called when there is time: the GPU's time for the present picture is missing.
  bool wants_try() const;
  /// Computes the present picture on the GPU, twice, since the first time it has its programs made. Takes the GPU where it was faster.
  void try_gpu();
  /// Tells whether a GL context is current; called when it appears, is lost, or is restored.
  void set_gl(bool present);

  int computations() const { return computations_; }
  double compute_ms() const { return compute_ms_; }  ///< of the last computation

 private:
  /// What either backend takes.
  struct Times {
    double cpu_ms = -1, gpu_ms = -1;
    int pictures = 0;     ///< of which these are the least
    std::string why_not;  ///< why the GPU was not measured, as a sentence
  };

  void choose_backend();
  /// computed() without what computes the model's steps.
  Computed computed_picture();
  /// The open figure if it computes something of its own, else null.
  const course::Lesson::Figure* preparing() const;
  /// Whether `result_` is that of the document, with what the open figure computes.
  bool is_computed() const;
  /// The times of the open lesson with data of the present size.
  Times& times();
  const Times& times() const { return const_cast<Results*>(this)->times(); }
  bool gpu_is_faster() const;
  /// Measures both, or says why not the GPU.
  void measure(Times& t);
  course::Lesson::Result computed_by(const compute::Backend& backend);
  /// The rest of computed() for "auto".
  std::string why_this_one() const;
  /// Keeps which functions of the backends were called since `before`.
  void note_calls(const compute::Calls& before);

  Document& document_;
  Training& training_;
  const KeptRuns& runs_;
  course::Lesson::Result result_;  ///< of the document's revision `computed_at_`; null before the first look and after a change of backend
  long computed_at_ = 0;
  int figure_ = 0;                                       ///< the open one
  std::vector<const course::Lesson::Figure*> prepared_;  ///< for which `result_` is complete
  std::string preference_ = "auto";
  bool gl_present_ = false;
  bool asked_ = false;                  ///< the reader has chosen "auto"
  bool tries_gpu_ = true;               ///< false: its code cannot be had
  std::map<std::string, Times> times_;  ///< by lesson and size
  Times* now_ = nullptr;                ///< those of the document's revision `times_of_`
  long times_of_ = 0;
  compute::Chosen chosen_ = {};
  compute::Calls calls_;  ///< made for the present result
  int computations_ = 0;
  double compute_ms_ = 0;
};

}  // namespace attn::session
