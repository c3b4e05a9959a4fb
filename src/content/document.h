// A lesson's text as blocks and links: what the native reader draws and what the tests resolve. No drawing here.
//
// The dialect is described in assets/lessons/README.md. The web build makes its pages from the same files with other tools, so this
// parser only has to give the blocks; md4c does the Markdown.
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

/// Splits "set:..." and its like; anything else is a kUrl.
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
    kItem,     ///< of a list
    kQuotation,
    kFormula,      ///< on a line of its own; `text` is LaTeX
    kFigure,       ///< `text` is the figure's id, the runs are what it shows
    kCode,         ///< `text` is the source
    kTableRow,     ///< `cells` holds the columns
    kPrediction,   ///< a possible answer of the exercise; `number` is its index
    kExplanation,  ///< of the exercise, for after the answer was checked
    kScene,        ///< of the text from here: `text` is the query of the picture that it is about, the runs are what the button says
  };
  Kind kind = Kind::kParagraph;
  int level = 0;   ///< heading: 1 to 6; item: depth from 1
  int number = 0;  ///< item of a numbered list: its number, else 0; prediction: its index
  std::string text;
  std::string exercise;  ///< the id of the exercise this block belongs to, or empty
  std::string section;   ///< the anchor of the section this block belongs to, or empty above the first
  std::string scene;     ///< of a kScene: its id, the section's anchor; of a section's second the anchor and "-2"
  std::vector<Run> runs;
  std::vector<std::vector<Run>> cells;
};

struct Document {
  std::string title;  ///< of the level 1 heading
  std::vector<Block> blocks;
};

/// Parses a lesson's text. Never fails: what is not of the dialect is text.
Document parse(std::string_view markdown);

/// The runs' text without styles; formulas and values as written.
std::string plain_text(const std::vector<Run>& runs);

/// The exercises' ids in order, each with its scene and the number of predictions its text offers.
struct ExerciseText {
  std::string id;
  int predictions = 0;
  bool explained = false;
  std::string scene = {};  ///< empty where none is stated
};
std::vector<ExerciseText> exercises(const Document& document);

/// The anchor of a heading in the lesson's page: lowercase words with `-` between them.
std::string anchor_of(std::string_view heading);

/// The scenes that the text states, in order. The first of a section bears the heading's words, a later one its own.
struct SceneText {
  std::string id, title, exercise, query;
  bool in_place = false;  ///< right below the heading, or not the section's first
};
std::vector<SceneText> scenes(const Document& document);

}  // namespace attn::content
