#include "kernels/positions.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"

namespace attn::kernels {
namespace {

/// Angles are computed in double precision, because in single precision they are off by 1e-5 at position 1000 already.
double frequency(Index pair, Index width, Real base) {
  return std::pow(static_cast<double>(base), -2.0 * static_cast<double>(pair) / static_cast<double>(width));
}

/// Writes sines into the columns j with j % 2 = `sines`, and cosines into the others.
Mat waves(Index n, Index d, Real base, Index first, Index sines) {
  Mat all(n, d);
  for (Index j = 0; j < d; ++j) {
    const double w = frequency(j / 2, d, base);
    for (Index p = 0; p < n; ++p) {
      const double angle = static_cast<double>(first + p) * w;
      all(p, j) = static_cast<Real>(j % 2 == sines ? std::sin(angle) : std::cos(angle));
    }
  }
  return all;
}

void check_rotation(In x, int heads, Real base) {
  CHECK(heads > 0 && x.cols() % (2 * heads) == 0, "rotate_positions: ", heads, " heads of even width in ", shape(x));
  CHECK(base > 0, "rotate_positions: base is ", base);
}

void check_turn(In x, int heads, In table, const int* positions, In y) {
  CHECK(heads > 0 && x.cols() == heads * table.cols() && table.cols() % 2 == 0 && y.rows() == x.rows() && y.cols() == x.cols(),
        "turn_rows: ", heads, " heads, x is ", shape(x), ", the table is ", shape(table), ", y is ", shape(y));
  for (Index r = 0; positions && r < x.rows(); ++r)
    CHECK(positions[r] >= 0 && positions[r] < table.rows(), "turn_rows: position ", positions[r], " of ", table.rows());
  CHECK(positions || x.rows() <= table.rows(), "turn_rows: x is ", shape(x), ", the table is ", shape(table));
}

/// Rotates each pair of x by its angle, or rotates it back and adds it to y.
template <bool kBack>
void turn(In x, int heads, In table, const int* positions, Out y) {
  check_turn(x, heads, table, positions, y);
  const Index width = table.cols();
  for (Index r = 0; r < x.rows(); ++r) {
    const Real *from = x.row(r).data(), *angles = table.row(positions ? positions[r] : r).data();
    Real* to = y.row(r).data();
    for (Index at = 0; at < x.cols(); at += width)
      for (Index c = 0; c < width; c += 2) {
        const Real a = from[at + c], b = from[at + c + 1], cosine = angles[c], sine = angles[c + 1];
        if constexpr (kBack) {
          to[at + c] += a * cosine + b * sine;
          to[at + c + 1] += b * cosine - a * sine;
        } else {
          to[at + c] = a * cosine - b * sine;
          to[at + c + 1] = a * sine + b * cosine;
        }
      }
  }
}

void check_table(Index offsets, Index heads, int head) {
  CHECK(offsets % 2 == 1 && head >= 0 && head < heads, "offset_bias: head ", head, " of a table [", offsets, ",", heads, "]");
}

}  // namespace

Mat sinusoidal_positions(Index n, Index d, Real base, Index first) {
  CHECK(n >= 0 && d >= 0 && base > 0, "sinusoidal_positions: [", n, ",", d, "], base is ", base);
  return waves(n, d, base, first, 0);
}

Mat rotations(Index n, Index d, Real base, Index first) {
  CHECK(n >= 0 && d >= 0 && d % 2 == 0 && base > 0, "rotations: [", n, ",", d, "], base is ", base);
  return waves(n, d, base, first, 1);
}

void turn_rows_into(In x, int heads, In table, const int* positions, Out y) { turn<false>(x, heads, table, positions, y); }

void add_turn_rows_vjp(In d_y, int heads, In table, const int* positions, Out d_x) { turn<true>(d_y, heads, table, positions, d_x); }

void rotate_positions_into(In x, int heads, Real base, Index first, Out y) {
  check_rotation(x, heads, base);
  turn_rows_into(x, heads, rotations(x.rows(), x.cols() / heads, base, first), nullptr, y);
}

Mat rotate_positions(In x, int heads, Real base, Index first) {
  Mat y(x.rows(), x.cols());
  rotate_positions_into(x, heads, base, first, y);
  return y;
}

Mat rotate_positions_reference(In x, int heads, Real base, Index first) {
  check_rotation(x, heads, base);
  const Index width = x.cols() / heads;
  Mat y(x.rows(), x.cols());
  for (Index p = 0; p < x.rows(); ++p)
    for (Index c = 0; c < x.cols(); ++c) {
      const Index in_head = c % width, pair = in_head / 2;
      const double angle = static_cast<double>(first + p) * frequency(pair, width, base);
      const bool even = in_head % 2 == 0;
      const double other = even ? -x(p, c + 1) : x(p, c - 1);
      y(p, c) = static_cast<Real>(x(p, c) * std::cos(angle) + other * std::sin(angle));
    }
  return y;
}

void add_rotate_positions_vjp(In d_output, int heads, Real base, Index first, Out d_x) {
  check_rotation(d_output, heads, base);
  add_turn_rows_vjp(d_output, heads, rotations(d_output.rows(), d_output.cols() / heads, base, first), nullptr, d_x);
}

Mat rotate_positions_vjp(In d_output, int heads, Real base, Index first) {
  Mat d_x = Mat::Zero(d_output.rows(), d_output.cols());
  add_rotate_positions_vjp(d_output, heads, base, first, d_x);
  return d_x;
}

Mat offset_bias(In table, Index n, Index m, int head, Index first_query) {
  check_table(table.rows(), table.cols(), head);
  const Index k = table.rows() / 2;
  Mat bias(n, m);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < m; ++j) bias(i, j) = table(offset_row(j - first_query - i, k), head);
  return bias;
}

void add_offset_bias_vjp(In d_bias, int head, Index first_query, Out d_table) {
  check_table(d_table.rows(), d_table.cols(), head);
  const Index k = d_table.rows() / 2;
  for (Index i = 0; i < d_bias.rows(); ++i)
    for (Index j = 0; j < d_bias.cols(); ++j) d_table(offset_row(j - first_query - i, k), head) += d_bias(i, j);
}

Mat offset_bias_vjp(In d_bias, Index offsets, int heads, int head, Index first_query) {
  Mat d_table = Mat::Zero(offsets, heads);
  add_offset_bias_vjp(d_bias, head, first_query, d_table);
  return d_table;
}

}  // namespace attn::kernels
