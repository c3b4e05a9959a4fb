#include "reader/formula_images_native.h"

#include <cairo.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <sstream>
#include <utility>
#include <vector>

#include "compute/gl_platform.h"

namespace attn::reader {
namespace {

std::string key_of(const std::string& lesson, std::string_view latex, bool display) {
  std::string key = lesson + (display ? "\tdisplay\t" : "\tinline\t");
  bool space = true;  // leading spaces are dropped, and several become one
  for (const char c : latex) {
    const bool blank = c == ' ' || c == '\n' || c == '\t' || c == '\r';
    if (!blank) key += c;
    if (blank && !space) key += ' ';
    space = blank;
  }
  while (key.back() == ' ') key.pop_back();
  return key;
}

canvas::Role role_of(char mark) {
  switch (mark) {
    case 'q':
      return canvas::Role::kQuery;
    case 'k':
      return canvas::Role::kKey;
    case 'v':
      return canvas::Role::kValue;
    case 'o':
      return canvas::Role::kOutput;
    default:
      return canvas::Role::kInk;
  }
}

/// Reads shapes and fills them, with an em of `em` pixels and the baseline at the origin.
class Filler {
 public:
  Filler(cairo_t* drawing, std::string_view shapes, double em) : drawing_(drawing), text_(shapes), scale_(em / 1000) {}

  void fill(const canvas::Theme& theme) {
    while (skip_spaces(), !text_.empty()) {
      const canvas::Color color = theme.of(role_of(take()));
      while (!text_.empty() && is_command(text_.front())) add(take());
      cairo_set_source_rgb(drawing_, static_cast<double>(color.r), static_cast<double>(color.g), static_cast<double>(color.b));
      cairo_fill(drawing_);
    }
  }

 private:
  static bool is_command(char c) { return c == 'M' || c == 'L' || c == 'Q' || c == 'Z'; }
  char take() {
    const char c = text_.front();
    text_.remove_prefix(1);
    return c;
  }
  void skip_spaces() {
    while (!text_.empty() && text_.front() == ' ') text_.remove_prefix(1);
  }
  double number() {
    skip_spaces();
    int value = 0;
    const auto read = std::from_chars(text_.data(), text_.data() + text_.size(), value);
    text_.remove_prefix(static_cast<size_t>(read.ptr - text_.data()));
    return value * scale_;
  }
  void add(char command) {
    if (command == 'Z') return cairo_close_path(drawing_);
    const double x = number(), y = number();
    if (command == 'M') return cairo_move_to(drawing_, x, y);
    if (command == 'L') return cairo_line_to(drawing_, x, y);
    const double end_x = number(), end_y = number();
    double from_x = 0, from_y = 0;  // a quadratic curve is drawn as a cubic one
    cairo_get_current_point(drawing_, &from_x, &from_y);
    cairo_curve_to(drawing_, from_x + 2.0 / 3 * (x - from_x), from_y + 2.0 / 3 * (y - from_y), end_x + 2.0 / 3 * (x - end_x),
                   end_y + 2.0 / 3 * (y - end_y), end_x, end_y);
  }

