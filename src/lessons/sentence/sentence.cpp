#include "lessons/sentence/sentence.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "base/text.h"

namespace attn::lessons::sentence {
namespace {

struct Range {
  char32_t first, last;
};

template <size_t N>
bool in(const Range (&ranges)[N], char32_t c) {
  return std::any_of(std::begin(ranges), std::end(ranges), [c](const Range& r) { return c >= r.first && c <= r.last; });
}

constexpr Range kSpaces[] = {{0, ' '},         {0x7f, 0xa0},     {0x1680, 0x1680}, {0x2000, 0x200b},
                             {0x2028, 0x202f}, {0x205f, 0x2060}, {0x3000, 0x3000}, {0xfeff, 0xfeff}};

constexpr Range kPunctuation[] = {
    {'!', '/'},       {':', '@'},       {'[', '`'},       {'{', '~'},       {0xa1, 0xa9},     {0xab, 0xb1},     {0xb4, 0xb4},
    {0xb6, 0xb8},     {0xbb, 0xbb},     {0xbf, 0xbf},     {0x589, 0x58a},   {0x5be, 0x5be},   {0x60c, 0x60d},   {0x61b, 0x61b},
    {0x61f, 0x61f},   {0x66a, 0x66d},   {0x6d4, 0x6d4},   {0x964, 0x965},   {0xe2f, 0xe2f},   {0x104a, 0x104f}, {0x1361, 0x1368},
    {0x2010, 0x2027}, {0x2030, 0x205e}, {0x20a0, 0x20bf}, {0x2190, 0x22ff}, {0x3001, 0x3004}, {0x3008, 0x3020}, {0x3030, 0x3030},
    {0x30fb, 0x30fb}, {0xff01, 0xff0f}, {0xff1a, 0xff20}, {0xff3b, 0xff40}, {0xff5b, 0xff65}};

/// Characters that are tokens of their own: those of scripts without spaces between words, and pictures.
constexpr Range kAlone[] = {{0x2600, 0x27bf}, {0x2e80, 0x2fdf},   {0x3005, 0x3007},   {0x3041, 0x3096},  {0x309d, 0x309f}, {0x30a1, 0x30fa},
                            {0x30fc, 0x30ff}, {0x3105, 0x312f},   {0x31f0, 0x31ff},   {0x3400, 0x4dbf},  {0x4e00, 0x9fff}, {0xf900, 0xfaff},
                            {0xff66, 0xff9f}, {0x1f000, 0x1f3fa}, {0x1f400, 0x1faff}, {0x20000, 0x3ffff}};

/// Marks, variation selectors, skin tones: they belong to the character before them.
constexpr Range kMarks[] = {{0x300, 0x36f},   {0x483, 0x489},   {0x591, 0x5bd},   {0x5bf, 0x5c7},   {0x610, 0x61a},   {0x64b, 0x65f},
                            {0x670, 0x670},   {0x6d6, 0x6ed},   {0x8d3, 0x903},   {0x93a, 0x94f},   {0x1ab0, 0x1aff}, {0x1dc0, 0x1dff},
                            {0x200c, 0x200f}, {0x20d0, 0x20ff}, {0x3099, 0x309a}, {0xfe00, 0xfe0f}, {0xfe20, 0xfe2f}, {0x1f3fb, 0x1f3ff}};

constexpr char32_t kJoiner = 0x200d;  ///< glues emoji into one picture

bool is_space(char32_t c) { return c != kJoiner && in(kSpaces, c); }
bool is_mark(char32_t c) { return in(kMarks, c); }
bool is_alone(char32_t c) { return in(kAlone, c); }
bool is_word(char32_t c) { return !is_space(c) && !is_mark(c) && !is_alone(c) && !in(kPunctuation, c); }
bool joins_letters(char32_t c) { return c == '\'' || c == 0x2019 || c == '-' || c == 0x2010; }
bool is_digit(char32_t c) { return c >= '0' && c <= '9'; }

/// Whether the character at `i` belongs to the same token as the one before it.
bool continues(const std::vector<char32_t>& text, size_t i) {
  if (i == 0 || is_space(text[i - 1])) return false;
  const char32_t c = text[i], before = text[i - 1];
  if (is_mark(c)) return true;
  if (before == kJoiner) return is_alone(c) || is_word(c);
  size_t letter = i - 1;  // the character before, without its marks
  while (letter > 0 && is_mark(text[letter])) --letter;
  const char32_t base = text[letter];
  const bool inside = letter > 0 && i + 1 < text.size();
  if (joins_letters(c)) return is_word(base) && i + 1 < text.size() && is_word(text[i + 1]);
  if ((c == '.' || c == ',') && inside) return is_digit(base) && is_digit(text[i + 1]);
  if (!is_word(c)) return false;
  if (is_word(base)) return true;
  const bool joined = joins_letters(base) || ((base == '.' || base == ',') && is_digit(c));
  return joined && letter > 0 && continues(text, letter);
}

std::uint64_t hash_of(std::string_view token) {
  std::uint64_t hash = 0xcbf29ce484222325u;  // FNV-1a
  for (char c : token) {
    const auto byte = static_cast<unsigned char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    hash = (hash ^ byte) * 0x100000001b3u;
  }
  return hash;
}

/// The next number of the splitmix64 sequence, in [0, 1) with 24 bits.
double draw(std::uint64_t* state) {
  std::uint64_t z = (*state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return static_cast<double>((z ^ (z >> 31)) >> 40) / 16777216.0;
}

}  // namespace

std::vector<std::string> tokens(std::string_view text, int limit) {
  const std::vector<char32_t> points = code_points(text);
  std::vector<std::string> found;
  for (size_t i = 0; i < points.size(); ++i) {
    if (is_space(points[i])) continue;
    if (!continues(points, i) || found.empty()) {
      if (static_cast<int>(found.size()) == limit) break;
      found.emplace_back();
    }
    append_utf8(&found.back(), points[i]);
  }
  if (found.empty()) found.emplace_back(kEmptyToken);
  return found;
}

Mat embeddings(const std::vector<std::string>& tokens, int width) {
  Mat x = Mat::Zero(static_cast<Index>(tokens.size()), width);
  for (Index i = 0; i < x.rows(); ++i) {
    const std::string& token = tokens[static_cast<size_t>(i)];
    if (token == kPadToken) continue;
    std::uint64_t state = hash_of(token);
    for (int j = 0; j < width; ++j) {
      double total = 0;  // the sum of four uniform numbers is near enough to a normal one, and needs no library function
      for (int k = 0; k < 4; ++k) total += draw(&state);
      x(i, j) = static_cast<Real>(std::floor((total - 2) * 1.7320508 * 10 + 0.5) / 10);
    }
  }
  return x;
}

}  // namespace attn::lessons::sentence
