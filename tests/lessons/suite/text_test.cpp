// Every lesson's text against its code: each link, live value, figure and exercise of the text is one that the lesson has.
#include <gtest/gtest.h>

#include <cctype>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "canvas/regions.h"
#include "course/lesson.h"
#include "lessons/named.h"
#include "lessons/suite/lesson_text.h"
#include "session/names.h"
#include "session/session.h"

namespace attn::lessons {
namespace {

using content::LinkKind;
using content::Run;

std::string read_file(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// Whether some lesson of the course is called `slug`; a lesson's test program holds that lesson alone, so the texts are asked.
bool has_text(const std::string& slug) {
  for (const auto& file : std::filesystem::directory_iterator(std::string(ATTN_SOURCE_DIR) + "/assets/lessons")) {
    const std::string name = file.path().filename().string();
    if (name.size() > 3 && name.substr(3) == slug + ".md") return true;
  }
  return false;
}

/// The parameters `id` of a link "slug?id=*&id=value".
std::vector<std::string> taken_along(const std::string& target) {
  std::vector<std::string> ids;
  for (size_t end = target.find("=*"); end != std::string::npos; end = target.find("=*", end + 1))
    ids.push_back(target.substr(target.find_last_of("?&", end) + 1, end - target.find_last_of("?&", end) - 1));
  return ids;
}

/// An open lesson at its defaults.
struct Opened {
  const course::Lesson& lesson;
  course::Lesson::Params params = lesson.defaults();
  std::unique_ptr<course::Model> model = lesson.training ? lesson.training.start(params.get()) : nullptr;
  course::Lesson::Result result = lesson.compute(params.get(), model.get(), compute::cpu());

  const course::Lesson::ResultRow* find_result(std::string_view name) const {
    for (const auto* rows : {&lesson.results, &lesson.inputs})
      for (const auto& row : *rows)
        if (row.name == name) return &row;
    return nullptr;
  }

  /// Whether `id` names a result, or a cell that it has.
  bool has_cell(std::string_view id) const {
    const canvas::RegionId cell = canvas::parse_region_id(id);
    const auto* row = find_result(cell.name);
    if (!row) return false;
    return cell.row < 0 || row->read(params.get(), result.get()).has(cell.row, std::max(cell.col, 0));
  }

  /// Why there is no figure `id`, or empty.
  std::string lacks_figure(std::string_view id) const {
    for (const auto& figure : lesson.figures)
      if (figure.id == id) return {};
    return session::unknown("figure", id, session::names_of(lesson.figures, kId));
  }

  /// Why a `set:` or a `scene:` link would be refused, or empty.
  std::string refusal_of(const std::string& query) const {
    const course::Lesson::Params copy = lesson.copy(params.get());
    for (const auto& [id, text] : params::parse_query(query)) {
      std::string why;
      const params::Row* row = params::find(lesson.rows, id);
      if (id == "figure")
        why = lacks_figure(text);
      else if (row)
        why = params::set_text(*row, copy.get(), text);
      else if (id != "backend" || (text != "cpu" && text != "gl"))
        why = session::unknown("parameter", id, session::names_of(lesson.rows, kId));
      if (!why.empty()) return why;
    }
    return {};
  }
};

/// Whether src/<file>#<symbol> is there.
bool has_code(const std::string& target) {
  const size_t hash = target.find('#');
  const std::string source = read_file(std::string(ATTN_SOURCE_DIR) + "/src/" + target.substr(0, hash));
  return !source.empty() && hash != target.npos && source.find(target.substr(hash + 1)) != source.npos;
}

void check_run(const Opened& opened, const Run& run) {
  if (run.kind == Run::Kind::kValue) {
    EXPECT_TRUE(params::find(opened.lesson.rows, run.text) || opened.has_cell(run.text)) << "live value {" << run.text << "}";
  }
  const std::string& target = run.link.target;
  switch (run.link.kind) {
    case LinkKind::kSet:
      EXPECT_EQ(opened.refusal_of(target), "") << "set:" << target;
      break;
    case LinkKind::kScene:
      EXPECT_EQ(opened.refusal_of(target), "") << "scene:" << target;
      break;
    case LinkKind::kShow:
      EXPECT_TRUE(opened.has_cell(target)) << "show:" << target;
      break;
    case LinkKind::kFigure:
      EXPECT_EQ(opened.lacks_figure(target), "") << "figure:" << target;
      break;
    case LinkKind::kCode:
      EXPECT_TRUE(has_code(target)) << "code:" << target;
      break;
    case LinkKind::kLesson:
      EXPECT_TRUE(has_text(target.substr(0, target.find('?')))) << "lesson:" << target;
      for (const std::string& id : taken_along(target)) EXPECT_TRUE(params::find(opened.lesson.rows, id)) << id << " in lesson:" << target;
      break;
    case LinkKind::kUrl:
      EXPECT_EQ(target.rfind("https://", 0), 0u) << target;
      break;
    case LinkKind::kNone:
      break;
  }
}

TEST(Text, EveryLinkValueAndFigureResolves) {
  ASSERT_FALSE(course::lessons().empty());
  for (const course::Entry& entry : course::lessons()) {
    SCOPED_TRACE(std::string(entry.about.slug));
    const content::Document document = content::parse(text_of(entry));
    const Opened opened{entry.lesson()};
    for (const content::Block& block : document.blocks) {
      for (const content::Run& run : block.runs) check_run(opened, run);
      for (const auto& cell : block.cells)
        for (const content::Run& run : cell) check_run(opened, run);
      if (block.kind != content::Block::Kind::kFigure) continue;
      EXPECT_EQ(opened.lacks_figure(block.text), "") << "figure:" << block.text;
      EXPECT_GE(content::plain_text(block.runs).size(), 20u) << "the alt text of " << block.text << " says what it shows";
    }
  }
}

TEST(Text, EveryFigureOfALessonIsShownInItsText) {
  for (const course::Entry& entry : course::lessons()) {
    const content::Document document = content::parse(text_of(entry));
    for (const auto& figure : entry.lesson().figures) {
      bool shown = false;
      for (const content::Block& block : document.blocks) shown |= block.kind == content::Block::Kind::kFigure && block.text == figure.id;
      EXPECT_TRUE(shown) << entry.about.slug << ": " << figure.id;
    }
  }
}

TEST(Text, ExercisesOfTextAndCodeAreTheSame) {
  for (const course::Entry& entry : course::lessons()) {
    SCOPED_TRACE(std::string(entry.about.slug));
    const auto written = content::exercises(content::parse(text_of(entry)));
    const auto& stated = entry.lesson().exercises;
    const std::string text = text_file_of(entry), code = "src/lessons/" + folder_of(entry) + "/lesson.cpp";
    ASSERT_EQ(session::names_of(written, kId), session::names_of(stated, kId))
        << "The first are the exercises of " << text << ", the second those that " << code
        << " states. A wording begins with a heading that ends in {exercise=id}.";
    EXPECT_GE(written.size(), 2u) << "a lesson has two exercises at least";
    for (size_t i = 0; i < written.size(); ++i) {
      const std::string of = "the exercise " + written[i].id + " of " + text;
      EXPECT_EQ(written[i].predictions, stated[i].predictions)
          << "The first is how many predictions (- [ ] ...) " << of << " offers, the second how many " << code << " states.";
      EXPECT_TRUE(written[i].explained) << of << " has no quotation (> ...), which is its explanation";
      EXPECT_NE(written[i].scene, "") << of << " has no scene of its own";
      EXPECT_EQ(written[i].scene, course::scene_of(entry.lesson(), written[i].id)) << of;
    }
  }
}

TEST(Text, ScenesStandBesideTheirHeadingsAndAreThoseOfTheProgram) {
  for (const course::Entry& entry : course::lessons()) {
    SCOPED_TRACE(std::string(entry.about.slug));
    const auto written = content::scenes(content::parse(text_of(entry)));
    ASSERT_EQ(session::names_of(written, kId), session::names_of(entry.scenes, kId));
    std::set<std::string> ids = {std::string(session::Scenes::kTopScene)};
    for (size_t i = 0; i < written.size(); ++i) {
      SCOPED_TRACE(written[i].id);
      EXPECT_EQ(written[i].id, entry.scenes[i].id);
      EXPECT_EQ(written[i].title, entry.scenes[i].title);
      EXPECT_EQ(written[i].exercise, entry.scenes[i].exercise);
      EXPECT_EQ(written[i].query, entry.scenes[i].query);
      EXPECT_TRUE(written[i].in_place) << "it does not stand right below its heading";
      EXPECT_TRUE(ids.insert(written[i].id).second) << "another section has this anchor";
    }
  }
}

TEST(Text, EverySectionHasASceneButThoseOfTheEnd) {
  const std::set<std::string> of_the_end = {"what-you-now-know", "references"};
  for (const course::Entry& entry : course::lessons()) {
    const content::Document document = content::parse(text_of(entry));
    std::set<std::string> with_scene;
    for (const content::SceneText& scene : content::scenes(document)) with_scene.insert(scene.id);
    for (const content::Block& block : document.blocks)
      if (block.kind == content::Block::Kind::kHeading && block.level > 1 && !of_the_end.count(block.section)) {
        EXPECT_TRUE(with_scene.count(block.section)) << entry.about.slug << ": " << block.section;
      }
  }
}

TEST(Text, BeginsWithTheLessonsTitleAndEndsWithReferences) {
  for (const course::Entry& entry : course::lessons()) {
    SCOPED_TRACE(std::string(entry.about.slug));
    const content::Document document = content::parse(text_of(entry));
    EXPECT_EQ(document.title, entry.about.title);
    std::string last;
    bool mistake = false;
    for (const content::Block& block : document.blocks) {
      if (block.kind == content::Block::Kind::kHeading) last = content::plain_text(block.runs);
      mistake |= block.kind == content::Block::Kind::kMistake;
    }
    EXPECT_EQ(last, "References");
    EXPECT_TRUE(mistake) << "the common mistake";
  }
}

TEST(Text, NothingIsUnfinished) {
  for (const course::Entry& entry : course::lessons()) {
    const std::string text = text_of(entry);
    for (const char* mark : {"TODO", "FIXME", "lorem", "Lorem", "TBD", "coming soon"})
      EXPECT_EQ(text.find(mark), text.npos) << entry.about.slug << ": " << mark;
  }
}

}  // namespace
}  // namespace attn::lessons
