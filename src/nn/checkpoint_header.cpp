#include "nn/checkpoint_header.h"

#include <algorithm>
#include <set>

#include "base/text.h"

namespace attn::nn {
namespace {

/// Reads JSON from the front. The first mistake is kept, and every read after it fails.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  const std::string& error() const { return error_; }

  bool tensors(std::vector<TensorEntry>* all, std::map<std::string, std::string>* texts) {
    std::set<std::string> seen;
    const bool read = object([&](const std::string& name) {
      if (!seen.insert(name).second) return fail("names \"" + name + "\" twice");
      if (name == "__metadata__") return metadata(texts);
      all->push_back({name, {}, {}, 0, 0});
      return tensor(&all->back());
    });
    if (!read) return false;
    space();
    return at_ == text_.size() || fail("goes on after its end");
  }

 private:
  bool fail(const std::string& what) {
    if (error_.empty()) error_ = "The header " + what + ", at byte " + std::to_string(at_) + " of it.";
    return false;
  }

  void space() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t' || text_[at_] == '\r')) ++at_;
  }
  bool take(char sign) {
    space();
    if (at_ == text_.size() || text_[at_] != sign) return false;
    ++at_;
    return true;
  }
  bool expect(char sign) { return take(sign) || fail(std::string("should have \"") + sign + "\""); }

  /// Calls `member(key)` with the reader before each value.
  template <class Member>
  bool object(Member member) {
    if (!expect('{')) return false;
    if (take('}')) return true;
    do {
      std::string key;
      if (!string(&key) || !expect(':') || !member(key)) return false;
    } while (take(','));
    return expect('}');
  }

  bool metadata(std::map<std::string, std::string>* texts) {
    return object([&](const std::string& key) {
      const auto [place, is_new] = texts->try_emplace(key);
      return is_new ? string(&place->second) : fail("names \"" + key + "\" twice in its metadata");
    });
  }

  bool tensor(TensorEntry* entry) {
    int type = 0, shape = 0, offsets = 0;
    const bool read = object([&](const std::string& key) {
      if (key == "dtype") return ++type, string(&entry->type);
      if (key == "shape") return ++shape, numbers(&entry->shape);
      if (key != "data_offsets") return fail("has the unknown key \"" + key + "\" in \"" + entry->name + "\"");
      std::vector<std::uint64_t> ends;
      ++offsets;
      if (!numbers(&ends)) return false;
      if (ends.size() != 2 || ends[0] > ends[1]) return fail("has offsets of \"" + entry->name + "\" that are no begin and end");
      entry->begin = ends[0];
      entry->end = ends[1];
      return true;
    });
    if (!read) return false;
    return (type == 1 && shape == 1 && offsets == 1) || fail("does not give type, shape and offsets of \"" + entry->name + "\" once each");
  }

  bool numbers(std::vector<std::uint64_t>* values) {
    if (!expect('[')) return false;
    if (take(']')) return true;
    do {
      std::uint64_t value = 0;
      if (!number(&value)) return false;
      values->push_back(value);
    } while (take(','));
    return expect(']');
  }

  bool number(std::uint64_t* value) {
    constexpr std::uint64_t kLargest = std::uint64_t{1} << 53;
    space();
    const std::size_t start = at_;
    while (at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9' && *value < kLargest)
      *value = *value * 10 + static_cast<std::uint64_t>(text_[at_++] - '0');
    const bool leading_zero = at_ - start > 1 && text_[start] == '0';
    return (at_ > start && !leading_zero && *value < kLargest) || fail("should have a whole number from 0 to below 2^53");
  }

  bool string(std::string* value) {
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

  /// Reads what follows a backslash. Each half of a surrogate pair, which names never need, becomes U+FFFD.
  bool escape(std::string* value) {
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

  std::string_view text_;
  std::size_t at_ = 0;
  std::string error_;
};

}  // namespace

std::string parse_header(std::string_view json, std::vector<TensorEntry>* tensors, std::map<std::string, std::string>* metadata) {
  if (json.empty() || json[0] != '{') return "The header does not begin with \"{\".";
  if (!is_utf8(json)) return "The header is no valid UTF-8.";
  Reader reader(json);
  reader.tensors(tensors, metadata);
  return reader.error();
}

}  // namespace attn::nn