  cairo_t* drawing_;
  std::string_view text_;
  double scale_;
};

/// Converts cairo's premultiplied pixels to r, g, b, a bytes that are not premultiplied.
std::vector<std::uint8_t> straight_pixels(cairo_surface_t* picture, int width, int height) {
  cairo_surface_flush(picture);
  const unsigned char* data = cairo_image_surface_get_data(picture);
  const int stride = cairo_image_surface_get_stride(picture);
  std::vector<std::uint8_t> rgba;
  rgba.reserve(static_cast<size_t>(width) * static_cast<size_t>(height) * 4);
  for (int y = 0; y < height; ++y) {
    const auto* row = reinterpret_cast<const std::uint32_t*>(data + static_cast<std::ptrdiff_t>(y) * stride);
    for (int x = 0; x < width; ++x) {
      const std::uint32_t alpha = row[x] >> 24;
      for (const int shift : {16, 8, 0})
        rgba.push_back(alpha == 0 ? 0 : static_cast<std::uint8_t>(((row[x] >> shift & 255) * 255 + alpha / 2) / alpha));
      rgba.push_back(static_cast<std::uint8_t>(alpha));
    }
  }
  return rgba;
}

unsigned upload(const std::vector<std::uint8_t>& rgba, int width, int height) {
  GLuint texture = 0;
  glGenTextures(1, &texture);
  glBindTexture(GL_TEXTURE_2D, texture);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, rgba.data());
  return texture;
}

FormulaImages::Image make_image(const FormulaImages::Formula& formula, float em, const canvas::Theme& theme) {
  constexpr int kMargin = 2;
  const auto pixels = [em](float ems) { return static_cast<int>(std::ceil(ems * em)); };
  FormulaImages::Image image;
  image.left = kMargin;
  image.baseline = kMargin + pixels(formula.height - formula.depth);
  image.width = pixels(formula.width) + 2 * kMargin;
  image.height = image.baseline + std::max(0, pixels(formula.depth)) + kMargin;
  cairo_surface_t* picture = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, image.width, image.height);
  if (cairo_surface_status(picture) == CAIRO_STATUS_SUCCESS) {
    cairo_t* drawing = cairo_create(picture);
    cairo_set_antialias(drawing, CAIRO_ANTIALIAS_BEST);
    cairo_translate(drawing, image.left, image.baseline);
    Filler(drawing, formula.shapes, static_cast<double>(em)).fill(theme);
    cairo_destroy(drawing);
    image.texture = upload(straight_pixels(picture, image.width, image.height), image.width, image.height);
  }
  cairo_surface_destroy(picture);
  return image;
}

std::vector<FormulaImages::Symbol> read_symbols(const std::string& text) {
  constexpr float kEm = 1000;
  std::vector<FormulaImages::Symbol> symbols;
  std::istringstream fields(text);
  float x = 0, y = 0, width = 0, height = 0;
  for (std::string names; fields >> x >> y >> width >> height >> names;) {
    FormulaImages::Symbol symbol{{x / kEm, y / kEm, width / kEm, height / kEm}, {}};
    std::istringstream list(names);
    for (std::string name; std::getline(list, name, '|');) symbol.names.push_back(name);
    symbols.push_back(std::move(symbol));
  }
  return symbols;
}

}  // namespace

FormulaImages::FormulaImages(const std::string& folder) {
  std::ifstream table(folder + "/formulas.tsv");
  for (std::string line; std::getline(table, line);) {
    std::istringstream fields(line);
    Formula formula;
    std::string symbols, key;
    const bool measured = fields >> formula.width >> formula.height >> formula.depth && fields.ignore();
    if (!measured || !std::getline(fields, formula.shapes, '\t') || !std::getline(fields, symbols, '\t') || !std::getline(fields, key))
      continue;
    formula.symbols = read_symbols(symbols);
    formulas_.emplace(std::move(key), std::move(formula));
  }
}

FormulaImages::~FormulaImages() {
  for (const auto& [name, kept] : images_) glDeleteTextures(1, &kept.image.texture);
}

const FormulaImages::Formula* FormulaImages::find(std::string_view latex, bool display) const {
  const auto found = formulas_.find(key_of(lesson_, latex, display));
  return found == formulas_.end() ? nullptr : &found->second;
}

FormulaImages::Image FormulaImages::image(const Formula& formula, float pixels_per_em, const canvas::Theme& theme) {
  const long size = std::lround(100 * pixels_per_em);
  std::ostringstream key;
  key << &formula << ' ' << size << (theme.dark() ? " dark" : " light");
  const auto [entry, is_new] = images_.try_emplace(key.str());
  if (is_new) entry->second.image = make_image(formula, pixels_per_em, theme);
  entry->second.used = frame_;
  return entry->second.image;
}

void FormulaImages::begin_frame() {
  constexpr size_t kMany = 300;
  if (images_.size() > kMany)
    for (auto at = images_.begin(); at != images_.end();) {
      const bool old = at->second.used + 1 < frame_;
      if (old) glDeleteTextures(1, &at->second.image.texture);
      at = old ? images_.erase(at) : std::next(at);
    }
  ++frame_;
}

}  // namespace attn::reader
