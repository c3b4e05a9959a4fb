#include "compute/gl_device.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "compute/gl_platform.h"
#include "compute/gl_state.h"

namespace attn::compute {
namespace {

// How many textures are kept for the next call: enough for a whole network, and not more than 64 MB.
constexpr std::size_t kStockSize = 512;
constexpr long kStockTexels = 1L << 22;

// One triangle that covers the viewport; its corners are computed from the vertex number.
constexpr const char* kVertexShader = R"(
void main() {
  vec2 corner = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
  gl_Position = vec4(corner, 0.0, 1.0);
}
)";

std::string preamble(bool es) {
  if (!es) return "#version 330 core\n";
  return "#version 300 es\nprecision highp float;\nprecision highp int;\nprecision highp sampler2D;\n";
}

// Returns 0, with the compiler's message in `*error`, when the shader does not compile.
GLuint compile(GLenum stage, const std::string& source, std::string* error) {
  const GLuint shader = glCreateShader(stage);
  const char* text = source.c_str();
  glShaderSource(shader, 1, &text, nullptr);
  glCompileShader(shader);
  GLint compiled = 0;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
  if (compiled) return shader;
  char log[1024] = "";
  glGetShaderInfoLog(shader, sizeof log, nullptr, log);
  *error = log;
  glDeleteShader(shader);
  return 0;
}

bool version_serves(bool* es, std::string* why_not) {
  if (!has_context()) {
    *why_not = "there is no OpenGL or WebGL context";
    return false;
  }
  const std::string version = reinterpret_cast<const char*>(glGetString(GL_VERSION));
  *es = version.rfind("OpenGL ES", 0) == 0;
  GLint major = 0, minor = 0;
  glGetIntegerv(GL_MAJOR_VERSION, &major);
  glGetIntegerv(GL_MINOR_VERSION, &minor);
  if (*es ? major >= 3 : major * 10 + minor >= 33) return true;
  *why_not = "the graphics driver offers only " + version + "; WebGL2, OpenGL ES 3.0 or OpenGL 3.3 is needed";
  return false;
}

}  // namespace

Texture& Texture::operator=(Texture&& other) noexcept {
  std::swap(device_, other.device_);
  std::swap(id_, other.id_);
  std::swap(width_, other.width_);
  std::swap(height_, other.height_);
  std::swap(format_, other.format_);
  return *this;
}

Texture::~Texture() {
  if (device_ != nullptr) device_->give_back(*this);
}

std::unique_ptr<Device> Device::create(std::string* why_not) {
  std::unique_ptr<Device> device(new Device);
  if (device->start(why_not)) return device;
  return nullptr;
}

bool Device::start(std::string* why_not) {
  if (!version_serves(&es_, why_not)) {
    abandoned_ = true;
    return false;
  }
  enable_extension("EXT_color_buffer_float");
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &max_size_);
  StateGuard guard;
  glGenFramebuffers(1, &framebuffer_);
  glGenFramebuffers(1, &wide_framebuffer_);
  glGenVertexArrays(1, &vertex_array_);
  vertex_shader_ = compile(GL_VERTEX_SHADER, preamble(es_) + kVertexShader, why_not);
  return vertex_shader_ != 0 && draws_floats(why_not);
}

bool Device::draws_floats(std::string* why_not) {
  constexpr float kTried[4] = {12345.678f, -1e-20f, 3e30f, 0.1f};
  const float one[16] = {1};
  while (glGetError() != GL_NO_ERROR) {
  }
  const Texture target = texture(1, 1), a = texture(1, 1), w = texture(1, 1);
  attach(target);
  if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
    *why_not = "this GPU cannot draw into float textures (EXT_color_buffer_float)";
    return false;
  }
  upload(a, one);
  upload(w, kTried);
  run({.shader = "product", .inputs = {{"a", &a}, {"w", &w}}, .ints = {{"rows", 1}, {"depth", 1}, {"parts", 1}, {"a_batch_rows", 0}}},
      target);
  float got[4] = {};
  read(target, got);
  const bool exact = std::equal(got, got + 4, kTried, [](float x, float y) { return std::abs(x - y) <= 1e-6f * std::abs(y); });
  if (!healthy())
    *why_not = error_.empty() ? "the graphics driver failed a first computation" : error_;
  else if (!exact)
    *why_not = "this GPU does not compute in full 32-bit precision";
  else
    return true;
  return false;
}

