#include "reader/formula_images_native.h"

#include <array>
#include <cmath>
#include <fstream>
#include <sstream>
#include <utility>

#include "compute/gl_platform.h"
#include "reader/png_native.h"

namespace attn::reader {
namespace {

std::string key_of(std::string_view latex, bool display) {
  std::string key = display ? "display\t" : "inline\t";
  bool space = true;  // leading space is dropped, runs of it become one
  for (const char c : latex) {
    const bool blank = c == ' ' || c == '\n' || c == '\t' || c == '\r';
    if (!blank) key += c;
    if (blank && !space) key += ' ';
    space = blank;
  }
  while (key.back() == ' ') key.pop_back();
  return key;
}

/// The role that a colour of tools/formulas.mjs stands for.
canvas::Role role_of(int r, int g, int b) {
  struct Mark {
    int r, g, b;
    canvas::Role role;
  };
  constexpr std::array<Mark, 5> kMarks = {{{0, 0, 0, canvas::Role::kInk},
                                           {0, 0, 255, canvas::Role::kQuery},
                                           {255, 0, 0, canvas::Role::kKey},
                                           {0, 255, 0, canvas::Role::kValue},
                                           {255, 0, 255, canvas::Role::kOutput}}};
  const auto distance = [&](const Mark& m) { return std::abs(m.r - r) + std::abs(m.g - g) + std::abs(m.b - b); };
  const Mark* nearest = &kMarks[0];
  for (const Mark& mark : kMarks)
    if (distance(mark) < distance(*nearest)) nearest = &mark;
  return nearest->role;
}

void paint(Image* image, const canvas::Theme& theme) {
  for (size_t i = 0; i < image->rgba.size(); i += 4) {
    std::uint8_t* p = &image->rgba[i];
    const canvas::Color color = theme.of(role_of(p[0], p[1], p[2]));
    const std::array<float, 3> channels = {color.r, color.g, color.b};
    for (size_t c = 0; c < 3; ++c) p[c] = static_cast<std::uint8_t>(std::lround(255 * channels[c]));
  }
}

unsigned upload(const Image& image) {
  GLuint texture = 0;
  glGenTextures(1, &texture);
  glBindTexture(GL_TEXTURE_2D, texture);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, image.width, image.height, 0, GL_RGBA, GL_UNSIGNED_BYTE, image.rgba.data());
  glGenerateMipmap(GL_TEXTURE_2D);
  return texture;
}

}  // namespace

FormulaImages::FormulaImages(std::string folder) : folder_(std::move(folder)) {
  std::ifstream table(folder_ + "/formulas.tsv");
  for (std::string line; std::getline(table, line);) {
    std::istringstream fields(line);
    Formula formula;
    std::string key;
    if (fields >> formula.file >> formula.width >> formula.height >> formula.depth && fields.ignore() && std::getline(fields, key))
      formulas_.emplace(std::move(key), std::move(formula));
  }
}

FormulaImages::~FormulaImages() {
  for (const auto& [name, texture] : textures_) glDeleteTextures(1, &texture);
}

const FormulaImages::Formula* FormulaImages::find(std::string_view latex, bool display) const {
  const auto found = formulas_.find(key_of(latex, display));
  return found == formulas_.end() ? nullptr : &found->second;
}

unsigned FormulaImages::texture(const Formula& formula, const canvas::Theme& theme) {
  const auto [entry, is_new] = textures_.try_emplace(formula.file + (theme.dark() ? " dark" : " light"), 0u);
  if (!is_new) return entry->second;
  Image image;
  if (!read_png(folder_ + "/" + formula.file, &image).empty()) return 0;
  paint(&image, theme);
  return entry->second = upload(image);
}

}  // namespace attn::reader
