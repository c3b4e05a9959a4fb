#include "window/clouds_gl.h"

#include <imgui.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "canvas/imgui_fonts.h"
#include "compute/gl_platform.h"

namespace attn::window {
namespace {

using canvas::Cloud;

constexpr int kFramesKept = 120;

// A tie is a line with round ends, and a node is one without length. `at` goes from the middle of the line along and across it, and `line`
// is half of its length and width, in pixels of the framebuffer. What is less than a pixel wide is one pixel wide and fainter. The place p
// is the pixel place.xy * p + place.zw; `size` has half of the width at 0, what is added to it at 1, and the factors from pixels to clip
// space.
constexpr char kVertex[] = R"(
layout(location = 0) in vec2 a;
layout(location = 1) in vec2 b;
layout(location = 2) in vec4 color;
layout(location = 3) in float width;
uniform vec4 place;
uniform vec4 size;
out vec4 tint;
out vec2 at;
out vec2 line;
void main() {
  vec2 from = place.xy * a + place.zw, way = place.xy * (b - a);
  float reach = length(way);
  vec2 along = reach > 0.0 ? way / reach : vec2(1, 0);
  float half_width = size.x + size.y * width;
  line = vec2(0.5 * reach, max(half_width, 0.5));
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1 & 1) * 2.0 - 1.0;
  at = corner * (vec2(line.x, 0) + line.y + 0.5);
  vec2 pixel = from + 0.5 * way + at.x * along + at.y * vec2(-along.y, along.x);
  gl_Position = vec4(pixel * size.zw + vec2(-1, 1), 0, 1);
  tint = vec4(color.rgb, color.a * min(2.0 * half_width, 1.0));
}
)";
constexpr char kFragment[] = R"(
in vec4 tint;
in vec2 at;
in vec2 line;
uniform float opacity;
out vec4 color;
void main() {
  float past = length(vec2(max(abs(at.x) - line.x, 0.0), at.y)) - line.y;
  color = vec4(tint.rgb, tint.a * opacity * clamp(0.5 - past, 0.0, 1.0));
}
)";

GLuint compiled(GLenum kind, std::string_view body) {
  const bool es = std::string_view(reinterpret_cast<const char*>(glGetString(GL_VERSION))).starts_with("OpenGL ES");
  const std::string text = std::string(es ? "#version 300 es\nprecision highp float;\n" : "#version 330 core\n").append(body);
  const GLuint shader = glCreateShader(kind);
  const char* const source = text.c_str();
  glShaderSource(shader, 1, &source, nullptr);
  glCompileShader(shader);
  return shader;
}

/// 0 where the context refuses it.
GLuint linked() {
  const GLuint program = glCreateProgram();
  for (const GLuint shader : {compiled(GL_VERTEX_SHADER, kVertex), compiled(GL_FRAGMENT_SHADER, kFragment)}) {
    glAttachShader(program, shader);
    glDeleteShader(shader);  // when the program is
  }
  glLinkProgram(program);
  GLint good = 0;
  glGetProgramiv(program, GL_LINK_STATUS, &good);
  if (good) return program;
  glDeleteProgram(program);
  return 0;
}

/// A corner of a tie or node. Its number among the four says which.
struct Vertex {
  canvas::Point a, b;
  ImU32 color;
  float width;
};
constexpr int kCorners = 4, kIndices = 6;

/// Puts `count` ties or nodes, from place `first` on, into the bound buffers of vertices and indices, a thousand at a time. `corner(i)` is
/// what the corners of the i-th one have in common.
template <class Corner>
void send(size_t first, size_t count, const Corner& corner) {
  constexpr size_t kAtOnce = 1024;
  std::vector<Vertex> vertices;
  std::vector<GLuint> indices;
  const auto put = [](GLenum target, size_t place, const auto& all, size_t each) {
    constexpr size_t size = sizeof(all[0]);
    glBufferSubData(target, static_cast<GLintptr>(place * each * size), static_cast<GLsizeiptr>(all.size() * size), all.data());
  };
  for (size_t from = 0; from < count; from += kAtOnce) {
    vertices.clear(), indices.clear();
    for (size_t i = from; i < std::min(count, from + kAtOnce); ++i) {
      vertices.insert(vertices.end(), kCorners, corner(i));
      for (const int k : {0, 1, 2, 2, 1, 3}) indices.push_back(static_cast<GLuint>((first + i) * kCorners) + static_cast<GLuint>(k));
    }
    put(GL_ARRAY_BUFFER, first + from, vertices, kCorners);
    put(GL_ELEMENT_ARRAY_BUFFER, first + from, indices, kIndices);
  }
}

void draw_range(size_t first, size_t end) {
  glDrawElements(GL_TRIANGLES, static_cast<GLsizei>(kIndices * (end - first)), GL_UNSIGNED_INT,
                 reinterpret_cast<const void*>(first * kIndices * sizeof(GLuint)));
}

}  // namespace

/// What a frame's command needs to draw a cloud.
struct Clouds::Seen {
  Clouds* clouds;
  const Cloud* cloud;
  canvas::CloudView view;
  float opacity;
};

Clouds::Clouds() { canvas::set_cloud_keeper(this); }

Clouds::~Clouds() {
  if (canvas::cloud_keeper() == this) canvas::set_cloud_keeper(nullptr);
  for (const Kept& kept : kept_) release(kept);
  glDeleteProgram(program_);
}

