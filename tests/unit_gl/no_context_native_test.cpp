// Without a context there is no GPU backend, and calls through one from before are computed on the CPU; a new context is noticed.
#include "unit_gl/gl_fixture.h"

namespace attn::compute {
namespace {

using NoContext = Gl;

TEST_F(NoContext, SaysSoAndComputesOnTheCpu) {
  const Mat q = Mat::Identity(3, 3);
  const Mat wanted = cpu().attention(q, q, q, {}).output;
  EXPECT_TRUE(close(gl->attention(q, q, q, {}).output, wanted));
  destroy_context();
  on_cpu_expected = 1;
  EXPECT_TRUE(close(gl->attention(q, q, q, {}).output, wanted));

  std::string why;
  EXPECT_EQ(webgl(&why), nullptr);
  EXPECT_NE(why.find("context"), std::string::npos) << why;
  EXPECT_EQ(choose("gl").backend, &cpu());
  EXPECT_EQ(make_context(), "");
}

TEST_F(NoContext, ANewContextWantsANewBackend) {
  const Mat q = Mat::Identity(3, 3);
  const Mat wanted = cpu().attention(q, q, q, {}).output;
  EXPECT_EQ(make_context(), "");
  on_cpu_expected = 1;
  EXPECT_TRUE(close(gl->attention(q, q, q, {}).output, wanted));
  EXPECT_EQ(choose("gl").backend, gl);
  EXPECT_TRUE(close(gl->attention(q, q, q, {}).output, wanted));
}

}  // namespace
}  // namespace attn::compute