Device::~Device() {
  for (Texture& texture : stock_) {
    if (const GLuint id = texture.id(); !abandoned_) glDeleteTextures(1, &id);
  }
  if (abandoned_) return;
  for (const auto& [key, program] : programs_) glDeleteProgram(program.id);
  glDeleteShader(vertex_shader_);
  glDeleteFramebuffers(1, &framebuffer_);
  glDeleteFramebuffers(1, &wide_framebuffer_);
  glDeleteVertexArrays(1, &vertex_array_);
}

bool Device::usable() const { return !abandoned_ && has_context() && !programs_.empty() && seems_usable(programs_.begin()->second.id); }

bool Device::alive() const { return usable() && glIsProgram(programs_.begin()->second.id) && glIsShader(vertex_shader_); }

void Device::abandon() { abandoned_ = true; }

Texture Device::texture(int width, int height, Format format) {
  CHECK(width >= 1 && height >= 1 && width <= max_size_ && height <= max_size_, "texture of ", width, " x ", height);
  for (Texture& spare : stock_) {
    if (spare.width() != width || spare.height() != height || spare.format() != format) continue;
    const GLuint id = spare.id();
    stock_texels_ -= long{width} * height;
    stock_.erase(stock_.begin() + (&spare - stock_.data()));
    return Texture(this, id, width, height, format);
  }
  GLuint id = 0;
  glGenTextures(1, &id);
  glBindTexture(GL_TEXTURE_2D, id);
  if (format == Format::floats) {
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32F, width, height, 0, GL_RGBA, GL_FLOAT, nullptr);
  } else {
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
  }
  for (const GLenum name : {GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER}) glTexParameteri(GL_TEXTURE_2D, name, GL_NEAREST);
  for (const GLenum name : {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T}) glTexParameteri(GL_TEXTURE_2D, name, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
  return Texture(this, id, width, height, format);
}

void Device::give_back(const Texture& texture) {
  if (abandoned_) return;
  stock_.push_back(Texture(nullptr, texture.id(), texture.width(), texture.height(), texture.format()));
  stock_texels_ += long{texture.width()} * texture.height();
  while (stock_.size() > kStockSize || stock_texels_ > kStockTexels) {
    const GLuint oldest = stock_.front().id();
    stock_texels_ -= long{stock_.front().width()} * stock_.front().height();
    glDeleteTextures(1, &oldest);
    stock_.erase(stock_.begin());
  }
}

void Device::upload(const Texture& target, const void* texels) {
  glBindTexture(GL_TEXTURE_2D, target.id());
  const GLenum type = target.format() == Format::floats ? GL_FLOAT : GL_UNSIGNED_BYTE;
  glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, target.width(), target.height(), GL_RGBA, type, texels);
}

Device::Program* Device::program(const Pass& pass) {
  std::string key(pass.shader);
  for (const std::string& define : pass.defines) key += "\n#define " + define;
  if (const auto found = programs_.find(key); found != programs_.end()) return &found->second;

  const std::string_view text = shader_text(pass.shader);
  CHECK(!text.empty(), "no shader is named ", pass.shader);
  std::string source = preamble(es_) + key.substr(pass.shader.size()) + "\n";
  source.append(shader_text("common")).append(text);
  const GLuint fragment = compile(GL_FRAGMENT_SHADER, source, &error_);
  if (fragment == 0) return nullptr;
  const GLuint id = glCreateProgram();
  glAttachShader(id, vertex_shader_);
  glAttachShader(id, fragment);
  glLinkProgram(id);
  glDeleteShader(fragment);
  GLint linked = 0;
  glGetProgramiv(id, GL_LINK_STATUS, &linked);
  if (!linked) {
    char log[1024] = "";
    glGetProgramInfoLog(id, sizeof log, nullptr, log);
    error_ = log;
    glDeleteProgram(id);
    return nullptr;
  }
  return &programs_.emplace(key, Program{id, {}}).first->second;
}

