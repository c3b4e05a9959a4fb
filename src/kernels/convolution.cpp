#include "kernels/convolution.h"

#include <algorithm>

#include "base/check.h"
#include "kernels/matmul.h"
#include "kernels/tiles.h"

namespace attn::kernels {
namespace {

void check_sizes(const char* function, In x, In w, const ConvolutionShape& s) {
  CHECK(!*check(s), function, ": ", check(s));
  CHECK(x.rows() == s.images * s.pixels() && x.cols() == s.channels, function, ": x is [", x.rows(), ",", x.cols(), "] for ", s.images,
        " images of ", s.height, " by ", s.width, " pixels with ", s.channels, " channels");
  CHECK(w.rows() == s.seen(), function, ": w has ", w.rows(), " rows for a window of ", s.seen(), " numbers");
}

const Real* number(In m, Index row, Index col) { return m.data() + row * m.outerStride() + col; }

/// Calls run(window, at, pixel, count) for each row of each window that lies on the image: `count` pixels from `pixel` on, which stand at
/// place `at` of the window.
template <class Run>
void for_runs(const ConvolutionShape& s, const Run& run) {
  for (Index oy = 0, window = 0; oy < s.out_height(); ++oy)
    for (Index ox = 0; ox < s.out_width(); ++ox, ++window) {
      const Index left = ox * s.stride - s.padding, from = std::max<Index>(0, -left), to = std::min(s.side, s.width - left);
      if (from >= to) continue;
      for (Index dy = 0; dy < s.side; ++dy) {
        const Index y = oy * s.stride - s.padding + dy;
        if (y >= 0 && y < s.height) run(window, dy * s.side + from, y * s.width + left + from, to - from);
      }
    }
}

/// Whether every window lies on the image as a whole.
bool is_covered(const ConvolutionShape& s) { return s.padding == 0; }

void windows_of(In image, const ConvolutionShape& s, Out windows) {
  if (!is_covered(s)) windows.setZero();
  for_runs(s, [&](Index window, Index at, Index pixel, Index count) {
    Real* to = &windows(window, at * s.channels);
    if (image.outerStride() == s.channels) {
      std::copy_n(number(image, pixel, 0), count * s.channels, to);
      return;
    }
    for (Index i = 0; i < count; ++i) std::copy_n(number(image, pixel + i, 0), s.channels, to + i * s.channels);
  });
}

void add_to_image(In d_windows, const ConvolutionShape& s, Out d_image) {
  for_runs(s, [&](Index window, Index at, Index pixel, Index count) {
    const Real* from = number(d_windows, window, at * s.channels);
    for (Index i = 0; i < count; ++i)
      for (Index c = 0; c < s.channels; ++c) d_image(pixel + i, c) += from[i * s.channels + c];
  });
}

}  // namespace

const char* check(const ConvolutionShape& s) {
  if (std::min({s.images, s.height, s.width, s.channels, s.side, s.stride}) < 1 || s.padding < 0) return "a size below 1";
  if (s.side > std::min(s.height, s.width) + 2 * s.padding) return "the window is larger than the padded image";
  return "";
}

void windows_into(In x, const ConvolutionShape& s, Out windows) {
  check_sizes("windows", x, Mat(s.seen(), 0), s);
  CHECK(windows.rows() == s.images * s.windows() && windows.cols() == s.seen(), "windows: [", windows.rows(), ",", windows.cols(), "] for ",
        s.images * s.windows(), " windows of ", s.seen(), " numbers");
  for (Index i = 0; i < s.images; ++i)
    windows_of(x.middleRows(i * s.pixels(), s.pixels()), s, windows.middleRows(i * s.windows(), s.windows()));
}

void add_windows_vjp(In d_windows, const ConvolutionShape& s, Out d_x) {
  check_sizes("windows_vjp", d_x, Mat(s.seen(), 0), s);
  for (Index i = 0; i < s.images; ++i)
    add_to_image(d_windows.middleRows(i * s.windows(), s.windows()), s, d_x.middleRows(i * s.pixels(), s.pixels()));
}

void convolve_into(In x, In w, In b, const ConvolutionShape& s, Out y) {
  check_sizes("convolve", x, w, s);
  CHECK(y.rows() == s.images * s.windows() && y.cols() == w.cols(), "convolve: y is [", y.rows(), ",", y.cols(), "] for ",
        s.images * s.windows(), " windows and ", w.cols(), " filters");
  CHECK(b.size() == 0 || (b.rows() == 1 && b.cols() == w.cols()), "convolve: b is [", b.rows(), ",", b.cols(), "] for ", w.cols(),
        " filters");
  tiles::Scratch scratch(s.windows() * s.seen());
  Eigen::Map<Mat> windows(scratch.data(), s.windows(), s.seen());
  for (Index i = 0; i < s.images; ++i) {
    windows_of(x.middleRows(i * s.pixels(), s.pixels()), s, windows);
    auto out = y.middleRows(i * s.windows(), s.windows());
    if (b.size() > 0) out.rowwise() = b.row(0);
    product_into(windows, w, out, b.size() > 0);
  }
}

void add_convolve_vjp(In x, In w, In d_y, const ConvolutionShape& s, Out d_x, Out d_w, Out d_b) {
  check_sizes("convolve_vjp", x, w, s);
  CHECK(d_y.rows() == s.images * s.windows() && d_y.cols() == w.cols(), "convolve_vjp: d_y is [", d_y.rows(), ",", d_y.cols(), "] for ",
        s.images * s.windows(), " windows and ", w.cols(), " filters");
  if (d_b.size() > 0) d_b += d_y.colwise().sum();
  tiles::Scratch scratch(s.windows() * s.seen());
  Eigen::Map<Mat> windows(scratch.data(), s.windows(), s.seen());
  for (Index i = 0; i < s.images; ++i) {
    const auto d_out = d_y.middleRows(i * s.windows(), s.windows());
    if (d_w.size() > 0) {
      windows_of(x.middleRows(i * s.pixels(), s.pixels()), s, windows);
      product_at_into(windows, d_out, d_w, true);
    }
    if (d_x.size() > 0) {
      product_bt_into(d_out, w, windows);
      add_to_image(windows, s, d_x.middleRows(i * s.pixels(), s.pixels()));
    }
  }
}

Mat convolve(In x, In w, In b, const ConvolutionShape& s) {
  Mat y(s.images * s.windows(), w.cols());
  convolve_into(x, w, b, s, y);
  return y;
}

Mat convolve_reference(In x, In w, In b, const ConvolutionShape& s) {
  check_sizes("convolve_reference", x, w, s);
  Mat y = Mat::Zero(s.images * s.windows(), w.cols());
  for (Index i = 0; i < s.images; ++i)
    for (Index oy = 0; oy < s.out_height(); ++oy)
      for (Index ox = 0; ox < s.out_width(); ++ox)
        for (Index o = 0; o < w.cols(); ++o) {
          Real sum = b.size() > 0 ? b(0, o) : Real(0);
          for (Index dy = 0; dy < s.side; ++dy)
            for (Index dx = 0; dx < s.side; ++dx)
              for (Index c = 0; c < s.channels; ++c) {
                const Index py = oy * s.stride - s.padding + dy, px = ox * s.stride - s.padding + dx;
                if (py < 0 || py >= s.height || px < 0 || px >= s.width) continue;
                sum += x(i * s.pixels() + py * s.width + px, c) * w((dy * s.side + dx) * s.channels + c, o);
              }
          y(i * s.windows() + oy * s.out_width() + ox, o) = sum;
        }
  return y;
}

ConvolutionGrads convolve_vjp(In x, In w, In d_y, const ConvolutionShape& s) {
  ConvolutionGrads g{Mat::Zero(x.rows(), x.cols()), Mat::Zero(w.rows(), w.cols()), Mat::Zero(1, w.cols())};
  add_convolve_vjp(x, w, d_y, s, g.d_x, g.d_w, g.d_b);
  return g;
}

}  // namespace attn::kernels
