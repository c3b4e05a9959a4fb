#include "base/text.h"

#include <algorithm>
#include <clocale>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace attn {
namespace {

std::string print(const char* format, int precision, double value) {
  char buffer[400];
  const int length = std::snprintf(buffer, sizeof buffer, format, precision, value);
  std::string text(buffer, static_cast<std::size_t>(length));
  const std::string point = std::localeconv()->decimal_point;
  if (point != ".")
    if (const std::size_t at = text.find(point); at != std::string::npos) text.replace(at, point.size(), 1, '.');
  return text;
}

/// Converts a text that has been checked: it has digits, a point, an exponent.
double read(std::string text) {
  const std::string point = std::localeconv()->decimal_point;
  if (point != ".")
    if (const std::size_t at = text.find('.'); at != std::string::npos) text.replace(at, 1, point);
  return std::strtod(text.c_str(), nullptr);
}

/// `value` with `digits` significant digits in plain or exponent notation, without trailing zeros.
std::string with_digits(double value, int digits) {
  const std::string scientific = print("%.*e", digits - 1, value);
  const std::size_t e = scientific.find('e');
  const int exponent = std::atoi(scientific.c_str() + e + 1);
  const auto stripped = [](std::string s) {
    if (s.find('.') == std::string::npos) return s;
    s.erase(s.find_last_not_of('0') + 1);
    if (s.back() == '.') s.pop_back();
    return s;
  };
  if (exponent < -5 || exponent > 15) return stripped(scientific.substr(0, e)) + "e" + std::to_string(exponent);
  return stripped(print("%.*f", digits - 1 - exponent > 0 ? digits - 1 - exponent : 0, read(scientific)));
}

constexpr double kPowersOfTen[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};

/// number_to_text() for a float of ordinary size that has a short text; empty for others. Tables of numbers are printed at many changes,
/// and this is some seventy times faster than asking the C library for more and more digits. It is right because a float times such a power
/// of ten is exact in double, and the division back is rounded correctly.
std::string short_float(double value) {
  constexpr double kSmallest = 1e-3, kLargest = 1e6;
  constexpr int kMostPlaces = 9;
  const double size = std::fabs(value);
  if (size < kSmallest || size > kLargest || static_cast<double>(static_cast<float>(size)) != size) return {};
  for (int places = 0; places <= kMostPlaces; ++places) {
    const double whole = std::nearbyint(size * kPowersOfTen[places]);
    if (static_cast<float>(whole / kPowersOfTen[places]) != static_cast<float>(size)) continue;
    std::string text = std::to_string(static_cast<long long>(whole));
    const std::size_t point = static_cast<std::size_t>(places);
    if (text.size() <= point) text.insert(0, point + 1 - text.size(), '0');
    if (places > 0) text.insert(text.size() - point, 1, '.');
    return value < 0 ? "-" + text : text;
  }
  return {};
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Skips digits from `i` on. Returns how many there are.
std::size_t skip_digits(std::string_view text, std::size_t* i) {
  const std::size_t start = *i;
  while (*i < text.size() && is_digit(text[*i])) ++*i;
  return *i - start;
}

bool is_number(std::string_view text) {
  std::size_t i = 0;
  if (i < text.size() && (text[i] == '-' || text[i] == '+')) ++i;
  std::size_t digits = skip_digits(text, &i);
  if (i < text.size() && text[i] == '.') {
    ++i;
    digits += skip_digits(text, &i);
  }
  if (digits == 0) return false;
  if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
    ++i;
    if (i < text.size() && (text[i] == '-' || text[i] == '+')) ++i;
    if (skip_digits(text, &i) == 0) return false;
  }
  return i == text.size();
}

/// Reads a `text` for which is_number() holds, if it has few digits and no exponent: the digits and the power of ten are then exact, so
/// that one division rounds correctly. Returns false for others.
bool read_plain(std::string_view text, double* value) {
  constexpr std::size_t kMostDigits = 15;
  const bool negative = text[0] == '-';
  if (negative || text[0] == '+') text.remove_prefix(1);
  if (text.size() > kMostDigits) return false;
  double digits = 0;
  std::size_t places = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '.')
      places = text.size() - 1 - i;
    else if (is_digit(text[i]))
      digits = 10 * digits + (text[i] - '0');
    else
      return false;
  }
  *value = (negative ? -digits : digits) / kPowersOfTen[places];
  return true;
}

constexpr char32_t kReplacement = 0xFFFD;

