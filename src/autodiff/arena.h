// Memory that is handed out piece by piece and taken back all at once. The arena keeps its blocks, so that handing out the same pieces
// again needs no allocation.
#pragma once

#include <cstddef>
#include <new>
#include <utility>
#include <vector>

namespace attn::autodiff {

class Arena {
 public:
  Arena() = default;
  ~Arena();
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  /// Hands out `bytes` of memory, uninitialised and aligned to 64 bytes.
  void* take(std::size_t bytes) {
    const std::size_t rounded = (bytes + kAlignment - 1) / kAlignment * kAlignment;
    if (current_ < blocks_.size() && blocks_[current_].size - used_ >= rounded)
      return blocks_[current_].data + std::exchange(used_, used_ + rounded);
    return take_elsewhere(rounded);
  }
  /// Takes everything back and keeps the blocks.
  void rewind() { current_ = 0, used_ = 0; }
  /// Sets everything that is handed out to 0.
  void zero();
  /// How many blocks were taken from the system since the arena was made.
  std::size_t allocations() const { return allocations_; }

 private:
  static constexpr std::size_t kAlignment = 64, kBlock = std::size_t(1) << 20;
  struct Block {
    std::byte* data;
    std::size_t size;
  };
  void* take_elsewhere(std::size_t bytes);

  std::vector<Block> blocks_;
  std::size_t current_ = 0;  ///< index of the block in use
  std::size_t used_ = 0;     ///< how many of its bytes are handed out
  std::size_t allocations_ = 0;
};

}  // namespace attn::autodiff
