// The device itself: leaves OpenGL as it was, survives a change of context, says why it cannot be had, and lends textures again.
#include "compute/gl_device.h"

#include "compute/gl_platform.h"
#include "compute/gl_state.h"
#include "unit_gl/gl_fixture.h"

namespace attn::compute {
namespace {

using DeviceOnGl = Gl;

Mat sample(Index rows, Index cols) {
  Rng rng(31);
  return normal_matrix(rows, cols, rng);
}

std::vector<GLint> snapshot() {
  std::vector<GLint> values;
  for (const GLenum name : {GL_CURRENT_PROGRAM, GL_VERTEX_ARRAY_BINDING, GL_DRAW_FRAMEBUFFER_BINDING, GL_READ_FRAMEBUFFER_BINDING,
                            GL_ACTIVE_TEXTURE, GL_PIXEL_PACK_BUFFER_BINDING, GL_PIXEL_UNPACK_BUFFER_BINDING, GL_ARRAY_BUFFER_BINDING}) {
    GLint value = 0;
    glGetIntegerv(name, &value);
    values.push_back(value);
  }
  GLint active = GL_TEXTURE0, box[4] = {};
  glGetIntegerv(GL_ACTIVE_TEXTURE, &active);
  for (int unit = 0; unit < StateGuard::kUnits; ++unit) {
    glActiveTexture(GL_TEXTURE0 + unit);
    for (const GLenum name : {GL_TEXTURE_BINDING_2D, GL_SAMPLER_BINDING}) {
      GLint value = 0;
      glGetIntegerv(name, &value);
      values.push_back(value);
    }
  }
  glActiveTexture(static_cast<GLenum>(active));
  glGetIntegerv(GL_VIEWPORT, box);
  values.insert(values.end(), box, box + 4);
  for (const GLenum name : {GL_BLEND, GL_DEPTH_TEST, GL_STENCIL_TEST, GL_SCISSOR_TEST, GL_CULL_FACE}) values.push_back(glIsEnabled(name));
  return values;
}

// Sets what a renderer of windows may have left, all of it hostile to drawing numbers.
TEST_F(DeviceOnGl, RightUnderForeignStateAndLeavesItAlone) {
  GLuint textures[2], sampler, buffers[2], vertex_array, framebuffer;
  glGenFramebuffers(1, &framebuffer);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, 0);
  glUseProgram(0);
  glGenTextures(2, textures);
  glGenSamplers(1, &sampler);
  glGenBuffers(2, buffers);
  glGenVertexArrays(1, &vertex_array);
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, textures[0]);
  glSamplerParameteri(sampler, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glBindSampler(0, sampler);
  glActiveTexture(GL_TEXTURE1);
  glBindTexture(GL_TEXTURE_2D, textures[1]);
  glBindVertexArray(vertex_array);
  glBindBuffer(GL_PIXEL_UNPACK_BUFFER, buffers[0]);
  glBindBuffer(GL_PIXEL_PACK_BUFFER, buffers[1]);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, 3);
  glViewport(1, 2, 3, 4);
  glScissor(0, 0, 1, 1);
  glColorMask(GL_TRUE, GL_FALSE, GL_TRUE, GL_FALSE);
  for (const GLenum name : {GL_BLEND, GL_SCISSOR_TEST, GL_CULL_FACE, GL_DEPTH_TEST, GL_STENCIL_TEST}) glEnable(name);
  glBlendFunc(GL_ZERO, GL_ONE);
  glDepthFunc(GL_NEVER);
  const std::vector<GLint> before = snapshot();

  const Mat q = sample(6, 5), k = sample(7, 5);
  EXPECT_TRUE(close(gl->attention(q, k, k, {}).output, cpu().attention(q, k, k, {}).output));
  EXPECT_EQ(snapshot(), before);
  EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));

  glBindVertexArray(0);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  for (const GLenum name : {GL_BLEND, GL_SCISSOR_TEST, GL_CULL_FACE, GL_DEPTH_TEST, GL_STENCIL_TEST}) glDisable(name);
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
}

TEST_F(DeviceOnGl, ServesInANewContext) {
  const Mat q = sample(3, 4);
  const Mat wanted = cpu().attention(q, q, q, {}).output;
  EXPECT_TRUE(close(gl->attention(q, q, q, {}).output, wanted));
  release_gl();
  on_cpu_expected = 1;
  EXPECT_TRUE(close(gl->attention(q, q, q, {}).output, wanted));
  EXPECT_EQ(make_context(), "");
  std::string why;
  gl = webgl(&why);
  ASSERT_NE(gl, nullptr) << why;
  EXPECT_TRUE(close(gl->attention(q, q, q, {}).output, wanted));
}

TEST_F(DeviceOnGl, ChoosesWhatWasAskedFor) {
  EXPECT_EQ(choose("cpu").backend, &cpu());
  EXPECT_EQ(choose("gl").backend, gl);
  EXPECT_EQ(choose("gl").backend->name, "gl");
  on_cpu_expected = 0;
  const Mat q = sample(2, 2);
  EXPECT_TRUE(close(choose("gl").backend->attention(q, q, q, {}).output, cpu().attention(q, q, q, {}).output));
}

TEST_F(DeviceOnGl, EveryShaderBelongsToTheProgram) {
  for (const char* name : {"common", "product", "scores", "softmax_chunks", "softmax_rows", "softmax_weights", "regression_chunks",
                           "regression_rows", "regression_weights"}) {
    EXPECT_FALSE(shader_text(name).empty()) << name;
  }
  EXPECT_TRUE(shader_text("no such shader").empty());
  const Mat q = sample(2, 2);
  gl->attention(q, q, q, {});
}

}  // namespace
}  // namespace attn::compute
