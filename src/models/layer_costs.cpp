#include "models/layer_costs.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "base/rng.h"
#include "kernels/attention.h"
#include "kernels/elementwise.h"
#include "kernels/matmul.h"

namespace attn::models {
namespace {

/// The positions whose neighbour at distance `offset` is in the sentence: first ... first + count - 1.
struct Overlap {
  Index first, count;
};
Overlap overlap(Index n, Index offset) {
  const Index first = std::max<Index>(-offset, 0), end = std::min(n, n - offset);
  return {first, std::max<Index>(end - first, 0)};
}

int weight_count(LayerKind kind, int kernel) {
  switch (kind) {
    case LayerKind::recurrent:
      return 2;
    case LayerKind::convolution:
      return kernel;
    case LayerKind::self_attention:
      return 0;
    case LayerKind::projected:
      return 4;
  }
  return 0;
}

Mat counted_product(const Mat& a, const Mat& b, std::int64_t* multiply_adds) {
  *multiply_adds += std::int64_t(a.rows()) * a.cols() * b.cols();
  return kernels::product_reference(a, b);
}

Mat counted_attention(const Mat& q, const Mat& k, const Mat& v, std::int64_t* multiply_adds) {
  *multiply_adds += std::int64_t(2) * q.rows() * k.rows() * q.cols();
  return kernels::attention_reference(q, k, v).output;
}

}  // namespace

LayerCost layer_cost(LayerKind kind, std::int64_t n, std::int64_t d, std::int64_t kernel) {
  CHECK(n >= 1 && d >= 1 && kernel >= 1 && kernel % 2 == 1, "layer_cost: n is ", n, ", d is ", d, ", the kernel ", kernel);
  const std::int64_t reach = kernel / 2;
  switch (kind) {
    case LayerKind::recurrent:
      return {2 * n * d * d, n, n - 1};
    case LayerKind::convolution: {
      std::int64_t rows = 0;
      for (std::int64_t offset = -reach; offset <= reach; ++offset) rows += overlap(n, offset).count;
      return {rows * d * d, 1, reach == 0 ? 0 : (n - 1 + reach - 1) / reach};
    }
    case LayerKind::self_attention:
      return {2 * n * n * d, 2, n > 1 ? 1 : 0};
    case LayerKind::projected:
      return {2 * n * n * d + 4 * n * d * d, 4, n > 1 ? 1 : 0};
  }
  return {};
}

LayerTrial::LayerTrial(LayerKind kind, Index n, Index d, int kernel) : kind_(kind), kernel_(kernel), y_(n, d) {
  CHECK(n >= 1 && d >= 1 && kernel >= 1 && kernel % 2 == 1, "LayerTrial: n is ", n, ", d is ", d, ", the kernel ", kernel);
  Rng rng(1);
  x_ = normal_matrix(n, d, rng);
  for (int i = 0; i < weight_count(kind, kernel); ++i) weights_.push_back(normal_matrix(d, d, rng, 1 / std::sqrt(static_cast<double>(d))));
  if (kind == LayerKind::projected) parts_.assign(4, Mat(n, d));
}

const Mat& LayerTrial::operator()() {
  const Index n = x_.rows();
  switch (kind_) {
    case LayerKind::recurrent:
      kernels::product_into(x_, weights_[0], y_);
      for (Index t = 0; t < n; ++t) {
        if (t > 0) kernels::product_into(y_.middleRows(t - 1, 1), weights_[1], y_.middleRows(t, 1), true);
        kernels::tanh_into(y_.middleRows(t, 1), y_.middleRows(t, 1));
      }
      break;
    case LayerKind::convolution:
      for (int i = 0; i < kernel_; ++i) {
        const auto [first, count] = overlap(n, i - kernel_ / 2);
        if (i == 0) y_.setZero();
        if (count == 0) continue;
        kernels::product_into(x_.middleRows(first + i - kernel_ / 2, count), weights_[static_cast<std::size_t>(i)],
                              y_.middleRows(first, count), true);
      }
      break;
    case LayerKind::self_attention:
      kernels::attention_output_into(x_, x_, x_, {}, y_);
      break;
    case LayerKind::projected:
      for (std::size_t i = 0; i < 3; ++i) kernels::product_into(x_, weights_[i], parts_[i]);
      kernels::attention_output_into(parts_[0], parts_[1], parts_[2], {}, parts_[3]);
      kernels::product_into(parts_[3], weights_[3], y_);
      break;
  }
  return y_;
}

Mat LayerTrial::reference(std::int64_t* multiply_adds) const {
  const Index n = x_.rows(), d = x_.cols();
  *multiply_adds = 0;
  Mat y = Mat::Zero(n, d);
  switch (kind_) {
    case LayerKind::recurrent: {
      Mat h = Mat::Zero(1, d);
      for (Index t = 0; t < n; ++t) {
        h = (counted_product(x_.row(t), weights_[0], multiply_adds) + counted_product(h, weights_[1], multiply_adds)).array().tanh();
        y.row(t) = h;
      }
      return y;
    }
    case LayerKind::convolution:
      for (Index t = 0; t < n; ++t)
        for (int i = 0; i < kernel_; ++i) {
          const Index from = t + i - kernel_ / 2;
          if (from >= 0 && from < n) y.row(t) += counted_product(x_.row(from), weights_[static_cast<std::size_t>(i)], multiply_adds);
        }
      return y;
    case LayerKind::self_attention:
      return counted_attention(x_, x_, x_, multiply_adds);
    case LayerKind::projected: {
      const Mat q = counted_product(x_, weights_[0], multiply_adds), k = counted_product(x_, weights_[1], multiply_adds),
                v = counted_product(x_, weights_[2], multiply_adds);
      return counted_product(counted_attention(q, k, v, multiply_adds), weights_[3], multiply_adds);
    }
  }
  return y;
}

}  // namespace attn::models