bool Clouds::has_shaders() {
  if (std::exchange(tried_, true)) return program_ != 0;
  program_ = linked();
  if (program_ == 0) return false;
  place_ = glGetUniformLocation(program_, "place");
  size_ = glGetUniformLocation(program_, "size");
  opacity_ = glGetUniformLocation(program_, "opacity");
  return true;
}

void Clouds::release(const Kept& kept) {
  glDeleteVertexArrays(1, &kept.vertex_array);
  glDeleteBuffers(2, kept.buffers);
}

void Clouds::collect() {
  const int now = ImGui::GetFrameCount();
  std::erase_if(kept_, [now](const Kept& kept) {
    const bool idle = now - kept.last_used > kFramesKept;
    if (idle) release(kept);
    return idle;
  });
}

Clouds::Kept& Clouds::kept(const std::shared_ptr<const Cloud>& cloud) {
  const auto known = std::find_if(kept_.begin(), kept_.end(), [&](const Kept& kept) { return kept.cloud == cloud; });
  return known == kept_.end() ? kept_.emplace_back(Kept{cloud}) : *known;
}

void Clouds::send_to_gpu(Kept* kept) {
  glGenVertexArrays(1, &kept->vertex_array);
  glGenBuffers(2, kept->buffers);
  glBindVertexArray(kept->vertex_array);
  glBindBuffer(GL_ARRAY_BUFFER, kept->buffers[0]);
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, kept->buffers[1]);
  const auto& [ties, nodes, parts] = *kept->cloud;
  const size_t all = ties.size() + nodes.size();
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(all * kCorners * sizeof(Vertex)), nullptr, GL_STATIC_DRAW);
  glBufferData(GL_ELEMENT_ARRAY_BUFFER, static_cast<GLsizeiptr>(all * kIndices * sizeof(GLuint)), nullptr, GL_STATIC_DRAW);
  send(0, ties.size(), [&](size_t i) {
    const canvas::Segment& tie = ties[i];
    return Vertex{tie.a, tie.b, canvas::to_imgui(tie.color), tie.width};
  });
  send(ties.size(), nodes.size(), [&](size_t i) {
    const Cloud::Node& node = nodes[i];
    return Vertex{node.at, node.at, canvas::to_imgui(node.color), node.radius};
  });
  const auto member = [](GLuint place, GLint numbers, GLenum type, size_t offset) {
    glEnableVertexAttribArray(place);
    glVertexAttribPointer(place, numbers, type, type == GL_UNSIGNED_BYTE, sizeof(Vertex), reinterpret_cast<const void*>(offset));
  };
  member(0, 2, GL_FLOAT, offsetof(Vertex, a));
  member(1, 2, GL_FLOAT, offsetof(Vertex, b));
  member(2, 4, GL_UNSIGNED_BYTE, offsetof(Vertex, color));
  member(3, 1, GL_FLOAT, offsetof(Vertex, width));
}

bool Clouds::draw(ImDrawList& list, const std::shared_ptr<const Cloud>& cloud, const canvas::CloudView& view, float opacity) {
  if (!has_shaders()) return false;
  kept(cloud).last_used = ImGui::GetFrameCount();
  Seen seen{this, cloud.get(), view, opacity};
  list.AddCallback(
      [](const ImDrawList*, const ImDrawCmd* command) {
        const Seen& drawn = *static_cast<const Seen*>(command->UserCallbackData);
        drawn.clouds->render(drawn, command->ClipRect);
      },
      &seen, sizeof(seen));
  list.AddCallback(ImDrawCallback_ResetRenderState, nullptr);
  return true;
}

void Clouds::render(const Seen& seen, const ImVec4& clip) {
  const auto kept = std::find_if(kept_.begin(), kept_.end(), [&](const Kept& kept) { return kept.cloud.get() == seen.cloud; });
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const float scale = ImGui::GetIO().DisplayFramebufferScale.x, width = scale * display.x, height = scale * display.y;
  const auto pixels = [scale](float v) { return static_cast<GLint>(scale * v); };
  glScissor(pixels(clip.x), static_cast<GLint>(height - scale * clip.w), pixels(clip.z - clip.x), pixels(clip.w - clip.y));
  if (kept->vertex_array == 0) send_to_gpu(&*kept);
  glBindVertexArray(kept->vertex_array);
  glUseProgram(program_);
  const canvas::CloudView& view = seen.view;
  const auto sizes = [&](float least, float more) { glUniform4f(size_, scale * least, scale * more, 2 / width, -2 / height); };
  glUniform4f(place_, scale * view.unit.x, scale * view.unit.y, scale * view.origin.x, scale * view.origin.y);
  glUniform1f(opacity_, seen.opacity);
  const size_t ties = seen.cloud->ties.size();
  sizes(0.5f * view.thin, 0.5f * (view.thick - view.thin));
  canvas::for_parts_in_view(*seen.cloud, view, &Cloud::Part::ties_end, [](size_t first, size_t end) { draw_range(first, end); });
  sizes(0, view.radius);
  canvas::for_parts_in_view(*seen.cloud, view, &Cloud::Part::nodes_end,
                            [ties](size_t first, size_t end) { draw_range(ties + first, ties + end); });
}

}  // namespace attn::window
