// The rules that a value has to meet, and the sentences that say which one it broke.

#include <cmath>
#include <limits>
#include <string>

#include "base/text.h"
#include "params/params.h"

namespace attn::params {
namespace {

constexpr std::size_t kCited = 40;  ///< characters of a refused choice that its message shows

std::string range_text(const Row& row) { return number_to_text(row.min) + " to " + number_to_text(row.max); }

/// Compares as Real, the type that is stored, so that 0.1 is legal where 0.1 is the limit.
bool in_range(const Row& row, double value) {
  if (!(std::abs(value) <= static_cast<double>(std::numeric_limits<Real>::max()))) return false;
  return static_cast<Real>(value) >= static_cast<Real>(row.min) && static_cast<Real>(value) <= static_cast<Real>(row.max);
}

std::string check_number(const Row& row, double value) {
  const bool integer = row.type == Type::kInteger;
  const std::string kind = integer ? "a whole number" : "a number";
  if (!in_range(row, value) || (integer && value != std::floor(value)))
    return std::string(row.label) + " has to be " + kind + " from " + range_text(row) + ".";
  return {};
}

std::string check_choice(const Row& row, const std::string& id) {
  std::string legal;
  for (const Choice& choice : row.choices) {
    if (choice.id == id) return {};
    legal += (legal.empty() ? "" : ", ") + std::string(choice.id);
  }
  return std::string(row.label) + " has to be one of " + legal + "; not " + cited(id, kCited) + ".";
}

std::string check_text(const Row& row, const std::string& text) {
  const std::string name(row.label);
  if (!is_utf8(text)) return name + " has to be UTF-8 text.";
  for (const unsigned char byte : text)
    if ((byte < 0x20 && byte != '\n' && byte != '\t') || byte == 0x7F) return name + " must not contain control characters.";
  const size_t length = code_point_count(text);
  if (length > static_cast<size_t>(row.max_length))
    return name + " may have 0 to " + std::to_string(row.max_length) + " characters; this has " + std::to_string(length) + ".";
  return {};
}

std::string extent_text(const Extent& extent) {
  return extent.min == extent.max ? std::to_string(extent.min) : std::to_string(extent.min) + " to " + std::to_string(extent.max);
}

/// "3 rows of 2 numbers", "1 row of 2 to 6 numbers"
std::string shape_text(const Row& row, const Extent& rows, const Extent& cols) {
  const auto counted_of = [](const Extent& extent, std::string_view one) {
    const std::string text = extent_text(extent) + " " + std::string(one);
    return extent.min == 1 && extent.max == 1 ? text : text + "s";
  };
  return counted_of(rows, row.type == Type::kPoints ? "point" : "row") + " of " + counted_of(cols, "number");
}

std::string check_shape(const Row& row, const Mat& m) {
  const bool rows_fit = m.rows() >= row.rows.min && m.rows() <= row.rows.max;
  const bool cols_fit = m.rows() == 0 || (m.cols() >= row.cols.min && m.cols() <= row.cols.max);
  if (rows_fit && cols_fit) return {};
  const auto exactly = [](Eigen::Index n) { return Extent{static_cast<int>(n), static_cast<int>(n)}; };
  return std::string(row.label) + " has to have " + shape_text(row, row.rows, row.cols) + "; this has " +
         shape_text(row, exactly(m.rows()), exactly(m.cols())) + ".";
}

std::string check_matrix(const Row& row, const Mat& m) {
  if (std::string why = check_shape(row, m); !why.empty()) return why;
  for (Eigen::Index i = 0; i < m.rows(); ++i)
    for (Eigen::Index j = 0; j < m.cols(); ++j) {
      const double entry = m(i, j);
      if (row.type == Type::kMask && entry != 0 && entry != 1) return std::string(row.label) + " may only contain 0 and 1.";
      if (row.type != Type::kMask && !in_range(row, entry))
        return std::string(row.label) + ": every number has to be from " + range_text(row) + " (row " + std::to_string(i + 1) +
               ", column " + std::to_string(j + 1) + ").";
    }
  return {};
}

std::string wrong_type(const Row& row) {
  return std::string(row.label) + " takes a value of type " + std::string(type_name(row.type)) + ".";
}

}  // namespace

std::string validate(const Row& row, const Value& value) {
  switch (row.type) {
    case Type::kNumber:
    case Type::kInteger:
      if (const auto* number = std::get_if<double>(&value)) return check_number(row, *number);
      break;
    case Type::kBoolean:
      if (std::holds_alternative<bool>(value)) return {};
      break;
    case Type::kChoice:
      if (const auto* id = std::get_if<std::string>(&value)) return check_choice(row, *id);
      break;
    case Type::kText:
      if (const auto* text = std::get_if<std::string>(&value)) return check_text(row, *text);
      break;
    case Type::kMatrix:
    case Type::kMask:
    case Type::kPoints:
      if (const auto* matrix = std::get_if<Mat>(&value)) return check_matrix(row, *matrix);
      break;
  }
  return wrong_type(row);
}

}  // namespace attn::params
