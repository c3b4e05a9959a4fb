// Reads JSON from the front, for those who know what they expect. A read that fails returns false and ends the reading; the first mistake
// is kept as a sentence.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace attn::json {

class Reader {
 public:
  /// `what` begins the sentence of a mistake: "The header". The text must outlive the reader.
  Reader(std::string_view text, std::string what) : text_(text), what_(std::move(what)) {}

  /// Empty, or what is wrong: "The header should have ":", at byte 7 of it.".
  const std::string& error() const { return error_; }
  /// Keeps "<what> <message>, at byte ... of it." unless there was a mistake before. Returns false.
  bool fail(const std::string& message);

  /// Whether `sign` comes next, apart from space; takes it then. No mistake where it does not.
  bool take(char sign);
  bool expect(char sign) { return take(sign) || fail(std::string("should have \"") + sign + "\""); }
  /// That nothing but space follows.
  bool end();

  /// Calls `member(key)` with the reader before each value, which it must read.
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
  /// Calls `element()` with the reader before each value, which it must read.
  template <class Element>
  bool array(Element element) {
    if (!expect('[')) return false;
    if (take(']')) return true;
    do {
      if (!element()) return false;
    } while (take(','));
    return expect(']');
  }
  /// Appends the text. Each half of a surrogate pair becomes U+FFFD.
  bool string(std::string* value);
  /// A whole number from 0 to below 2^53, in digits alone.
  bool whole(std::uint64_t* value);
  /// Any value; `*raw` is its text.
  bool any(std::string_view* raw, int depth = 0);

 private:
  void space();
  bool escape(std::string* value);
  bool word();

  std::string_view text_;
  std::string what_;
  std::size_t at_ = 0;
  std::string error_;
};

}  // namespace attn::json
