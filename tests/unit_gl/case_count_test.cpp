// After all GL tests: how many calls the GPU really did. A run in which it did none is no success.
#include <cstdio>

#include "unit_gl/gl_fixture.h"

namespace attn::compute {
namespace {

class CaseCount : public ::testing::Environment {
  void TearDown() override {
    std::printf("GPU cases: %ld\n", calls().on_gpu);
    EXPECT_GT(calls().on_gpu, 0);
  }
};

const ::testing::Environment* const kRegistered = ::testing::AddGlobalTestEnvironment(new CaseCount);

}  // namespace
}  // namespace attn::compute
