#include "compute/probe.h"

#include <algorithm>

#include "base/clock.h"

namespace attn::compute {

double probe(const Backend& backend) {
  const Mat x = Mat::Constant(kProbe, 64, Real(0.1));
  const auto ms = [&x](const Backend& one) {
    one.attention(x, x, x, {});
    const double start = milliseconds();
    one.attention(x, x, x, {});
    return milliseconds() - start;
  };
  return ms(backend) / std::max(ms(cpu()), 1e-3);
}

}  // namespace attn::compute
