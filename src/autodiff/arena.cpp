#include "autodiff/arena.h"

#include <algorithm>
#include <cstring>

namespace attn::autodiff {

Arena::~Arena() {
  for (const Block& block : blocks_) ::operator delete(block.data, std::align_val_t(kAlignment));
}

void* Arena::take_elsewhere(std::size_t bytes) {
  // The rest of the block in use is lost until rewind(); so is a later block that is too small.
  std::size_t next = blocks_.empty() ? 0 : current_ + 1;
  while (next < blocks_.size() && blocks_[next].size < bytes) ++next;
  if (next >= blocks_.size()) {
    next = blocks_.size();
    const std::size_t size = std::max(bytes, kBlock);
    blocks_.push_back({static_cast<std::byte*>(::operator new(size, std::align_val_t(kAlignment))), size});
    ++allocations_;
  }
  current_ = next;
  used_ = bytes;
  return blocks_[current_].data;
}

void Arena::zero() {
  for (std::size_t i = 0; i <= current_ && i < blocks_.size(); ++i)
    std::memset(blocks_[i].data, 0, i == current_ ? used_ : blocks_[i].size);
}

}  // namespace attn::autodiff
