// attention-stills --out DIR [--weights DIR] [--size WxH]: draws every figure of every lesson and of the prelude at its defaults, and every
// scene of a lesson's text that is another picture. It needs no window and no GPU, and runs natively and in Node.
//
// Trained lessons begin with their shipped weights, <name>.safetensors in the folder --weights.
//
// It writes <slug>-<figure>-<light|dark>.svg, prelude-card-<light|dark>.svg, <slug>-scene-<section>-<light|dark>.svg, and these files:
// scenes.json with a sentence for each scene, numbers.json with all results as numbers (by which the native and the web build are
// compared), course.json with what the lessons declare (from which the pages' reference is made), and theme.css with the colours.
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>

#include "api/calls.h"
#include "base/json.h"
#include "canvas/theme.h"
#include "programs/files.h"
#include "programs/options.h"
#include "programs/weight_files.h"
#include "session/export.h"
#include "training/recipe.h"

namespace attn::programs {
namespace {

constexpr canvas::Size kCard{820, 430};  ///< the shape in which other sites show a page's picture

/// All lessons at their defaults, with their models loaded and measured.
using Course = std::vector<std::unique_ptr<api::Lab>>;

std::string open_lesson(const course::Entry& entry, const std::string& weights, Course* course) {
  course->push_back(std::make_unique<api::Lab>(entry.lesson()));
  const std::string late = catch_up(course->back()->session, weights, kCatchUpSeconds);
  return late.empty() ? late : std::string(entry.about.slug) + ": " + late;
}

std::string open_course(const std::string& weights, Course* course) {
  for (const course::Entry& entry : course::lessons())
    if (std::string error = open_lesson(entry, weights, course); !error.empty()) return error;
  return {};
}

/// {slug: {result: {shape, data}}}
std::string numbers_json(const Course& course) {
  std::vector<std::pair<std::string_view, std::string>> lessons;
  for (const auto& lab : course) {
    session::Session& session = lab->session;
    std::vector<std::pair<std::string_view, std::string>> results;
    for (const auto& row : session.lesson().results) {
      const course::Tensor tensor = session.results().read(row);
      std::vector<std::pair<std::string_view, std::string>> members = {
          {"shape", json::list(tensor.shape, [](int size) { return json::number(size); })},
          {"data", json::list(tensor.data, [](float x) { return json::number(static_cast<double>(x)); })}};
      if (tensor.share) members.emplace_back("share", "true");
      results.emplace_back(row.name, json::object(members));
    }
    lessons.emplace_back(session.lesson().slug, json::object(results));
  }
  return json::object(lessons);
}

/// What a lesson declares: the values of the calls that describe it, under their names.
std::string lesson_json(api::Lab& lab, int number) {
  const course::Lesson& lesson = lab.session.lesson();
  std::vector<std::pair<std::string_view, std::string>> members = {{"slug", json::string(lesson.slug)},
                                                                   {"number", json::number(number)},
                                                                   {"title", json::string(lesson.title)},
                                                                   {"summary", json::string(lesson.summary)}};
  if (lesson.recipes)
    members.emplace_back("weights", json::list(lesson.recipes().rows, [](const auto& recipe) { return json::string(recipe.name); }));
  for (std::string_view name : {"params", "figures", "results", "exercises", "describe"}) {
    constexpr std::string_view kHead = R"({"ok":true,"value":)";
    const std::string answer = api::call(lab, name, "", "");
    members.emplace_back(name, answer.substr(kHead.size(), answer.size() - kHead.size() - 1));
  }
  return json::object(members);
}

std::string course_json(const Course& course, const Course& prelude) {
  size_t index = 0;
  const std::string lessons =
      json::list(course, [&index](const auto& lab) { return lesson_json(*lab, course::lessons()[index++].number); });
  return json::object({{"lessons", lessons}, {"prelude", prelude.empty() ? "null" : lesson_json(*prelude.front(), 0)}});
}

/// Writes the open figure in both themes, as `<slug>-<name>-<theme>.svg`.
std::string write_still(session::Session& session, const std::string& folder, std::string_view name, canvas::Size size) {
  for (const bool dark : {false, true}) {
    const std::string file = std::string(session.lesson().slug) + "-" + std::string(name) + (dark ? "-dark" : "-light") + ".svg";
    const std::string svg = session::to_svg(session, dark, size, session::SvgText::kOutlines);
    if (std::string error = write_file(folder + file, svg); !error.empty()) return error;
  }
  return {};
}

std::string write_figures(const Course& course, const std::string& folder, canvas::Size size) {
  for (const auto& lab : course) {
    session::Session& session = lab->session;
    for (const auto& figure : session.lesson().figures) {
      session.figures().show(figure.id);
      if (std::string error = write_still(session, folder, figure.id, size); !error.empty()) return error;
    }
    session.figures().show(session.lesson().figures.front().id);
  }
  return {};
}

/// Writes the stills of the sections' scenes, except for those that are a figure at its defaults, and scenes.json: {slug: {section:
/// sentence}}.
std::string write_scenes(const std::string& weights, const std::string& folder, canvas::Size size) {
  std::vector<std::pair<std::string_view, std::string>> lessons;
  for (const course::Entry& entry : course::lessons()) {
    std::vector<std::pair<std::string_view, std::string>> sentences;
    for (const course::Scene& scene : entry.scenes) {
      session::Session session(entry.lesson());
      const std::string place = std::string(entry.about.slug) + ", " + std::string(scene.title) + ": ";
      const auto refused = session.open(entry.lesson(), scene.query);
      if (!refused.empty()) return place + refused.front().message;
      if (!scene.exercise.empty()) continue;
      if (const std::string late = catch_up(session, weights, kCatchUpSeconds); !late.empty()) return place + late;
      sentences.emplace_back(scene.id, json::string(session.describe()));
      if (scene.query == "figure=" + std::string(session.figures().current().id)) continue;
      if (std::string error = write_still(session, folder, "scene-" + std::string(scene.id), size); !error.empty()) return error;
    }
    lessons.emplace_back(entry.about.slug, json::object(sentences));
  }
  return write_file(folder + "scenes.json", json::object(lessons));
}

std::string write_all(const std::string& weights, const std::string& folder, canvas::Size size) {
  std::error_code failure;
  std::filesystem::create_directories(folder, failure);
  Course course, prelude;
  std::string error = open_course(weights, &course);
  if (const course::Entry* first = course::prelude(); first && error.empty()) error = open_lesson(*first, weights, &prelude);
  if (error.empty()) error = write_figures(course, folder, size);
  if (error.empty()) error = write_figures(prelude, folder, size);
  if (!prelude.empty() && error.empty()) error = write_still(prelude.front()->session, folder, "card", kCard);
  if (error.empty()) error = write_scenes(weights, folder, size);
  if (error.empty()) error = write_file(folder + "numbers.json", numbers_json(course));
  if (error.empty()) error = write_file(folder + "course.json", course_json(course, prelude));
  if (error.empty()) error = write_file(folder + "theme.css", canvas::css());
  return error;
}

int run(int argc, char** argv) {
  std::string folder, weights = "assets/weights";
  canvas::Size size{820, 0};
  for (int i = 1; i < argc; ++i) {
    const std::string flag = argv[i];
    if (flag == "--out" && i + 1 < argc) {
      folder = std::string(argv[++i]) + "/";
    } else if (flag == "--weights" && i + 1 < argc) {
      weights = argv[++i];
    } else if (flag == "--size" && i + 1 < argc && parse_size(argv[i + 1], &size).empty()) {
      ++i;
    } else {
      folder.clear();
      break;
    }
  }
  if (folder.empty()) {
    std::fprintf(stderr, "Usage: attention-stills --out DIR [--weights DIR] [--size WxH]\n");
    return 2;
  }
  const std::string error = write_all(weights, folder, size);
  if (error.empty()) return 0;
  std::fprintf(stderr, "%s\n", error.c_str());
  return 1;
}

}  // namespace
}  // namespace attn::programs

int main(int argc, char** argv) { return attn::programs::run(argc, argv); }