int Device::location(Program* program, std::string_view uniform) {
  if (const auto found = program->locations.find(uniform); found != program->locations.end()) return found->second;
  const std::string name(uniform);
  const int at = glGetUniformLocation(program->id, name.c_str());
  program->locations.emplace(name, at);
  return at;
}

void Device::attach(const Texture& texture) {
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture.id(), 0);
}

bool Device::prepare(const Pass& pass) {
  CHECK(pass.inputs.size() <= StateGuard::kUnits, pass.shader, " has ", pass.inputs.size(), " samplers");
  Program* const program = this->program(pass);
  if (program == nullptr) {
    failed_ = true;
    return false;
  }
  glUseProgram(program->id);
  int unit = 0;
  for (const auto& [name, texture] : pass.inputs) {
    glActiveTexture(GL_TEXTURE0 + unit);
    glBindTexture(GL_TEXTURE_2D, texture->id());
    glUniform1i(location(program, name), unit++);
  }
  for (const auto& [name, value] : pass.ints) glUniform1i(location(program, name), value);
  for (const auto& [name, value] : pass.floats) glUniform1f(location(program, name), value);
  return true;
}

void Device::draw(int width, int first_row, int rows) {
  glViewport(0, first_row, width, rows);
  glBindVertexArray(vertex_array_);
  glDrawArrays(GL_TRIANGLES, 0, 3);
}

void Device::run(const Pass& pass, const Texture& target, int first_row, int rows) {
  if (!prepare(pass)) return;
  attach(target);
  draw(target.width(), first_row, rows);
  drawn_ = target.id();
}

void Device::run(const Pass& pass, const std::array<Texture, kOutputs>& targets) {
  if (!prepare(pass)) return;
  glBindFramebuffer(GL_FRAMEBUFFER, wide_framebuffer_);
  std::array<GLenum, kOutputs> outputs;
  for (GLenum i = 0; i < kOutputs; ++i) {
    outputs[i] = GL_COLOR_ATTACHMENT0 + i;
    glFramebufferTexture2D(GL_FRAMEBUFFER, outputs[i], GL_TEXTURE_2D, targets[i].id(), 0);
  }
  glDrawBuffers(kOutputs, outputs.data());
  draw(targets[0].width(), 0, targets[0].height());
  drawn_ = targets[0].id();
}

void Device::read(const Texture& source, float* texels) {
  attach(source);
  glReadPixels(0, 0, source.width(), source.height(), GL_RGBA, GL_FLOAT, texels);
}

void Device::read(std::span<const Reading> asked) {
  // What was drawn last comes first. In any other order ANGLE complains of many copies; a guess: its drawing stays open beside them.
  std::vector<Reading> all(asked.begin(), asked.end());
  std::stable_partition(all.begin(), all.end(), [&](const Reading& one) { return one.source->id() == drawn_; });
  if (all.size() == 1) return read(*all[0].source, all[0].texels);
  const auto floats = [](const Reading& one) { return std::size_t{4} * one.source->width() * one.source->height(); };
  std::size_t count = 0;
  for (const Reading& one : all) count += floats(one);
  if (count == 0) return;
  GLuint buffer = 0;
  glGenBuffers(1, &buffer);
  glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer);
  glBufferData(GL_PIXEL_PACK_BUFFER, static_cast<GLsizeiptr>(count * sizeof(float)), nullptr, GL_STREAM_READ);
  std::size_t at = 0;
  for (const Reading& one : all) {
    read(*one.source, reinterpret_cast<float*>(at * sizeof(float)));  // an offset in the buffer
    at += floats(one);
  }
  std::vector<float> packed(count);
  read_packed(count * sizeof(float), packed.data());
  glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
  glDeleteBuffers(1, &buffer);
  const float* from = packed.data();
  for (const Reading& one : all) {
    std::copy_n(from, floats(one), one.texels);
    from += floats(one);
  }
}

bool Device::healthy() {
  bool good = !failed_ && !context_lost();
  while (!context_lost() && glGetError() != GL_NO_ERROR) good = false;
  failed_ = false;
  return good;
}

}  // namespace attn::compute
