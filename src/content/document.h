// A lesson's text as blocks and links, which the native reader draws and the tests follow. Nothing is drawn here.
//
// assets/lessons/README.md describes the dialect of Markdown. The web build makes its pages from the same files with other tools, so that
// this parser only has to produce the blocks; md4c parses the Markdown.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace attn::content {

enum class LinkKind { kNone, kSet, kShow, kFigure, kCode, kLesson, kScene, kUrl };

/// Where a link leads: `[sharper](set:temperature=0.2)` is {kSet, "temperature=0.2"}.
struct Link {
  LinkKind kind = LinkKind::kNone;
  std::string target;
};

/// Splits "set:..." and the like; any other destination is a kUrl.
Link parse_link(std::string_view destination);

/// A stretch of text in one style.
struct Run {
  enum class Kind {
    kText,
    kFormula,  ///< `text` is LaTeX
    kValue,    ///< `text` names a parameter, a scalar result or a cell: "temperature", "weights[0,1]"
  };
  Kind kind = Kind::kText;
  std::string text;
  bool strong = false, emphasis = false, code = false;
  Link link = {};
};

struct Block {
  enum class Kind {
    kHeading,
    kParagraph,
    kMistake,  ///< a paragraph that begins with "Common mistake."
    kItem,     ///< an item of a list
    kQuotation,
    kFormula,      ///< a formula on a line of its own; `text` is LaTeX
    kFigure,       ///< `text` is the figure's id, the runs say what it shows
    kCode,         ///< `text` is the source
    kTableRow,     ///< `cells` holds the columns
    kPrediction,   ///< a possible answer of the exercise; `number` is its index
    kExplanation,  ///< the exercise's explanation, which is shown once the answer has been checked
    kScene,        ///< the scene of the text from here on; `text` is its query, the runs are the label of its button
  };
  Kind kind = Kind::kParagraph;
  int level = 0;   ///< of a heading: 1 to 6; of an item: its depth from 1
  int number = 0;  ///< of an item in a numbered list: its number; of a prediction: its index; else 0
  std::string text;
  std::string exercise;  ///< the id of the exercise this block belongs to, or empty
  std::string section;   ///< the anchor of the section this block belongs to; empty before the first
  std::string scene;     ///< of a kScene: its id, which is the section's anchor, or for a section's second scene the anchor and "-2"
  std::vector<Run> runs;
  std::vector<std::vector<Run>> cells;
};

struct Document {
  std::string title;  ///< the heading of level 1
  std::vector<Block> blocks;
};

/// Parses a lesson's text. This never fails: what the dialect does not know is text.
Document parse(std::string_view markdown);

/// The text of the runs without styles. Formulas and values are as they were written.
std::string plain_text(const std::vector<Run>& runs);

/// An exercise: its id, the number of predictions that its text offers, and its scene.
struct ExerciseText {
  std::string id;
  int predictions = 0;
  bool explained = false;
  std::string scene = {};  ///< empty where none is stated
};
std::vector<ExerciseText> exercises(const Document& document);

/// The anchor of a heading in the lesson's page: lowercase words with `-` between them.
std::string anchor_of(std::string_view heading);

/// A scene that the text states. The first of a section has the heading as its title, a later one a title of its own.
struct SceneText {
  std::string id, title, exercise, query;
  bool in_place = false;  ///< whether it is right below the heading, or is not the section's first
};
std::vector<SceneText> scenes(const Document& document);

}  // namespace attn::content
