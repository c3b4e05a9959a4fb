#include <array>

#include "compute/backend_gl.h"
#include "compute/gl_passes.h"
#include "compute/gl_state.h"

namespace attn::compute {

bool feed_forward_gl(Device& device, In x, In w1, In b1, In w2, In b2, kernels::Activation activation, kernels::FeedForward* result,
                     std::string* why) {
  kernels::check_feed_forward(x, w1, b1, w2, b2);
  const Index n = x.rows(), f = w1.cols(), e = w2.cols();
  if (!fits(device, n, x.cols()) || !fits(device, w1.rows(), f) || !fits(device, n, f) || !fits(device, f, e) || !fits(device, n, e)) {
    *why = "a matrix is empty or larger than this GPU's textures";
    return false;
  }
  StateGuard guard;
  const GpuMatrix input = upload(device, x), first_bias = upload(device, b1), second_bias = upload(device, b2);
  const GpuMatrix before = product(device, input, upload(device, w1), &first_bias, input.rows);
  const GpuMatrix hidden = make_matrix(device, n, f);
  device.run({.shader = "activation",
              .defines = {activation == kernels::Activation::relu ? "RELU" : "GELU"},
              .inputs = {{"x", &before.texture}},
              .ints = {{"cols", before.cols}}},
             hidden.texture);
  const GpuMatrix output = product(device, hidden, upload(device, w2), &second_bias, input.rows);
  std::vector<Mat> read = download(device, std::array{&before, &hidden, &output});
  *result = {std::move(read[0]), std::move(read[1]), std::move(read[2])};
  if (device.healthy()) return true;
  *why = "the graphics driver reported an error";
  return false;
}

}  // namespace attn::compute
