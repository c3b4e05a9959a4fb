// Sets parameters to other values than their defaults, for tests of what must hold whatever the reader sets.
#pragma once

#include <algorithm>
#include <string>

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

}  // namespace attn::lessons
