#include "lessons/04_self-attention/matrices.h"

#include "lessons/04_self-attention/study.h"

namespace attn::lessons::self_attention {
namespace {

constexpr Real kWq[] = {
    -0.1f, 0.5f,  -0.4f, -0.2f, -0.4f, -0.6f, -0.1f, 0.5f,  0.1f, -0.6f, 0.6f,  0.7f,  0,     -0.1f, -0.2f, -0.8f,
    0.4f,  0.9f,  0.2f,  -0.3f, 0,     0,     0.1f,  0.4f,  0.3f, 0.2f,  -0.3f, 0.3f,  0,     -0.4f, -0.3f, 0.1f,
    0.2f,  0.7f,  0.5f,  -0.3f, -0.1f, 0.4f,  0.3f,  0,     0.6f, 0.8f,  0.6f,  0.2f,  -0.2f, 0.3f,  0.1f,  -0.2f,
    0.3f,  -0.1f, 0.5f,  0.3f,  0.3f,  0.1f,  -0.1f, -0.4f, 0.2f, 0.4f,  0.1f,  -0.5f, 0.6f,  0,     0,     0.4f,
};
constexpr Real kWk[] = {
    -0.5f, -0.1f, 0.7f,  -0.1f, 0,     -0.8f, 0.6f,  -0.2f, -0.7f, 0.3f,  0,     0.5f, -0.3f, -0.3f, -0.1f, 0,
    -0.4f, -0.1f, -0.5f, 0.9f,  -0.6f, -0.4f, 0.1f,  0.5f,  0.3f,  -0.3f, 0.7f,  0.3f, 1,     0.7f,  0.2f,  -1.4f,
    -0.1f, -0.5f, 0.3f,  -0.1f, 0.7f,  0,     -0.5f, -0.5f, 1.5f,  0,     -0.6f, 0.6f, 0.1f,  0,     -1.3f, -0.2f,
    -0.7f, 0.3f,  -1.2f, -0.3f, -0.2f, 0,     0.4f,  -0.4f, 0.1f,  0.7f,  -0.3f, 1.1f, -0.5f, 0.3f,  -0.5f, -1,
};
constexpr Real kWv[] = {
    0,     0.5f,  0.5f,  -0.2f, -0.1f, -0.2f, 0.2f,  0,     0.3f,  -0.7f, 0.6f,  0,     0.3f,  -0.1f, -0.2f, 0.2f,
    0.3f,  -0.1f, -0.1f, 0.3f,  -0.3f, -0.6f, 0.2f,  -0.3f, -0.8f, -0.3f, -0.2f, -0.5f, -0.6f, 0,     0.4f,  -0.1f,
    -0.3f, 0.2f,  0.3f,  -0.1f, 0.2f,  0.4f,  -0.1f, -0.3f, 0.1f,  0.1f,  0.4f,  -0.5f, -0.3f, -0.3f, -0.7f, 0.1f,
    0.2f,  -0.3f, 0.6f,  0.3f,  0.3f,  0.2f,  0.4f,  -0.5f, 0.2f,  0.2f,  -0.7f, 0.1f,  -0.1f, 0.3f,  -0.2f, 0,
};
constexpr Real kWo[] = {
    0.1f,  -0.4f, 0.2f,  0,     0.2f,  -0.2f, 0.4f,  0.2f,  -0.1f, 0.3f,  0.5f,  0.7f,  -0.6f, 0.4f,  0.2f, 0,
    -0.4f, 0.5f,  -0.5f, 0.2f,  0.5f,  -0.6f, -0.1f, -0.5f, 0.1f,  0.6f,  0.8f,  -0.7f, -0.2f, 0.3f,  0.6f, 0.2f,
    -0.3f, 0.1f,  0,     -0.1f, -0.3f, 0.2f,  0.1f,  0,     -0.1f, -0.5f, -0.2f, 0.5f,  -0.1f, -0.6f, 0.5f, 0.2f,
    0.8f,  0,     -0.2f, -0.6f, 0.5f,  1,     -0.3f, -0.3f, 0.2f,  -0.3f, -0.1f, -0.1f, 0.1f,  0.4f,  0,    0.4f,
};

Mat square(const Real (&numbers)[kWidth * kWidth]) { return Eigen::Map<const Mat>(numbers, kWidth, kWidth); }

}  // namespace

Mat first_wq() { return square(kWq); }
Mat first_wk() { return square(kWk); }
Mat first_wv() { return square(kWv); }
Mat first_wo() { return square(kWo); }

}  // namespace attn::lessons::self_attention
