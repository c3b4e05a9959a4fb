#include "base/json_reader.h"

#include "base/text.h"

namespace attn::json {

namespace {
constexpr int kDeepest = 64;  ///< objects and arrays within each other
}  // namespace

bool Reader::fail(const std::string& message) {
  if (error_.empty()) error_ = what_ + " " + message + ", at byte " + std::to_string(at_) + " of it.";
  return false;
}

void Reader::space() {
  while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t' || text_[at_] == '\r')) ++at_;
}

bool Reader::take(char sign) {
  space();
  if (at_ == text_.size() || text_[at_] != sign) return false;
  ++at_;
  return true;
}

bool Reader::end() {
  space();
  return at_ == text_.size() || fail("goes on after its end");
}

bool Reader::whole(std::uint64_t* value) {
  constexpr std::uint64_t kLargest = std::uint64_t{1} << 53;
  space();
  const std::size_t start = at_;
  while (at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9' && *value < kLargest)
    *value = *value * 10 + static_cast<std::uint64_t>(text_[at_++] - '0');
  const bool leading_zero = at_ - start > 1 && text_[start] == '0';
  return (at_ > start && !leading_zero && *value < kLargest) || fail("should have a whole number from 0 to below 2^53");
}

bool Reader::string(std::string* value) {
  if (!expect('"')) return false;
  while (at_ < text_.size() && text_[at_] != '"') {
    const unsigned char sign = static_cast<unsigned char>(text_[at_++]);
    if (sign < 0x20) return fail("has a control character in a text");
    if (sign != '\\') {
      *value += static_cast<char>(sign);
    } else if (!escape(value)) {
      return false;
    }
  }
  return expect('"');
}

/// Reads what follows a backslash.
bool Reader::escape(std::string* value) {
  constexpr std::string_view kSigns = "\"\\/bfnrt", kMeanings = "\"\\/\b\f\n\r\t";
  const char sign = at_ < text_.size() ? text_[at_++] : '\0';
  if (const std::size_t place = kSigns.find(sign); place != std::string_view::npos) {
    *value += kMeanings[place];
    return true;
  }
  if (sign != 'u' || text_.size() - at_ < 4) return fail("has an unknown escape in a text");
  char32_t code = 0;
  for (int i = 0; i < 4; ++i) {
    const char hex = text_[at_++];
    const int digit = hex >= '0' && hex <= '9'   ? hex - '0'
                      : hex >= 'a' && hex <= 'f' ? hex - 'a' + 10
                      : hex >= 'A' && hex <= 'F' ? hex - 'A' + 10
                                                 : -1;
    if (digit < 0) return fail("has an unknown escape in a text");
    code = code * 16 + static_cast<char32_t>(digit);
  }
  append_utf8(value, code >= 0xD800 && code < 0xE000 ? 0xFFFD : code);
  return true;
}

/// A number as text_to_number() reads it, true, false or null.
bool Reader::word() {
  const std::size_t start = at_;
  while (at_ < text_.size() && std::string_view(" \n\t\r,]}").find(text_[at_]) == std::string_view::npos) ++at_;
  const std::string_view found = text_.substr(start, at_ - start);
  double number = 0;
  if (found == "true" || found == "false" || found == "null" || text_to_number(found, &number)) return true;
  at_ = start;
  return fail("should have a value");
}

bool Reader::any(std::string_view* raw, int depth) {
  if (depth > kDeepest) return fail("goes too deep");
  space();
  const std::size_t start = at_;
  const char sign = at_ < text_.size() ? text_[at_] : '\0';
  std::string text;
  std::string_view inner;
  const auto next = [&] { return any(&inner, depth + 1); };
  const bool read = sign == '{'   ? object([&](const std::string&) { return next(); })
                    : sign == '[' ? array(next)
                    : sign == '"' ? string(&text)
                                  : word();
  *raw = text_.substr(start, at_ - start);
  return read;
}

}  // namespace attn::json
