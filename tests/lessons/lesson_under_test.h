// A lesson, used only by its public functions: set by text, compute, read by name, predict, explain, train.
//
// A name that the lesson lacks ends the test with a message that lists those it has.
//
// In a trained lesson every set() that changes a parameter which restarts training makes a new model, and this at once takes as many steps
// as `steps` says. load_weights() loads the shipped weights from assets/weights.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>

#include "compute/backend.h"
#include "course/lesson.h"
#include "lessons/named.h"
#include "training/curves.h"
#include "training/recipe.h"
#include "unit/params/print_params.h"

namespace attn {

class LessonUnderTest {
 public:
  explicit LessonUnderTest(std::string_view slug) : lesson_(course::find(slug)) {
    if (!lesson_)
      end_test("There is no lesson \"" + std::string(slug) + "\" in this program, which has " +
               session::names_of(course::lessons(), [](const course::Entry& entry) { return entry.about.slug; }) + ".");
    settled_ = lesson_->defaults();
    params_ = lesson_->defaults();
    settle();
  }

  /// Applies a query string, as a link of the text does. An unknown parameter or an illegal value fails the test. What addresses state
  /// besides parameters (kReservedNames) is passed over.
  LessonUnderTest& set(std::string_view query) {
    for (const auto& [id, text] : params::parse_query(query)) {
      const bool reserved = std::find(kReservedNames.begin(), kReservedNames.end(), id) != kReservedNames.end();
      if (!reserved && !params::find(lesson_->rows, id))
        ADD_FAILURE() << session::unknown("parameter", id, session::names_of(lesson_->rows, kId));
    }
    for (const params::Refusal& refusal : params::apply_query(lesson_->rows, query, params_.get()))
      ADD_FAILURE() << refusal.id << ": " << refusal.message;
    return settle();
  }
  LessonUnderTest& set_matrix(std::string_view id, const Mat& value) {
    const std::string why = params::set_value(row_of(id), params_.get(), value);
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
    attend();
    compute();
    return all;
  }
  LessonUnderTest& train(int steps) {
    return set("steps=" + std::to_string(static_cast<int>(std::get<double>(row_of("steps").get(params_.get()))) + steps));
  }
  /// Measures the model on held-out data, until there is no more to measure.
  LessonUnderTest& measure() {
    attend();
    while (model_->measure()) {
    }
    compute();
    return *this;
  }
  /// Looks at a figure, which from now on prepares what it alone shows.
  LessonUnderTest& look_at(std::string_view figure) {
    looked_at_ = &named("figure", figure, lesson_->figures, kId);
    compute();
    return *this;
  }
  course::HaltReason halt() const { return model_->halt(); }
  double metric(std::string_view name) const { return named("metric", name, model_->metrics(), kName).value; }
  course::Model* model() { return model_.get(); }

  /// A matrix, a mask (0 and 1) or points.
  Mat matrix(std::string_view id) const {
    const params::Value value = row_of(id).get(params_.get());
    if (!std::holds_alternative<Mat>(value))
      end_test("\"" + std::string(id) + "\" is of type " + std::string(params::type_name(row_of(id).type)) + " and no matrix.");
    return std::get<Mat>(value);
  }

  course::Tensor read(std::string_view name) const {
    return named("result", name, lesson_->results, kName).read(params_.get(), result_.get());
  }
  /// The cell i, j of a result.
  double at(std::string_view name, int i = 0, int j = 0) const {
    const course::Tensor t = read(name);
    if (t.has(i, j)) return static_cast<double>(t.at(i, j));
    ADD_FAILURE() << name << "[" << i << "," << j << "] is outside: " << name << " has " << t.row_count() << " x " << t.col_count()
                  << " cells";
    return 0;
  }

  course::Verdict check(std::string_view exercise, int prediction = -1) const {
    return named("exercise", exercise, lesson_->exercises, kId).check(params_.get(), result_.get(), prediction, compute::cpu());
  }
  formula::Explanation explain(std::string_view name, int i = 0, int j = 0) const {
    std::vector<course::Lesson::ResultRow> rows = lesson_->results;
    rows.insert(rows.end(), lesson_->inputs.begin(), lesson_->inputs.end());
    return named("result", name, rows, kName).explain(params_.get(), result_.get(), i, j);
  }
  std::string complaint(std::string_view id) const { return lesson_->complaint(params_.get(), id); }
  std::string describe() const { return lesson_->describe(params_.get(), result_.get()); }
  /// The description of one of its figures.
  std::string describe(std::string_view figure) const {
    return named("figure", figure, lesson_->figures, kId).describe(params_.get(), result_.get());
  }

  const course::Lesson& lesson() const { return *lesson_; }
  void* params() { return params_.get(); }
  const void* result() const { return result_.get(); }

  /// The bytes of a shipped model's weights; false where there are none.
  static bool read_weights(std::string_view name, std::string* bytes) {
    std::ifstream file(std::string(ATTN_SOURCE_DIR) + "/assets/weights/" + std::string(name) + ".safetensors", std::ios::binary);
    std::ostringstream content;
    content << file.rdbuf();
    *bytes = content.str();
    return static_cast<bool>(file);
  }

 private:
  void attend() {
    if (!lesson_->training.attend) return;
    lesson_->training.attend(params_.get(), *model_);
    catch_up();
  }
  LessonUnderTest& settle() {
    lesson_->settle(settled_.get(), params_.get());
    settled_ = lesson_->copy(params_.get());
    if (lesson_->training) catch_up();
    compute();
    return *this;
  }
  const params::Row& row_of(std::string_view id) const { return named("parameter", id, lesson_->rows, kId); }
  void compute() {
    result_ = lesson_->compute(params_.get(), model_.get(), compute::cpu());
    if (looked_at_ && looked_at_->prepare) looked_at_->prepare(params_.get(), result_.get());
  }

  void catch_up() {
    const int wanted = static_cast<int>(std::get<double>(row_of("steps").get(params_.get())));
    bool restart = !model_ || model_->steps() > wanted;
    for (const params::Row& row : lesson_->rows)
      restart = restart || (row.restarts_training && !params::equal(row, params_.get(), trained_with_.get()));
    if (restart) model_ = lesson_->training.start(params_.get());
    trained_with_ = lesson_->copy(params_.get());
    if (!model_->fixed().empty()) return;
    while (model_->steps() < wanted && halt().halt != course::Halt::kDiverged) model_->step();
  }

  const course::Lesson* lesson_;
  const course::Lesson::Figure* looked_at_ = nullptr;
  course::Lesson::Params params_, settled_, trained_with_;
  std::shared_ptr<course::Model> model_;  ///< null where nothing is trained
  course::Lesson::Result result_;
};

}  // namespace attn
