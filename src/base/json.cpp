#include "base/json.h"

#include <cmath>

#include "base/text.h"

namespace attn::json {
namespace {

std::string joined(const std::vector<std::string>& elements, char open, char close) {
  std::string text(1, open);
  for (size_t i = 0; i < elements.size(); ++i) {
    if (i) text += ',';
    text += elements[i];
  }
  return text + close;
}

template <class Entry>
std::string nested(const Mat& m, Entry entry) {
  std::string text = "[";
  for (Index i = 0; i < m.rows(); ++i) {
    text += i ? ",[" : "[";
    for (Index j = 0; j < m.cols(); ++j) {
      if (j) text += ',';
      text += entry(m(i, j));
    }
    text += ']';
  }
  return text + "]";
}

}  // namespace

std::string string(std::string_view text) {
  constexpr char kHex[] = "0123456789abcdef";
  std::string out = "\"";
  for (const char32_t c : code_points(text)) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += static_cast<char>(c);
    } else if (c == '\n') {
      out += "\\n";
    } else if (c < 0x20 || c == 0x7F || c == '<' || c == 0x2028 || c == 0x2029) {
      out += "\\u";
      for (int shift = 12; shift >= 0; shift -= 4) out += kHex[(c >> shift) & 15];
    } else {
      append_utf8(&out, c);
    }
  }
  return out + '"';
}

std::string number(double value) { return std::isfinite(value) ? number_to_text(value) : "null"; }

std::string boolean(bool value) { return value ? "true" : "false"; }

std::string object(const std::vector<std::pair<std::string_view, std::string>>& members) {
  std::vector<std::string> elements;
  for (const auto& [key, value] : members) elements.push_back(string(key) + ":" + value);
  return joined(elements, '{', '}');
}

std::string array(const std::vector<std::string>& elements) { return joined(elements, '[', ']'); }

std::string strings(const std::vector<std::string>& texts) {
  return list(texts, [](const std::string& text) { return string(text); });
}

std::string matrix(const Mat& m) {
  return nested(m, [](Real value) { return number(static_cast<double>(value)); });
}

std::string mask(const Mat& m) {
  return nested(m, [](Real value) { return boolean(value != Real(0)); });
}

}  // namespace attn::json
