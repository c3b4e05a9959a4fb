// What kernels need of a GPU, on OpenGL 3.3 / ES 3.0 / WebGL2: programs from shaders/kernels, float textures, and passes that fill a
// texture with one full-screen triangle.
//
// All calls need the current context to be the one the device was created in. While a StateGuard lives, passes may change OpenGL's
// state freely. The device knows nothing of attention.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace attn::compute {

class Device;

enum class Format {
  floats,  ///< RGBA32F; can be drawn into
  bytes,   ///< RGBA8
};

/// A two-dimensional texture of four-component texels, lent by a device; at the end of its life it goes back to the device's stock.
class Texture {
 public:
  Texture() = default;
  Texture(Device* device, unsigned id, int width, int height, Format format)
      : device_(device), id_(id), width_(width), height_(height), format_(format) {}
  Texture(Texture&& other) noexcept { *this = std::move(other); }
  Texture& operator=(Texture&& other) noexcept;
  ~Texture();

  unsigned id() const { return id_; }
  int width() const { return width_; }
  int height() const { return height_; }
  Format format() const { return format_; }

 private:
  Device* device_ = nullptr;
  unsigned id_ = 0;
  int width_ = 0, height_ = 0;
  Format format_ = Format::floats;
};

/// One drawing: `shader` is the name of a file in shaders/kernels without its ending; `defines` are lines "NAME" or "NAME value".
struct Pass {
  std::string_view shader;
  std::vector<std::string> defines = {};
  std::vector<std::pair<std::string_view, const Texture*>> inputs = {};  ///< at most StateGuard::kUnits
  std::vector<std::pair<std::string_view, int>> ints = {};
  std::vector<std::pair<std::string_view, float>> floats = {};
};

class Device {
 public:
  /// Null, with the reason, unless the current context is OpenGL 3.3, ES 3.0 or WebGL2 or newer and can draw into float textures. That it
  /// really can, and in full precision, is tried out.
  static std::unique_ptr<Device> create(std::string* why_not);
  /// Deletes the GL objects: needs the context, unless abandon() was called.
  ~Device();
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  /// Whether the context is the one this device was made in and still works.
  bool alive() const;
  /// The same, quickly: in a browser it does not notice that a lost context came back without this device's objects.
  bool usable() const;
  /// The context is gone and its objects with it: forget them without a call of OpenGL.
  void abandon();

  /// Longest side of a texture, at least 2048.
  int max_size() const { return max_size_; }
  /// Contents undefined. Sides in 1 ... max_size().
  Texture texture(int width, int height, Format format = Format::floats);
  /// `texels` holds width * height * 4 floats, or bytes.
  void upload(const Texture& target, const void* texels);
  /// Fills all of `target` (floats), or only `rows` of its rows from `first_row` on.
  void run(const Pass& pass, const Texture& target) { run(pass, target, 0, target.height()); }
  void run(const Pass& pass, const Texture& target, int first_row, int rows);
  /// Fills textures of one size, as many as the shader has outputs, which are kOutputs.
  static constexpr int kOutputs = 4;
  void run(const Pass& pass, const std::array<Texture, kOutputs>& targets);
  /// Writes width * height * 4 floats.
  void read(const Texture& source, float* texels);
  /// The same for many, which wait for the GPU once: it packs them into one buffer.
  struct Reading {
    const Texture* source;
    float* texels;
  };
  void read(std::span<const Reading> all);
  /// Whether everything since the last question went well: no GL error (memory, say), context not lost.
  bool healthy();

 private:
  friend class Texture;
  struct Program {
    unsigned id = 0;
    std::map<std::string, int, std::less<>> locations;
  };

  Device() = default;
  bool start(std::string* why_not);
  bool draws_floats(std::string* why_not);
  Program* program(const Pass& pass);
  int location(Program* program, std::string_view uniform);
  /// Makes the pass ready to be drawn; false where its program cannot be made.
  bool prepare(const Pass& pass);
  void draw(int width, int first_row, int rows);
  void attach(const Texture& texture);
  void give_back(const Texture& texture);

  std::map<std::string, Program, std::less<>> programs_;
  std::vector<Texture> stock_;  ///< textures to lend again; what lies here belongs to no one
  long stock_texels_ = 0;
  unsigned framebuffer_ = 0, wide_framebuffer_ = 0, vertex_array_ = 0, vertex_shader_ = 0;
  unsigned drawn_ = 0;  ///< the texture that was drawn into last
  int max_size_ = 0;
  bool es_ = false;
  bool failed_ = false;
  bool abandoned_ = false;
  std::string error_;
};

/// Text of shaders/common.glsl ("common") or shaders/kernels/<name>.frag, built into the program; empty for an unknown name.
std::string_view shader_text(std::string_view name);

}  // namespace attn::compute