/// Reads one code point at `*i` and moves past it. Where the bytes are malformed, returns false and moves one byte further.
bool next_code_point(std::string_view text, std::size_t* i, char32_t* code_point) {
  const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text[k]); };
  const unsigned char lead = byte((*i)++);
  *code_point = lead;
  if (lead < 0x80) return true;
  const int more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : 1;
  *code_point = kReplacement;
  if (lead < 0xC2 || lead > 0xF4 || *i + static_cast<std::size_t>(more) > text.size()) return false;
  char32_t c = lead & (0x3F >> more);
  for (int k = 0; k < more; ++k) {
    const unsigned char b = byte(*i + static_cast<std::size_t>(k));
    if ((b & 0xC0) != 0x80) return false;
    c = (c << 6) | (b & 0x3F);
  }
  constexpr char32_t kSmallest[] = {0, 0x80, 0x800, 0x10000};
  if (c < kSmallest[more] || c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF)) return false;
  *i += static_cast<std::size_t>(more);
  *code_point = c;
  return true;
}

}  // namespace

std::string number_to_text(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  if (value == 0) return "0";
  if (std::string text = short_float(value); !text.empty()) return text;
  const auto same_float = [&](double x) { return static_cast<float>(x) == static_cast<float>(value); };
  if (std::fabs(value) <= 3.4028234663852886e38 && static_cast<float>(value) != 0)
    for (int digits = 1; digits <= 9; ++digits) {
      const std::string text = with_digits(value, digits);
      if (!same_float(read(text))) continue;
      if (static_cast<double>(static_cast<float>(value)) == value || read(text) == value) return text;
      break;
    }
  for (int digits = 1; digits < 17; ++digits)
    if (const std::string text = with_digits(value, digits); read(text) == value) return text;
  return with_digits(value, 17);
}

bool text_to_number(std::string_view text, double* value) {
  if (!is_number(text)) return false;
  if (read_plain(text, value)) return true;
  const double number = read(std::string(text));
  if (!std::isfinite(number)) return false;
  *value = number;
  return true;
}

std::string fixed(double value, int digits) {
  if (!std::isfinite(value)) return number_to_text(value);
  std::string text = print("%.*f", digits, value);
  if (text[0] == '-' && text.find_first_not_of("-0.") == std::string::npos) text.erase(0, 1);
  return text;
}

std::string rounded(double value, int digits) {
  if (!std::isfinite(value) || value == 0) return number_to_text(value);
  return with_digits(value, digits);
}

std::vector<std::string> numbered(std::string_view letter, std::ptrdiff_t count, std::ptrdiff_t first) {
  std::vector<std::string> names;
  for (std::ptrdiff_t i = 0; i < count; ++i) names.push_back(std::string(letter) + std::to_string(first + i));
  return names;
}

bool is_utf8(std::string_view text) {
  char32_t c;
  for (std::size_t i = 0; i < text.size();)
    if (!next_code_point(text, &i, &c)) return false;
  return true;
}

std::vector<char32_t> code_points(std::string_view text) {
  std::vector<char32_t> out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    char32_t c;
    next_code_point(text, &i, &c);
    out.push_back(c);
  }
  return out;
}

std::size_t code_point_count(std::string_view text) {
  std::size_t count = 0;
  char32_t c;
  for (std::size_t i = 0; i < text.size(); ++count) next_code_point(text, &i, &c);
  return count;
}

void append_utf8(std::string* out, char32_t c) {
  const auto put = [out](char32_t byte) { out->push_back(static_cast<char>(static_cast<unsigned char>(byte))); };
  if (c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF)) c = kReplacement;
  if (c < 0x80) {
    put(c);
    return;
  }
  const int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
  constexpr char32_t kLead[] = {0, 0xC0, 0xE0, 0xF0};
  put(kLead[more] | (c >> (6 * more)));
  for (int k = more - 1; k >= 0; --k) put(0x80 | ((c >> (6 * k)) & 0x3F));
}

std::string quoted(std::string_view word) { return "\u201c" + std::string(word) + "\u201d"; }

std::string thousands(std::ptrdiff_t count) {
  std::string text = std::to_string(count);
  const std::ptrdiff_t first = count < 0 ? 1 : 0;
  for (auto at = static_cast<std::ptrdiff_t>(text.size()) - 3; at > first; at -= 3) text.insert(static_cast<size_t>(at), ",");
  return text;
}

std::string counted(std::ptrdiff_t count, std::string_view one, std::string_view many) {
  std::string text = std::to_string(count) + " ";
  text += count == 1 || many.empty() ? one : many;
  return count == 1 || !many.empty() ? text : text + "s";
}

std::string cited(std::string_view text, std::size_t most) {
  const std::vector<char32_t> characters = code_points(text.substr(0, 4 * most + 4));
  std::string shown = "\"";
  for (std::size_t i = 0; i < std::min(characters.size(), most); ++i) append_utf8(&shown, characters[i] < 0x20 ? U' ' : characters[i]);
  return shown + (characters.size() > most ? "...\"" : "\"");
}

}  // namespace attn
