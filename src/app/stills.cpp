// attention-stills --out DIR [--size WxH]: every figure of every lesson at its defaults, drawn without a window or a GPU.
//
// Writes <slug>-<figure>-<light|dark>.svg; numbers.json, all results as numbers (the native and the web build are compared by it);
// course.json, what the lessons declare (the pages' reference is made from it); theme.css, the colours. Runs natively and in Node.
#include <cstdio>
#include <filesystem>
#include <string>

#include "app/calls.h"
#include "app/export.h"
#include "app/files.h"
#include "app/json.h"
#include "app/options.h"
#include "ui/theme.h"

namespace attn::app {
namespace {

/// {slug: {result: {shape, data}}}
std::string numbers_json() {
  std::vector<std::pair<std::string_view, std::string>> lessons;
  for (const course::Entry& entry : course::lessons()) {
    Session session(*entry.lesson);
    std::vector<std::pair<std::string_view, std::string>> results;
    for (const auto& row : entry.lesson->results) {
      const course::Tensor tensor = session.read(row);
      results.emplace_back(row.name,
                           json::object({{"shape", json::list(tensor.shape, [](int size) { return json::number(size); })},
                                         {"data", json::list(tensor.data, [](float x) { return json::number(static_cast<double>(x)); })}}));
    }
    lessons.emplace_back(entry.lesson->slug, json::object(results));
  }
  return json::object(lessons);
}

/// What the lessons declare: the values of the calls that describe a lesson, under their names.
std::string course_json() {
  const std::string lessons = json::list(course::lessons(), [](const course::Entry& entry) {
    Lab lab(*entry.lesson);
    std::vector<std::pair<std::string_view, std::string>> members = {{"slug", json::string(entry.lesson->slug)},
                                                                     {"number", json::number(entry.number)},
                                                                     {"title", json::string(entry.lesson->title)},
                                                                     {"summary", json::string(entry.lesson->summary)}};
    for (std::string_view name : {"params", "figures", "results", "exercises", "describe"}) {
      constexpr std::string_view kHead = R"({"ok":true,"value":)";
      const std::string answer = call(lab, name, "", "");
      members.emplace_back(name, answer.substr(kHead.size(), answer.size() - kHead.size() - 1));
    }
    return json::object(members);
  });
  return json::object({{"lessons", lessons}});
}

std::string write_figures(const std::string& folder, ui::Size size) {
  for (const course::Entry& entry : course::lessons()) {
    Session session(*entry.lesson);
    for (const auto& figure : entry.lesson->figures) {
      session.show_figure(figure.id);
      for (const bool dark : {false, true}) {
        const std::string name = std::string(entry.lesson->slug) + "-" + std::string(figure.id) + (dark ? "-dark" : "-light") + ".svg";
        if (std::string error = write_file(folder + name, to_svg(session, dark, size)); !error.empty()) return error;
      }
    }
  }
  return {};
}

int run(int argc, char** argv) {
  std::string folder;
  ui::Size size{820, 0};
  for (int i = 1; i < argc; ++i) {
    const std::string flag = argv[i];
    if (flag == "--out" && i + 1 < argc) {
      folder = std::string(argv[++i]) + "/";
    } else if (flag == "--size" && i + 1 < argc && parse_size(argv[i + 1], &size).empty()) {
      ++i;
    } else {
      folder.clear();
      break;
    }
  }
  if (folder.empty()) {
    std::fprintf(stderr, "Usage: attention-stills --out DIR [--size WxH]\n");
    return 2;
  }
  std::error_code failure;
  std::filesystem::create_directories(folder, failure);
  std::string error = write_figures(folder, size);
  if (error.empty()) error = write_file(folder + "numbers.json", numbers_json());
  if (error.empty()) error = write_file(folder + "course.json", course_json());
  if (error.empty()) error = write_file(folder + "theme.css", ui::css());
  if (error.empty()) return 0;
  std::fprintf(stderr, "%s\n", error.c_str());
  return 1;
}

}  // namespace
}  // namespace attn::app

int main(int argc, char** argv) { return attn::app::run(argc, argv); }
