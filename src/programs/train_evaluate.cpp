#include "programs/train_evaluate.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "base/json.h"
#include "base/text.h"
#include "course/lesson.h"
#include "programs/files.h"
#include "programs/train_model.h"
#include "programs/train_progress.h"
#include "training/evaluation.h"

namespace attn::programs {
namespace {

std::string value_text(double value, bool percent) { return std::isnan(value) ? "" : percent ? percent_text(value) : fixed(value, 1); }

std::string requirement_text(const training::EvaluationRow& row) {
  if (std::isnan(row.required) || !row.problem.empty()) return "";
  return (row.at_most ? "at most " : "at least ") + value_text(row.required, row.percent);
}

void print_table(const std::vector<std::vector<std::string>>& lines) {
  std::vector<std::size_t> widths(lines[0].size());
  for (const auto& line : lines)
    for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], line[i].size());
  for (const auto& line : lines) {
    std::string text;
    for (std::size_t i = 0; i < line.size(); ++i) text += line[i] + std::string(widths[i] + 2 - line[i].size(), ' ');
    text.erase(text.find_last_not_of(' ') + 1);
    std::printf("%s\n", text.c_str());
  }
}

void print_json(const std::vector<training::EvaluationRow>& rows) {
  const std::string text = json::list(rows, [](const training::EvaluationRow& row) {
    return json::object({{"name", json::string(row.name)},
                         {"metric", json::string(row.metric)},
                         {"score", json::string(row.score)},
                         {"versus", json::string(row.versus)},
                         {"below", json::boolean(row.below)},
                         {"value", json::number(row.value)},
                         {"required", json::number(row.required)},
                         {"percent", json::boolean(row.percent)},
                         {"atMost", json::boolean(row.at_most)},
                         {"passed", json::boolean(row.passed)},
                         {"problem", json::string(row.problem)},
                         {"lesson", json::string(row.lesson)},
                         {"query", json::string(row.query)},
                         {"reach", json::number(row.reach)}});
  });
  std::printf("%s\n", text.c_str());
}

void print_rows(const std::vector<training::EvaluationRow>& rows) {
  std::vector<std::vector<std::string>> lines = {{"model", "measured", "value", "required", ""}};
  int required = 0, missed = 0;
  for (const training::EvaluationRow& row : rows) {
    required += !std::isnan(row.required);
    missed += !row.passed;
    const std::string value = row.problem.empty() ? value_text(row.value, row.percent) : row.problem;
    lines.push_back({row.name, row.metric, value, requirement_text(row), std::isnan(row.required) ? "" : row.passed ? "passed" : "MISSED"});
  }
  print_table(lines);
  std::printf("\n%d of %d required results reached.\n", required - missed, required);
}

}  // namespace

int print_evaluation(const std::string& folder, bool json) {
  training::EvaluationOptions options;
  options.progress = [](double progress, const std::string& name) { std::fprintf(stderr, "%3.0f %%  %s\n", 100 * progress, name.c_str()); };
  const auto read = [&folder](std::string_view name) {
    std::string weights;
    return read_file(folder + "/" + std::string(name) + ".safetensors", &weights).empty() ? weights : std::string();
  };
  const std::vector<training::EvaluationRow> rows = training::evaluate(course::recipes(), read, options);
  json ? print_json(rows) : print_rows(rows);
  return std::all_of(rows.begin(), rows.end(), [](const training::EvaluationRow& row) { return row.passed; }) ? kDone : kFailed;
}

}  // namespace attn::programs
