#include "compute/gl_state.h"

#include "compute/gl_platform.h"

namespace attn::compute {
namespace {

constexpr GLenum kSwitchNames[] = {GL_BLEND, GL_DEPTH_TEST, GL_STENCIL_TEST, GL_SCISSOR_TEST, GL_CULL_FACE};

constexpr GLenum kZeroTransfers[] = {GL_PACK_ROW_LENGTH,   GL_PACK_SKIP_PIXELS,   GL_PACK_SKIP_ROWS,
                                     GL_UNPACK_ROW_LENGTH, GL_UNPACK_SKIP_PIXELS, GL_UNPACK_SKIP_ROWS};

GLint current(GLenum name) {
  GLint value = 0;
  glGetIntegerv(name, &value);
  return value;
}

GLuint object(int name) { return static_cast<GLuint>(name); }

}  // namespace

StateGuard::StateGuard() {
  static_assert(std::size(kSwitchNames) == kSwitches);
  program_ = current(GL_CURRENT_PROGRAM);
  vertex_array_ = current(GL_VERTEX_ARRAY_BINDING);
  draw_framebuffer_ = current(GL_DRAW_FRAMEBUFFER_BINDING);
  read_framebuffer_ = current(GL_READ_FRAMEBUFFER_BINDING);
  active_unit_ = current(GL_ACTIVE_TEXTURE);
  pack_buffer_ = current(GL_PIXEL_PACK_BUFFER_BINDING);
  unpack_buffer_ = current(GL_PIXEL_UNPACK_BUFFER_BINDING);
  glGetIntegerv(GL_VIEWPORT, viewport_.data());
  for (int unit = 0; unit < kUnits; ++unit) {
    glActiveTexture(GL_TEXTURE0 + unit);
    textures_[unit] = current(GL_TEXTURE_BINDING_2D);
    samplers_[unit] = current(GL_SAMPLER_BINDING);
    glBindSampler(unit, 0);
  }
  for (int i = 0; i < kSwitches; ++i) {
    switches_[i] = glIsEnabled(kSwitchNames[i]);
    glDisable(kSwitchNames[i]);
  }
  for (const GLenum name : {GL_PACK_ALIGNMENT, GL_UNPACK_ALIGNMENT}) glPixelStorei(name, 4);
  for (const GLenum name : kZeroTransfers) glPixelStorei(name, 0);
  glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
  glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
}

StateGuard::~StateGuard() {
  glUseProgram(object(program_));
  glBindVertexArray(object(vertex_array_));
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, object(draw_framebuffer_));
  glBindFramebuffer(GL_READ_FRAMEBUFFER, object(read_framebuffer_));
  glViewport(viewport_[0], viewport_[1], viewport_[2], viewport_[3]);
  for (int unit = 0; unit < kUnits; ++unit) {
    glActiveTexture(GL_TEXTURE0 + unit);
    glBindTexture(GL_TEXTURE_2D, object(textures_[unit]));
    glBindSampler(unit, object(samplers_[unit]));
  }
  glActiveTexture(static_cast<GLenum>(active_unit_));
  for (int i = 0; i < kSwitches; ++i) {
    if (switches_[i]) glEnable(kSwitchNames[i]);
  }
  glBindBuffer(GL_PIXEL_PACK_BUFFER, object(pack_buffer_));
  glBindBuffer(GL_PIXEL_UNPACK_BUFFER, object(unpack_buffer_));
}

}  // namespace attn::compute
