// Every sentence with live numbers, read in every state that a link of its lesson leads to: the numbers are there, and what the sentence
// claims of them (live_claims.h) holds.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <set>

#include "canvas/regions.h"
#include "lessons/live_claims.h"
#include "lessons/suite/lesson_text.h"
#include "programs/weight_files.h"
#include "session/session.h"

namespace attn::lessons {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__EMSCRIPTEN__)
constexpr size_t kStatesTried = 4;  ///< evenly spread; natively all are
#else
constexpr size_t kStatesTried = 1000;
#endif

struct Sentence {
  std::string words;  ///< formulas left out, live numbers as they are written
  std::vector<std::string> numbers;
};

/// The sentences of a block that hold a live number.
std::vector<Sentence> live_sentences_of(const content::Block& block) {
  std::vector<Sentence> sentences(1);
  for (const content::Run& run : runs_of(block)) {
    if (run.kind == content::Run::Kind::kFormula) continue;
    if (run.kind == content::Run::Kind::kValue) {
      sentences.back().words += "{" + run.text + "}";
      sentences.back().numbers.push_back(run.text);
      continue;
    }
    for (size_t i = 0; i < run.text.size(); ++i) {
      sentences.back().words += run.text[i];
      const bool ends =
          (run.text[i] == '.' || run.text[i] == '?' || run.text[i] == '!') && (i + 1 == run.text.size() || run.text[i + 1] == ' ');
      if (ends) sentences.emplace_back();
    }
  }
  std::erase_if(sentences, [](const Sentence& sentence) { return sentence.numbers.empty(); });
  return sentences;
}

/// A state that a link leads to: the link's query, on top of its section's scene where it keeps what it does not name.
struct State {
  std::string scene, link;
  auto operator<=>(const State&) const = default;
};

std::vector<State> states_of(const content::Document& document) {
  std::set<State> states = {{}};
  std::string scene;
  for (const content::Block& block : document.blocks) {
    if (block.kind == content::Block::Kind::kScene) scene = block.text;
    for (const content::Run& run : runs_of(block)) {
      if (run.link.kind == content::LinkKind::kScene) states.insert({run.link.target, ""});
      if (run.link.kind == content::LinkKind::kSet) states.insert({scene, run.link.target});
    }
  }
  const std::vector<State> all(states.begin(), states.end());
  std::vector<State> some;
  const size_t count = std::min(kStatesTried, all.size());
  for (size_t i = 0; i < count; ++i) some.push_back(all[i * all.size() / count]);
  return some;
}

class OpenLesson : public LiveNumbers {
 public:
  explicit OpenLesson(session::Session* session) : session_(*session) {}
  double operator()(std::string_view name) const override {
    if (const params::Row* row = params::find(session_.lesson().rows, name)) {
      const params::Value value = row->get(session_.document().params());
      if (const double* number = std::get_if<double>(&value)) return *number;
      if (const std::string* choice = std::get_if<std::string>(&value)) return std::atof(choice->c_str());
    }
    const canvas::RegionId cell = canvas::parse_region_id(name);
    const course::Lesson::ResultRow* row = session_.results().find(cell.name);
    if (!row) {
      ADD_FAILURE() << "no number " << name;
      return NAN;
    }
    const course::Tensor tensor = session_.results().read(*row);
    const int i = std::max(cell.row, 0), j = std::max(cell.col, 0);
    return tensor.has(i, j) ? static_cast<double>(tensor.at(i, j)) : NAN;
  }

 private:
  session::Session& session_;
};

class LiveSentences : public ::testing::TestWithParam<course::Entry> {
 protected:
  session::Session session{GetParam().lesson()};
  const content::Document document = content::parse(text_of(GetParam()));

  std::vector<Sentence> sentences() const {
    std::vector<Sentence> all;
    for (const content::Block& block : document.blocks)
      for (Sentence& sentence : live_sentences_of(block)) all.push_back(std::move(sentence));
    return all;
  }
  static std::vector<LiveClaim> claims_of(const Sentence& sentence) {
    std::vector<LiveClaim> claims;
    for (const LiveClaim& claim : LiveClaims::stated())
      if (sentence.words.find(claim.words) != sentence.words.npos) claims.push_back(claim);
    return claims;
  }
  /// Returns whether the state's links are taken; where they are refused text_test.cpp says why.
  bool open(const State& state) {
    if (!session.scenes().show(state.scene).empty() || !session.set(state.link, session::Origin::kApi).empty()) return false;
    EXPECT_EQ(programs::catch_up(session, ATTN_SOURCE_DIR "/assets/weights", programs::kCatchUpSeconds), "");
    return true;
  }
};

TEST_P(LiveSentences, EachHasItsClaimStated) {
  for (const Sentence& sentence : sentences())
    if (claims_of(sentence).empty())
      ADD_FAILURE() << test_file_of(GetParam()) << " states no LiveClaim (tests/lessons/live_claims.h) for this sentence of "
                    << text_file_of(GetParam()) << ":\n  " << sentence.words
                    << "\nIts constant of type LiveClaims wants some words of the sentence and a function that says whether they hold, or "
                       "the words alone where nothing is claimed but the number.";
}

TEST_P(LiveSentences, EachClaimIsOfASentence) {
  const std::vector<Sentence> all = sentences();
  for (const LiveClaim& claim : LiveClaims::stated())
    if (std::none_of(all.begin(), all.end(), [&](const Sentence& s) { return s.words.find(claim.words) != s.words.npos; }))
      ADD_FAILURE() << test_file_of(GetParam()) << " states a LiveClaim for words that stand in no sentence with a live number of "
                    << text_file_of(GetParam()) << ":\n  " << claim.words;
}

TEST_P(LiveSentences, HoldWhereverALinkLeads) {
  const std::vector<Sentence> all = sentences();
  const OpenLesson live(&session);
  for (const State& state : states_of(document)) {
    SCOPED_TRACE("?" + state.scene + " then " + state.link);
    if (!open(state)) continue;
    for (const Sentence& sentence : all) {
      for (const LiveClaim& claim : claims_of(sentence)) {
        for (const std::string& name : sentence.numbers) {
          EXPECT_TRUE(claim.may_be_missing || !std::isnan(live(name))) << name << " in " << sentence.words;
        }
        if (!claim.holds) continue;
        std::string numbers;
        for (const std::string& name : sentence.numbers) numbers += " " + name + " = " + std::to_string(live(name));
        EXPECT_TRUE(claim.holds(live)) << sentence.words << numbers;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Course, LiveSentences, ::testing::ValuesIn(course::lessons()), test_name);

}  // namespace
}  // namespace attn::lessons
