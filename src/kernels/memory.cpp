#include "kernels/memory.h"

#include "base/check.h"
#include "kernels/memory_step.h"
#include "kernels/memory_step_rows.h"

namespace attn::kernels {
namespace {

void check_row(const char* function, const char* name, In row, Index cols) {
  CHECK(row.rows() == 1 && row.cols() == cols, function, ": ", name, " is ", shape(row), ", expected [1,", cols, "]");
}

}  // namespace

Address address(In memory, const Addressing& head, In previous) {
  const MemoryShape s{.cells = memory.rows(), .width = memory.cols(), .read_heads = 1, .write_heads = 0, .shifts = head.shift.cols()};
  CHECK(s.cells > 0, "address: the memory is ", shape(memory));
  CHECK(head.shift.rows() == 1 && s.shifts % 2 == 1, "address: shift is ", shape(head.shift), ", expected [1,s] with s odd");
  CHECK(head.strength >= 0 && head.sharpen >= 1, "address: strength is ", head.strength, ", sharpen is ", head.sharpen);
  check_row("address", "key", head.key, s.width);
  check_row("address", "previous", previous, s.cells);
  const Mat columns = memory.transpose();
  Mat heads(1, s.said()), lengths(1, s.cells), working(1, rows::memory_working(s));
  heads << head.key, head.shift, head.strength, head.gate, head.sharpen;
  Address a;
  for (Mat* stage : {&a.cosines, &a.content, &a.gated, &a.shifted, &a.weights}) stage->resize(1, s.cells);
  rows::memory_address({.shape = s, .memory = columns.data(), .previous = previous.data()},
                       {.heads = heads.data(),
                        .lengths = lengths.data(),
                        .cosines = a.cosines.data(),
                        .content = a.content.data(),
                        .gated = a.gated.data(),
                        .shifted = a.shifted.data(),
                        .weights = a.weights.data()},
                       working.data());
  return a;
}

Mat read_memory(In memory, In weights) {
  check_row("read_memory", "weights", weights, memory.rows());
  const MemoryShape s{.cells = memory.rows(), .width = memory.cols(), .read_heads = 1, .write_heads = 0};
  const Mat columns = memory.transpose();
  Mat heads(1, s.said()), where = weights, read(1, s.width), same(s.width, s.cells);
  rows::memory_read_and_write({.shape = s, .memory = columns.data()},
                              {.heads = heads.data(), .weights = where.data(), .reads = read.data(), .memory = same.data()});
  return read;
}

Mat write_memory(In memory, In weights, In erase, In add) {
  const MemoryShape s{.cells = memory.rows(), .width = memory.cols(), .read_heads = 0, .write_heads = weights.rows()};
  CHECK(weights.cols() == s.cells && erase.rows() == s.write_heads && add.rows() == s.write_heads && erase.cols() == s.width &&
            add.cols() == s.width,
        "write_memory: memory is ", shape(memory), ", weights are ", shape(weights), ", erase is ", shape(erase), ", add is ", shape(add));
  const Mat columns = memory.transpose();
  Mat heads = Mat::Zero(1, s.said()), where = weights, written(s.width, s.cells);
  const auto put = [&](Index first, In vectors) { Eigen::Map<Mat>(heads.data() + first, vectors.rows(), vectors.cols()) = vectors; };
  put(s.add(), add);
  put(s.erase(), erase);
  rows::memory_read_and_write({.shape = s, .memory = columns.data()},
                              {.heads = heads.data(), .weights = where.data(), .memory = written.data()});
  return written.transpose();
}

}  // namespace attn::kernels
