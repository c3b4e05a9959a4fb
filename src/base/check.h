// CHECK(condition, message...) stops the program, in every build, when our own code has broken a rule.
//
// It is for our own mistakes only; what a reader types is refused with a message instead. The parts of the message (text, numbers,
// shape(m)) are put together only on failure:
//
//   CHECK(a.cols() == b.rows(), "product: a is ", shape(a), ", b is ", shape(b));
#pragma once

#include <string>
#include <string_view>
#include <type_traits>

namespace attn {

/// "[2,3]" for a matrix of two rows and three columns.
template <class Matrix>
std::string shape(const Matrix& m) {
  std::string text(1, '[');
  text.append(std::to_string(m.rows())).append(1, ',').append(std::to_string(m.cols())).append(1, ']');
  return text;
}

namespace detail {

inline void append(std::string* out, std::string_view part) { out->append(part); }
template <class Number>
requires std::is_arithmetic_v<Number>
void append(std::string* out, Number part) { out->append(std::to_string(part)); }

template <class... Parts>
std::string join(const Parts&... parts) {
  std::string out;
  (append(&out, parts), ...);
  return out;
}

/// Prints "file:line: CHECK(expression) failed: message" to standard error and aborts.
[[noreturn]] void check_failed(const char* file, int line, const char* expression, const std::string& message);

}  // namespace detail
}  // namespace attn

#define CHECK(condition, ...)                                                                          \
  do {                                                                                                 \
    if (!(condition)) [[unlikely]]                                                                     \
      ::attn::detail::check_failed(__FILE__, __LINE__, #condition, ::attn::detail::join(__VA_ARGS__)); \
  } while (false)
