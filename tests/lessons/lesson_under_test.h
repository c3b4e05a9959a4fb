// A lesson, used only by its public functions: set by text, compute, read by name, predict, explain, train.
//
// In a trained lesson every set() that changes a parameter which restarts training makes a new model, and this at once takes as many steps
// as `steps` says. load_weights() loads the shipped weights from assets/weights.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>

#include "compute/backend.h"
#include "course/lesson.h"
#include "training/curves.h"
#include "training/recipe.h"

namespace attn {

class LessonUnderTest {
 public:
  explicit LessonUnderTest(std::string_view slug) : lesson_(course::find(slug)) {
    if (!lesson_) ADD_FAILURE() << "no lesson " << slug;
    settled_ = lesson_->defaults();
    params_ = lesson_->defaults();
    settle();
  }

  /// Applies a query string, as a link of the text does. An illegal value fails the test.
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
  /// Gives the lesson a text as data, as when a file is dropped.
  course::Import take(std::string_view text) {
    const course::Import import = lesson_->take_data(params_.get(), text);
    settle();
    return import;
  }
  /// Loads the shipped weights that the parameters ask for into the model and those beside it, as far as their files exist. Returns whether
  /// all do.
  bool load_weights() {
    const auto& training = lesson_->training;
    bool all = true;
    const auto put = [&all](const training::Recipe* recipe, const auto& load) {
      std::string bytes;
      if (!read_weights(recipe->name, &bytes)) return void(all = false);
      EXPECT_EQ(load(bytes), "") << recipe->name;
    };
    for (const training::Recipe* recipe : training::at_most_one(training.weights(params_.get())))
      put(recipe, [this](const std::string& bytes) { return model_->load(bytes); });
    for (const training::Recipe* recipe : training.beside(params_.get()))
      put(recipe, [&](const std::string& bytes) { return model_->load_beside(*recipe, bytes); });
    compute();
    return all;
  }
  LessonUnderTest& train(int steps) {
    const params::Row& row = *params::find(lesson_->rows, "steps");
    return set("steps=" + std::to_string(static_cast<int>(std::get<double>(row.get(params_.get()))) + steps));
  }
  /// Measures the model on held-out data, until there is no more to measure.
  LessonUnderTest& measure() {
    while (model_->measure()) {
    }
    compute();
    return *this;
  }
  course::HaltReason halt() const { return model_->halt(); }
  double metric(std::string_view name) const {
    for (const course::Metric& m : model_->metrics())
      if (m.name == name) return m.value;
    ADD_FAILURE() << "no metric " << name;
    return 0;
  }
  course::Model* model() { return model_.get(); }

  Mat matrix(std::string_view id) const { return std::get<Mat>(params::find(lesson_->rows, id)->get(params_.get())); }

  course::Tensor read(std::string_view name) const {
    for (const auto& row : lesson_->results)
      if (row.name == name) return row.read(params_.get(), result_.get());
    ADD_FAILURE() << "no result " << name;
    return {};
  }
  /// The cell i, j of a result.
  double at(std::string_view name, int i = 0, int j = 0) const {
    const course::Tensor t = read(name);
    if (t.has(i, j)) return static_cast<double>(t.at(i, j));
    ADD_FAILURE() << name << "[" << i << "," << j << "] is outside";
    return 0;
  }

  course::Verdict check(std::string_view exercise, int prediction = -1) const {
    for (const auto& row : lesson_->exercises)
      if (row.id == exercise) return row.check(params_.get(), result_.get(), prediction, compute::cpu());
    ADD_FAILURE() << "no exercise " << exercise;
    return {};
  }
  formula::Explanation explain(std::string_view name, int i = 0, int j = 0) const {
    for (const auto* rows : {&lesson_->results, &lesson_->inputs})
      for (const auto& row : *rows)
        if (row.name == name) return row.explain(params_.get(), result_.get(), i, j);
    return {};
  }
  std::string complaint(std::string_view id) const { return lesson_->complaint(params_.get(), id); }
  std::string describe() const { return lesson_->describe(params_.get(), result_.get()); }
  /// The description of one of its figures.
  std::string describe(std::string_view figure) const {
    for (const auto& row : lesson_->figures)
      if (row.id == figure) return row.describe(params_.get(), result_.get());
    ADD_FAILURE() << "no figure " << figure;
    return {};
  }

  const course::Lesson& lesson() const { return *lesson_; }
  void* params() { return params_.get(); }
  const void* result() const { return result_.get(); }

 private:
  LessonUnderTest& settle() {
    lesson_->settle(settled_.get(), params_.get());
    settled_ = lesson_->copy(params_.get());
    if (lesson_->training) catch_up();
    compute();
    return *this;
  }
  void compute() { result_ = lesson_->compute(params_.get(), model_.get(), compute::cpu()); }

  void catch_up() {
    const int wanted = static_cast<int>(std::get<double>(params::find(lesson_->rows, "steps")->get(params_.get())));
    bool restart = !model_ || model_->steps() > wanted;
    for (const params::Row& row : lesson_->rows)
      restart = restart || (row.restarts_training && !params::equal(row, params_.get(), trained_with_.get()));
    if (restart) model_ = lesson_->training.start(params_.get());
    trained_with_ = lesson_->copy(params_.get());
    while (model_->steps() < wanted && halt().halt != course::Halt::kDiverged) model_->step();
  }
  static bool read_weights(std::string_view name, std::string* bytes) {
    std::ifstream file(std::string(ATTN_SOURCE_DIR) + "/assets/weights/" + std::string(name) + ".safetensors", std::ios::binary);
    std::ostringstream content;
    content << file.rdbuf();
    *bytes = content.str();
    return static_cast<bool>(file);
  }

  const course::Lesson* lesson_;
  course::Lesson::Params params_, settled_, trained_with_;
  std::shared_ptr<course::Model> model_;  ///< null where nothing is trained
  course::Lesson::Result result_;
};

}  // namespace attn
