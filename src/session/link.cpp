#include "session/link.h"

namespace attn::session {
namespace {

using Params = course::Lesson::Params;

/// What an address that says all of `said` opens.
Params opened(const course::Lesson& lesson, const void* said) {
  Params params = lesson.copy(said);
  lesson.settle(lesson.defaults().get(), params.get());
  return params;
}

/// The defaults with those rows of `params` that differ from what settling the rows before them gives.
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

}  // namespace

std::string link_query(const course::Lesson& lesson, const void* params) {
  const Params defaults = lesson.defaults();
  const Params said = with_what_must_be_said(lesson, params);
  const bool enough = equal(lesson, opened(lesson, said.get()).get(), params);
  return params::to_query(lesson.rows, enough ? said.get() : params, defaults.get());
}

}  // namespace attn::session
