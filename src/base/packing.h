// Numbers and matrices as bytes and back, for a program's other threads and instances: not a file format. One function states the order
// for both directions:
//
//   void pack(Packing& p) { p.number(&steps); p.numbers(&weights); }
#pragma once

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/check.h"
#include "base/mat.h"

namespace attn {

class Packing {
 public:
  explicit Packing(std::string* out) : out_(out) {}
  explicit Packing(std::string_view in) : in_(in) {}
  bool writes() const { return out_ != nullptr; }

  template <class T>
  void number(T* x) {
    static_assert(std::is_trivially_copyable_v<T>);
    bytes(x, sizeof(T));
  }
  /// A matrix, whose shape both sides know.
  void numbers(Mat* m) { numbers(m->data(), m->size()); }
  void numbers(Real* first, Index count) { bytes(first, static_cast<std::size_t>(count) * sizeof(Real)); }
  /// The elements of a vector from `first` on. Reading makes the vector as long as it was.
  template <class T>
  void tail(std::vector<T>* all, std::size_t first) {
    static_assert(std::is_trivially_copyable_v<T>);
    std::size_t size = all->size();
    first = std::min(first, size);
    number(&first);
    number(&size);
    CHECK(first <= size && (writes() || (size - first) * sizeof(T) <= in_.size()), "Packing: ", size, " elements from ", first, " on");
    all->resize(size);
    bytes(all->data() + first, (size - first) * sizeof(T));
  }

 private:
  void bytes(void* x, std::size_t count) {
    if (count == 0) return;
    if (out_) return static_cast<void>(out_->append(static_cast<const char*>(x), count));
    CHECK(in_.size() >= count, "Packing: ", in_.size(), " bytes left of ", count);
    std::memcpy(x, in_.data(), count);
    in_.remove_prefix(count);
  }

  std::string* out_ = nullptr;
  std::string_view in_;
};

}  // namespace attn
