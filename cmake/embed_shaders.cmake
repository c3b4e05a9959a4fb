# cmake -D OUTPUT=file.cpp -D SHADERS=a.glsl;b.frag -P embed_shaders.cmake: writes the C++ file that defines attn::compute::shader_text, with
# the text of each shader, less its comments and indentation, under its file name without the ending.
set(rows "")
foreach(shader IN LISTS SHADERS)
  get_filename_component(name "${shader}" NAME_WE)
  file(READ "${shader}" text)
  string(REGEX REPLACE "[ \t]*//[^\n]*" "" text "${text}")
  string(REGEX REPLACE "\n[ \t\n]+" "\n" text "${text}")
  string(APPEND rows "    {\"${name}\", R\"glsl(${text})glsl\"},\n")
endforeach()
file(WRITE "${OUTPUT}" "// Made by cmake/embed_shaders.cmake from shaders/.
#include \"compute/gl_device.h\"

namespace attn::compute {
namespace {

struct Shader {
  std::string_view name, text;
};
constexpr Shader kShaders[] = {
${rows}};

}  // namespace

std::string_view shader_text(std::string_view name) {
  for (const Shader& shader : kShaders) {
    if (shader.name == name) return shader.text;
  }
  return {};
}

}  // namespace attn::compute
")
