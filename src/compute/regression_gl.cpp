#include <algorithm>

#include "compute/backend_gl.h"
#include "compute/gl_matrix.h"
#include "compute/gl_state.h"

namespace attn::compute {
namespace {

// How many texels of keys one fragment reduces: those of 1024 keys, so that a hundred thousand keys make a hundred chunks.
constexpr int kKeyBlocks = 256;

std::string define_of(kernels::RegressionKernel kernel) {
  switch (kernel) {
    case kernels::RegressionKernel::gaussian:
      return "KERNEL_GAUSSIAN";
    case kernels::RegressionKernel::boxcar:
      return "KERNEL_BOXCAR";
    case kernels::RegressionKernel::triangular:
      return "KERNEL_TRIANGULAR";
    case kernels::RegressionKernel::epanechnikov:
      break;
  }
  return "KERNEL_EPANECHNIKOV";
}

// The keys and queries of one call on the GPU.
struct Job {
  Texture keys, targets;
  GpuMatrix queries;
  int key_count, row_blocks, chunk_count;
  float width;
  std::vector<std::string> defines;
};

Job prepare(Device& device, In x, In y, In queries, kernels::RegressionKernel kernel, Real width) {
  const int row_blocks = std::min(kKeyBlocks, blocks(x.rows()));
  const Mat keys = x, targets = y;  // contiguous copies, since the arguments may be parts of other matrices
  Job job{upload_folded(device, keys.data(), keys.rows(), row_blocks),
          upload_folded(device, targets.data(), targets.rows(), row_blocks),
          upload(device, queries),
          static_cast<int>(x.rows()),
          row_blocks,
          0,
          width,
          {define_of(kernel), "KEY_BLOCKS " + std::to_string(row_blocks)}};
  job.chunk_count = job.keys.height();
  return job;
}

// [g,4]: output, sum of f, nearest distance, 0.
GpuMatrix answers(Device& device, const Job& job) {
  const Texture chunks = device.texture(job.chunk_count, job.queries.rows);
  device.run({.shader = "regression_chunks",
              .defines = job.defines,
              .inputs = {{"keys", &job.keys}, {"targets", &job.targets}, {"queries", &job.queries.texture}},
              .ints = {{"key_count", job.key_count}},
              .floats = {{"width", job.width}}},
             chunks);
  GpuMatrix result = make_matrix(device, job.queries.rows, 4);
  device.run({.shader = "regression_rows",
              .defines = job.defines,
              .inputs = {{"chunks", &chunks}},
              .ints = {{"chunk_count", job.chunk_count}},
              .floats = {{"width", job.width}}},
             result.texture);
  return result;
}

// The weights [g,m], for as many queries at a time as one texture has room for.
Mat weights_of(Device& device, const Job& job, const GpuMatrix& answers) {
  const int queries = job.queries.rows, row_length = 4 * job.row_blocks * job.chunk_count;
  int run = 1;
  while (run < queries && fits(device, Index{2} * run * job.chunk_count, 4 * job.row_blocks)) run *= 2;
  Mat result(queries, job.key_count);
  for (int first = 0; first < queries; first += run) {
    const int count = std::min(run, queries - first);
    const Texture part = device.texture(job.row_blocks, count * job.chunk_count);
    device.run({.shader = "regression_weights",
                .defines = job.defines,
                .inputs = {{"keys", &job.keys}, {"queries", &job.queries.texture}, {"answers", &answers.texture}},
                .ints = {{"key_count", job.key_count}, {"chunk_count", job.chunk_count}, {"first_query", first}},
                .floats = {{"width", job.width}}},
               part);
    const std::vector<float> texels = read_texels(device, part);
    for (int i = 0; i < count; ++i) {
      std::copy_n(texels.data() + std::size_t(i) * row_length, job.key_count, result.row(first + i).data());
    }
  }
  return result;
}

}  // namespace

bool regression_gl(Device& device, In x, In y, In queries, kernels::RegressionKernel kernel, Real width, bool with_weights,
                   kernels::Regression* result, std::string* why) {
  kernels::check_regression(x, y, queries, width);
  const Index chunks = (x.rows() + 4 * kKeyBlocks - 1) / (4 * kKeyBlocks);
  if (!fits(device, chunks, 4 * kKeyBlocks) || !fits(device, queries.rows(), 4 * chunks)) {
    *why = "there are no points or more than this GPU's textures hold";
    return false;
  }
  StateGuard guard;
  const Job job = prepare(device, x, y, queries, kernel, width);
  const GpuMatrix answered = answers(device, job);
  const Mat answer = download(device, answered);
  result->output = answer.col(0);
  result->sums = answer.col(1);
  result->reach = (answer.col(1).array() > 0).matrix();
  result->weights = with_weights ? weights_of(device, job, answered) : Mat();
  if (device.healthy()) return true;
  *why = "the graphics driver reported an error";
  return false;
}

}  // namespace attn::compute
