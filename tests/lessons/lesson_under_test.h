// A lesson through its public verbs only: set by text, compute, read by name, predict, explain.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "compute/backend.h"
#include "course/lesson.h"

namespace attn {

class LessonUnderTest {
 public:
  explicit LessonUnderTest(std::string_view slug) : lesson_(course::find(slug)) {
    if (!lesson_) ADD_FAILURE() << "no lesson " << slug;
    params_ = lesson_->defaults();
    compute();
  }

  /// As a link of the text does: a query string. Illegal values are failures.
  LessonUnderTest& set(std::string_view query) {
    for (const params::Refusal& refusal : params::apply_query(lesson_->rows, query, params_.get()))
      ADD_FAILURE() << refusal.id << ": " << refusal.message;
    return settle();
  }
  LessonUnderTest& set_matrix(std::string_view id, const Mat& value) {
    const std::string why = params::set_value(*params::find(lesson_->rows, id), params_.get(), value);
    if (!why.empty()) ADD_FAILURE() << why;
    return settle();
  }
  /// As when a file is dropped.
  course::Import take(std::string_view text) {
    const course::Import import = lesson_->take_data(params_.get(), text);
    settle();
    return import;
  }
  Mat matrix(std::string_view id) const { return std::get<Mat>(params::find(lesson_->rows, id)->get(params_.get())); }

  course::Tensor read(std::string_view name) const {
    for (const auto& row : lesson_->results)
      if (row.name == name) return row.read(params_.get(), result_.get());
    ADD_FAILURE() << "no result " << name;
    return {};
  }
  /// Entry i, j of a result with two dimensions.
  double at(std::string_view name, int i = 0, int j = 0) const {
    const course::Tensor t = read(name);
    const int cols = t.shape.empty() ? 1 : t.shape.back();
    const size_t k = static_cast<size_t>(i * cols + j);
    if (k >= t.data.size()) {
      ADD_FAILURE() << name << "[" << i << "," << j << "] is outside";
      return 0;
    }
    return static_cast<double>(t.data[k]);
  }

  course::Verdict check(std::string_view exercise, int prediction = -1) const {
    for (const auto& row : lesson_->exercises)
      if (row.id == exercise) return row.check(params_.get(), result_.get(), prediction, compute::cpu());
    ADD_FAILURE() << "no exercise " << exercise;
    return {};
  }
  ui::Explanation explain(std::string_view name, int i = 0, int j = 0) const {
    return lesson_->explain(params_.get(), result_.get(), name, i, j);
  }
  std::string describe() const { return lesson_->describe(params_.get(), result_.get()); }

  const course::Lesson& lesson() const { return *lesson_; }
  void* params() { return params_.get(); }
  const void* result() const { return result_.get(); }

 private:
  LessonUnderTest& settle() {
    lesson_->settle(params_.get());
    compute();
    return *this;
  }
  void compute() { result_ = lesson_->compute(params_.get(), nullptr, compute::cpu()); }

  const course::Lesson* lesson_;
  course::Lesson::Params params_;
  course::Lesson::Result result_;
};

}  // namespace attn
