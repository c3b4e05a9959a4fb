// How many of the examples that were asked about came out right.
#pragma once

namespace attn::training {

struct Count {
  int right = 0, asked = 0;
  double share() const { return asked ? static_cast<double>(right) / asked : 0; }
  Count& operator+=(const Count& more) {
    right += more.right, asked += more.asked;
    return *this;
  }
};

}  // namespace attn::training
