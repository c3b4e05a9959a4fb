// A batch for kernels/alignment.h, with memory for its results and its gradients.
#pragma once

#include <vector>

#include "base/rng.h"
#include "kernels/alignment.h"

namespace attn::test {

struct AlignmentCase {
  Mat query, keys, values, w;  ///< w is empty for the product
  std::vector<int> lengths, first, last;
  std::vector<Real> centre;
  Real deviation = Real(1.3);
  Mat scores, softmax, weights, units, context;

  /// With a window, lengths differ and windows reach beyond their ends. With a centre, there is the Gaussian factor.
  AlignmentCase(Index b, Index m, Index e, Index f, bool additive, bool window, bool gaussian, Rng& rng)
      : query(normal_matrix(b, e, rng)), keys(normal_matrix(m * b, e, rng)), values(normal_matrix(m * b, f, rng)) {
    if (additive) w = normal_matrix(1, e, rng), units = Mat::Zero(m * b, e);
    for (Index i = 0; window && i < b; ++i) {
      lengths.push_back(static_cast<int>(i == 0 ? m : 1 + rng.below(static_cast<std::uint64_t>(m))));
      first.push_back(static_cast<int>(rng.below(3)) - 1);
      last.push_back(first.back() + 3);
    }
    for (Index i = 0; gaussian && i < b; ++i) centre.push_back(static_cast<Real>(rng.uniform(0, static_cast<double>(m))));
    scores = softmax = weights = Mat::Zero(b, m), context = Mat::Zero(b, f);
  }

  kernels::AlignmentInput in() const {
    return {.query = query,
            .keys = keys,
            .values = values,
            .w = w.size() > 0 ? w.data() : nullptr,
            .lengths = lengths.empty() ? nullptr : lengths.data(),
            .first = first.empty() ? nullptr : first.data(),
            .last = last.empty() ? nullptr : last.data(),
            .centre = centre.empty() ? nullptr : centre.data(),
            .deviation = deviation};
  }
  kernels::AlignmentOutput out() { return {.scores = scores, .softmax = softmax, .weights = weights, .units = units, .context = context}; }

  struct Gradients {
    Mat query, keys, values, w, centre;
    explicit Gradients(const AlignmentCase& c)
        : query(Mat::Zero(c.query.rows(), c.query.cols())),
          keys(Mat::Zero(c.keys.rows(), c.keys.cols())),
          values(Mat::Zero(c.values.rows(), c.values.cols())),
          w(Mat::Zero(c.w.rows(), c.w.cols())),
          centre(Mat::Zero(1, static_cast<Index>(c.centre.size()))) {}
    kernels::AlignmentGradient all() {
      return {.d_query = query,
              .d_keys = keys,
              .d_values = values,
              .d_w = w.size() > 0 ? w.data() : nullptr,
              .d_centre = centre.size() > 0 ? centre.data() : nullptr};
    }
  };
};

}  // namespace attn::test
