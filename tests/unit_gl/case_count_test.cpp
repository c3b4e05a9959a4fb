// After all GL tests: how many there were, and how many operations the GPU really did. A run of all tests in which some have silently
// disappeared is no success.
#include <cstdio>

#include "unit_gl/gl_fixture.h"

namespace attn::compute {
namespace {

// At least; who adds tests raises both to what a run prints. In the browser there are two tests less, those without a context.
constexpr int kTests = 69;
constexpr long kCases = 21820;

class CaseCount : public ::testing::Environment {
  void TearDown() override {
    std::printf("GPU cases: %ld\n", calls().on_gpu);
    const ::testing::UnitTest& tests = *::testing::UnitTest::GetInstance();
    if (tests.test_to_run_count() < tests.total_test_count()) return;  // some were chosen
    EXPECT_GE(tests.successful_test_count() + tests.failed_test_count(), kTests);
    EXPECT_GE(calls().on_gpu, kCases);
  }
};

const ::testing::Environment* const kRegistered = ::testing::AddGlobalTestEnvironment(new CaseCount);

}  // namespace
}  // namespace attn::compute
