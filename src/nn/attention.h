// Learned scores between a decoder's state and a sentence's annotations (Bahdanau et al. 2015, appendix A.1.2; Luong et al. 2015,
// section 3.1).
//
//   dot       q.h
//   general   q W h
//   additive  w . tanh(q Wq + h Wk)
//   concat    w . tanh([q; h] W), which is additive with the upper half of W as Wq and the lower half as Wk
//
// q [b,u], annotations h [m b, f] as autodiff/attention.h has them. What depends on the annotations alone is projected once per sentence.
#pragma once

#include <optional>
#include <string>

#include "autodiff/attention.h"
#include "autodiff/recurrence.h"
#include "kernels/alignment.h"
#include "nn/layers.h"

namespace attn::nn {

using kernels::AlignmentScore;

class Alignment {
 public:
  Alignment() = default;
  /// `query` and `annotation` are the widths u and f, which are equal for dot. `hidden` is the width a of additive and concat. The
  /// parameters are "<name>.wq" (general: [u,f]; additive: [u,a]), "<name>.wk" [f,a] and "<name>.v" [a,1]; for concat "<name>.w" [u+f,a]
  /// and "<name>.v".
  Alignment(Parameters& parameters, const std::string& name, AlignmentScore score, Index query, Index annotation, Index hidden, Rng& rng);

  AlignmentScore score() const { return score_; }

  /// A sentence's annotations with what is projected from them, for all steps of a decoder.
  class Prepared {
   public:
    /// q [b,u] -> context, scores, weights.
    autodiff::Aligned operator()(autodiff::Var q, const autodiff::Window& window = {}) {
      return autodiff::align(project_ ? (*project_)(q) : q, annotations_, window);
    }
    const autodiff::Annotations& annotations() const { return annotations_; }

   private:
    friend class Alignment;
    explicit Prepared(const autodiff::Annotations& annotations) : annotations_(annotations) {}
    autodiff::Annotations annotations_;
    std::optional<autodiff::StepLinear> project_;  ///< projects the query; none for dot
  };
  /// Prepares at most `steps` steps. `lengths` [b] must outlive the tape's use of it. What is summed are `values` [m b, ...], or where
  /// these are absent the annotations.
  Prepared prepare(autodiff::Tape& tape, autodiff::Var annotations, Index batch, const int* lengths, int steps,
                   autodiff::Var values = {}) const;

 private:
  AlignmentScore score_ = AlignmentScore::dot;
  Parameter* wq_ = nullptr;  ///< for concat this is W
  Parameter *wk_ = nullptr, *v_ = nullptr;
  Index query_ = 0;
};

}  // namespace attn::nn
