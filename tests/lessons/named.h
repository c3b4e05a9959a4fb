// Rows of a lesson by the names that a test writes. A misspelt one ends its test with a message that lists the legal ones.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <iostream>
#include <stdexcept>
#include <string>
#include <string_view>

#include "session/names.h"

namespace attn {

/// What an address may state besides parameters, so that no parameter has such a name. The last seven are the page's and the window's.
inline constexpr std::array<std::string_view, 10> kReservedNames = {"figure", "backend", "a",      "compare", "theme",
                                                                    "ui",     "lock",    "lesson", "height",  "lang"};

/// Ends the running test as failed. The program goes on with the next one where it was compiled with exceptions, as all but the web's are.
[[noreturn]] inline void end_test(const std::string& why) {
#ifdef __cpp_exceptions
  throw std::invalid_argument(why);
#else
  std::cerr << why << std::endl;
  std::abort();
#endif
}

/// What a row is called by: parameters, figures and exercises by an id, results and metrics by a name.
inline constexpr auto kId = [](const auto& row) { return std::string_view(row.id); };
inline constexpr auto kName = [](const auto& row) { return std::string_view(row.name); };

/// The row of `rows` that is called `name`; `kind` says in the message what the rows are: "parameter".
template <class Rows, class NameOf>
const auto& named(std::string_view kind, std::string_view name, const Rows& rows, NameOf name_of) {
  for (const auto& row : rows)
    if (name_of(row) == name) return row;
  end_test(session::unknown(kind, name, session::names_of(rows, name_of)));
}

}  // namespace attn
