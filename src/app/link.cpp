#include "app/link.h"

namespace attn::app {
namespace {

using Params = course::Lesson::Params;

/// The defaults with those rows of `params` that differ from what settling the rows before them gives.
Params with_what_must_be_said(const course::Lesson& lesson, const void* params) {
  Params said = lesson.defaults();
  Params settled = lesson.defaults();
  for (const params::Row& row : lesson.rows) {
    if (params::equal(row, params, settled.get())) continue;
    row.put(said.get(), row.get(params));
    settled = lesson.copy(said.get());
    lesson.settle(settled.get());
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
  const Params said = with_what_must_be_said(lesson, params), opened = lesson.copy(said.get());
  lesson.settle(opened.get());
  const bool enough = equal(lesson, opened.get(), params);
  return params::to_query(lesson.rows, enough ? said.get() : params, defaults.get());
}

}  // namespace attn::app
