#include <cstdlib>

#include "base/check.h"
#include "kernels/tiles.h"

namespace attn::kernels::tiles {
namespace {

constexpr std::size_t kAlignment = 64;
constexpr Index kLargestKept = 1 << 18;  ///< in numbers; a larger block is given back to the system at once

/// The blocks of one thread. It keeps as many as were ever in use at once.
class Pool {
 public:
  ~Pool() {
    for (Block& block : blocks_) std::free(block.data);
  }

  Real* take(Index size) {
    for (Block& block : blocks_) {
      if (block.in_use) continue;
      if (block.size < size) {
        std::free(block.data);
        block = {allocate(size), size, false};
      }
      block.in_use = true;
      return block.data;
    }
    return allocate(size);
  }

  void give_back(Real* data) {
    for (Block& block : blocks_) {
      if (block.data != data) continue;
      if (block.size > kLargestKept) std::free(block.data), block = {};
      block.in_use = false;
      return;
    }
    std::free(data);
  }

 private:
  struct Block {
    Real* data = nullptr;
    Index size = 0;
    bool in_use = false;
  };

  static Real* allocate(Index size) {
    const std::size_t bytes = (static_cast<std::size_t>(size) * sizeof(Real) + kAlignment - 1) / kAlignment * kAlignment;
    Real* data = static_cast<Real*>(std::aligned_alloc(kAlignment, bytes));
    CHECK(data, "no memory for ", size, " numbers");
    return data;
  }

  static constexpr int kBlocks = 6;  ///< where more are in use at once, the further ones are allocated each time
  Block blocks_[kBlocks];
};

thread_local Pool pool;

}  // namespace

Scratch::Scratch(Index size) : data_(size > kInline ? pool.take(size) : inline_) {}

Scratch::~Scratch() {
  if (data_ != inline_) pool.give_back(data_);
}

}  // namespace attn::kernels::tiles
