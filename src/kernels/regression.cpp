#include "kernels/regression.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/check.h"
#include "kernels/rows.h"

namespace attn::kernels {
namespace {

constexpr std::string_view kNames[kRegressionKernelCount] = {"gaussian", "boxcar", "triangular", "epanechnikov"};

/// Kernel values up to a common factor, which normalisation cancels: the Gaussian is divided by its value at the nearest key. Its exponent
/// -(d^2 - n^2) / 2w^2 is computed in factors, so that neither a tiny width nor a far point leads to 0 times infinity.
Real value_at(RegressionKernel kernel, Real distance, Real nearest, Real width) {
  if (kernel != RegressionKernel::gaussian) return regression_kernel(kernel, distance / width);
  if (distance == nearest) return 1;
  return std::exp(-(distance - nearest) / width * ((distance + nearest) / width) / 2);
}

/// The weights [1,m] of one query, leaving out the key `skip` (-1: none). Returns the sum by which they were divided, or 0, with zeros,
/// where no key is in reach.
Real weights_of(In x, Real query, RegressionKernel kernel, Real width, Index skip, Mat* weights) {
  const Index m = x.rows();
  weights->setZero(1, m);
  Real nearest = std::numeric_limits<Real>::infinity(), sum = 0;
  for (Index j = 0; j < m; ++j)
    if (j != skip) nearest = std::min(nearest, std::abs(query - x(j, 0)));
  for (Index j = 0; j < m; ++j)
    if (j != skip) sum += (*weights)(0, j) = value_at(kernel, std::abs(query - x(j, 0)), nearest, width);
  if (sum > 0) *weights /= sum;
  return sum;
}

/// d ln f / d u, the form in which a kernel's slope enters the gradient of normalised weights.
Real log_slope(RegressionKernel kernel, Real u) {
  if (kernel == RegressionKernel::gaussian) return -u;
  const Real value = regression_kernel(kernel, u);
  return value > 0 ? regression_kernel_slope(kernel, u) / value : 0;
}

/// d output / d u of a key with weight w > 0 and target y.
Real output_slope(RegressionKernel kernel, Real u, Real w, Real y, Real output) { return w * log_slope(kernel, u) * (y - output); }

}  // namespace

std::string_view to_name(RegressionKernel kernel) { return kNames[static_cast<int>(kernel)]; }

std::optional<RegressionKernel> regression_kernel_from_name(std::string_view name) {
  for (int i = 0; i < kRegressionKernelCount; ++i)
    if (kNames[i] == name) return static_cast<RegressionKernel>(i);
  return std::nullopt;
}

Real regression_kernel(RegressionKernel kernel, Real u) {
  switch (kernel) {
    case RegressionKernel::gaussian:
      return std::exp(-u * u / 2);
    case RegressionKernel::boxcar:
      return u <= 1 ? Real(1) : Real(0);
    case RegressionKernel::triangular:
      return std::max(Real(0), 1 - u);
    case RegressionKernel::epanechnikov:
      return std::max(Real(0), Real(0.75) * (1 - u * u));
  }
  return 0;
}

Real regression_kernel_slope(RegressionKernel kernel, Real u) {
  switch (kernel) {
    case RegressionKernel::gaussian:
      return -u * std::exp(-u * u / 2);
    case RegressionKernel::boxcar:
      return 0;
    case RegressionKernel::triangular:
      return u < 1 ? Real(-1) : Real(0);
    case RegressionKernel::epanechnikov:
      return u < 1 ? Real(-1.5) * u : Real(0);
  }
  return 0;
}

Real regression_weight(RegressionKernel kernel, Real distance, Real nearest, Real width, Real sum) {
  return sum > 0 ? value_at(kernel, distance, nearest, width) / sum : Real(0);
}

void check_regression(In x, In y, In queries, Real width) {
  CHECK(x.cols() == 1 && y.cols() == 1 && queries.cols() == 1 && x.rows() == y.rows(), "nadaraya_watson: x is ", shape(x), ", y is ",
        shape(y), ", queries are ", shape(queries));
  CHECK(width > 0, "nadaraya_watson: width is ", width);
}

namespace {

Regression regress(In x, In y, In queries, RegressionKernel kernel, Real width, bool keep_weights) {
  check_regression(x, y, queries, width);
  const Mat keys = x, values = y;  // contiguous copies, since the arguments may be columns of a wider matrix
  Regression result{Mat::Zero(queries.rows(), 1), Mat::Zero(keep_weights ? queries.rows() : 0, keep_weights ? x.rows() : 0),
                    Mask::Constant(queries.rows(), 1, false), Mat::Zero(queries.rows(), 1)};
  for (Index i = 0; i < queries.rows(); ++i) {
    Real* weights = keep_weights ? result.weights.row(i).data() : nullptr;
    const rows::Regressed one = rows::regress(keys.data(), values.data(), keys.rows(), queries(i, 0), kernel, width, weights);
    result.output(i, 0) = one.output;
    result.reach(i, 0) = one.reach;
    result.sums(i, 0) = one.sum;
  }
  return result;
}

}  // namespace

Regression nadaraya_watson(In x, In y, In queries, RegressionKernel kernel, Real width) {
  return regress(x, y, queries, kernel, width, true);
}

Regression nadaraya_watson_output(In x, In y, In queries, RegressionKernel kernel, Real width) {
  return regress(x, y, queries, kernel, width, false);
}

Regression nadaraya_watson_reference(In x, In y, In queries, RegressionKernel kernel, Real width) {
  check_regression(x, y, queries, width);
  const Index g = queries.rows(), m = x.rows();
  Regression result{Mat::Zero(g, 1), Mat::Zero(g, m), Mask::Constant(g, 1, false), Mat::Zero(g, 1)};
  Mat weights;
  for (Index i = 0; i < g; ++i) {
    result.sums(i, 0) = weights_of(x, queries(i, 0), kernel, width, -1, &weights);
    result.reach(i, 0) = result.sums(i, 0) > 0;
    result.weights.row(i) = weights;
    for (Index j = 0; j < m; ++j) result.output(i, 0) += weights(0, j) * y(j, 0);
  }
  return result;
}

RegressionGrads nadaraya_watson_vjp(In x, In y, In queries, RegressionKernel kernel, Real width, In d_output) {
  check_regression(x, y, queries, width);
  CHECK(d_output.rows() == queries.rows() && d_output.cols() == 1, "nadaraya_watson_vjp: queries are ", shape(queries), ", d_output is ",
        shape(d_output));
  const Regression forward = nadaraya_watson(x, y, queries, kernel, width);
  RegressionGrads grads{Mat::Zero(x.rows(), 1), Mat::Zero(x.rows(), 1), Mat::Zero(queries.rows(), 1), 0};
  for (Index i = 0; i < queries.rows(); ++i)
    for (Index j = 0; j < x.rows(); ++j) {
      const Real w = forward.weights(i, j), difference = queries(i, 0) - x(j, 0), u = std::abs(difference) / width;
      if (w == 0) continue;
      grads.d_y(j, 0) += d_output(i, 0) * w;
      const Real d_u = d_output(i, 0) * output_slope(kernel, u, w, y(j, 0), forward.output(i, 0));
      const Real sign = difference > 0 ? Real(1) : difference < 0 ? Real(-1) : Real(0);
      grads.d_width -= d_u * u / width;
      grads.d_queries(i, 0) += d_u * sign / width;
      grads.d_x(j, 0) -= d_u * sign / width;
    }
  return grads;
}

LeaveOneOut leave_one_out_error(In x, In y, RegressionKernel kernel, Real width) {
  check_regression(x, y, x, width);
  const Index m = x.rows();
  double error = 0, d_width = 0;
  Index answered = 0;
  Mat weights;
  for (Index i = 0; i < m; ++i) {
    if (weights_of(x, x(i, 0), kernel, width, i, &weights) == 0) continue;
    ++answered;
    Real output = 0, d_output_d_width = 0;
    for (Index j = 0; j < m; ++j) output += weights(0, j) * y(j, 0);
    for (Index j = 0; j < m; ++j) {
      const Real u = std::abs(x(i, 0) - x(j, 0)) / width;
      if (weights(0, j) > 0) d_output_d_width -= output_slope(kernel, u, weights(0, j), y(j, 0), output) * u / width;
    }
    const double miss = static_cast<double>(output) - static_cast<double>(y(i, 0));
    error += miss * miss;
    d_width += 2 * miss * static_cast<double>(d_output_d_width);
  }
  if (answered == 0) return {0, 0, m};
  const double count = static_cast<double>(answered);
  return {static_cast<Real>(error / count), static_cast<Real>(d_width / count), m - answered};
}

}  // namespace attn::kernels
