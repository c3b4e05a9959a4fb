// Sets parameters to other values than their defaults, for tests of what must hold whatever the reader sets.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "params/params.h"

namespace attn::lessons {

/// A legal value that differs from `now` where the type has another one.
inline params::Value another_value(const params::Row& row, const params::Value& now) {
  using params::Type;
  switch (row.type) {
    case Type::kNumber: {
      const double middle = (row.min + row.max) / 2;
      return static_cast<double>(static_cast<float>(std::get<double>(now) == middle ? row.min : middle));
    }
    case Type::kInteger:
      return std::get<double>(now) == row.min ? row.min + 1 : row.min;
    case Type::kBoolean:
      return !std::get<bool>(now);
    case Type::kChoice:
      for (const params::Choice& c : row.choices)
        if (c.id != std::get<std::string>(now)) return std::string(c.id);
      return now;
    case Type::kText:
      return std::string("Größe & 50 % + 漢字 🎈 #1");
    case Type::kMatrix:
    case Type::kPoints: {
      Mat m = std::get<Mat>(now);
      if (m.size() == 0) m = Mat::Zero(std::max(1, row.rows.min), std::max(1, row.cols.min));
      m(0, 0) = static_cast<Real>(static_cast<double>(m(0, 0)) == row.max ? row.min : row.max);
      return m;
    }
    case Type::kMask: {
      Mat m = std::get<Mat>(now);
      if (m.size() > 0) m(m.rows() - 1, 0) = Real(1) - m(m.rows() - 1, 0);
      return m;
    }
  }
  return now;
}

/// A size that a matrix, a mask or points may have, and what a message calls it.
struct LegalSize {
  std::string name;
  int rows, cols;
};

/// The smallest and the largest of the sizes that a parameter leaves open. None where it has no size, or only one.
inline std::vector<LegalSize> extreme_sizes(const params::Row& row) {
  using params::Type;
  const bool sized = row.type == Type::kMatrix || row.type == Type::kMask || row.type == Type::kPoints;
  if (!sized || (row.rows.min == row.rows.max && row.cols.min == row.cols.max)) return {};
  return {{"smallest", row.rows.min, row.cols.min}, {"largest", row.rows.max, row.cols.max}};
}

/// `now` in another size: what fits stays, and new entries are the legal number nearest to 0.
inline params::Value resized(const params::Row& row, const params::Value& now, const LegalSize& size) {
  const Mat& from = std::get<Mat>(now);
  const double nothing = row.type == params::Type::kMask ? 0 : std::clamp(0.0, row.min, row.max);
  Mat to = Mat::Constant(size.rows, size.cols, static_cast<Real>(nothing));
  const Index rows = std::min(from.rows(), to.rows()), cols = std::min(from.cols(), to.cols());
  to.topLeftCorner(rows, cols) = from.topLeftCorner(rows, cols);
  return to;
}

}  // namespace attn::lessons
