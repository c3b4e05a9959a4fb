#include "session/link.h"

namespace attn::session {
namespace {

using Params = course::Lesson::Params;

/// The parameters that an address opens which says all of `said`.
Params opened(const course::Lesson& lesson, const void* said) {
  Params params = lesson.copy(said);
  lesson.settle(lesson.defaults().get(), params.get());
  return params;
}

/// The defaults, with those values of `params` that do not follow already from settling the rows before them.
Params with_what_must_be_said(const course::Lesson& lesson, const void* params) {
  Params said = lesson.defaults();
  Params settled = lesson.defaults();
  for (const params::Row& row : lesson.rows) {
    if (params::equal(row, params, settled.get())) continue;
    row.put(said.get(), row.get(params));
    settled = opened(lesson, said.get());
  }
  return said;
}

bool equal(const course::Lesson& lesson, const void* a, const void* b) {
  for (const params::Row& row : lesson.rows)
    if (!params::equal(row, a, b)) return false;
  return true;
}

/// The value of a parameter as an address says it. Where a result of the same name is a table of truth values, it is that result's.
std::string printed(const Document& document, Results& results, const params::Row& row) {
  params::Value value = row.get(document.params());
  if (const course::Lesson::ResultRow* result = results.find(row.id); result && row.type == params::Type::kMask)
    value = results.read(*result).matrix();
  return params::print(row, value);
}

}  // namespace

std::string carried(const Document& document, Results& results, std::string_view query) {
  std::string out;
  while (!query.empty()) {
    const std::string_view pair = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(query.size(), pair.size() + 1));
    const std::string_view id = pair.substr(0, pair.find('='));
    const params::Row* row = pair == std::string(id) + "=*" ? params::find(document.lesson().rows, id) : nullptr;
    if (!out.empty()) out += '&';
    out += row ? std::string(id) + '=' + params::percent_encode(printed(document, results, *row)) : std::string(pair);
  }
  return out;
}

std::string link_query(const course::Lesson& lesson, const void* params) {
  const Params defaults = lesson.defaults();
  const Params said = with_what_must_be_said(lesson, params);
  const bool enough = equal(lesson, opened(lesson, said.get()).get(), params);
  return params::to_query(lesson.rows, enough ? said.get() : params, defaults.get());
}

}  // namespace attn::session
