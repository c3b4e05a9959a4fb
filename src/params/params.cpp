#include "params/params.h"

namespace attn::params {

std::string_view type_name(Type type) {
  switch (type) {
    case Type::kNumber:
      return "number";
    case Type::kInteger:
      return "integer";
    case Type::kBoolean:
      return "boolean";
    case Type::kChoice:
      return "choice";
    case Type::kText:
      return "text";
    case Type::kMatrix:
      return "matrix";
    case Type::kMask:
      return "mask";
    case Type::kPoints:
      return "points";
  }
  return "";
}

const Row* find(const Rows& rows, std::string_view id) {
  for (const Row& row : rows)
    if (row.id == id) return &row;
  return nullptr;
}

std::string set_value(const Row& row, void* params, const Value& value) {
  std::string why = validate(row, value);
  if (why.empty()) row.put(params, value);
  return why;
}

std::string set_text(const Row& row, void* params, std::string_view text) {
  Value value;
  std::string why = parse(row, text, &value);
  if (why.empty()) row.put(params, value);
  return why;
}

bool equal(const Row& row, const void* a, const void* b) {
  const Value left = row.get(a), right = row.get(b);
  const auto* m = std::get_if<Mat>(&left);
  if (!m) return left == right;
  const Mat& n = std::get<Mat>(right);
  // Eigen's comparison demands equal shapes.
  return m->rows() == n.rows() && m->cols() == n.cols() && *m == n;
}

bool equal_but(const Rows& rows, std::span<const std::string_view> ids, const void* a, const void* b) {
  return std::all_of(rows.begin(), rows.end(),
                     [&](const Row& row) { return std::find(ids.begin(), ids.end(), row.id) != ids.end() || equal(row, a, b); });
}

}  // namespace attn::params
