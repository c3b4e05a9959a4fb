#include "api/calls.h"

#include "session/export.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "unit/session/sample_lesson.h"
#include "unit/session/small_model.h"

namespace attn::api {
namespace {

class CallsTest : public ::testing::Test {
 protected:
  CallsTest() {
    lab.listener = [this](std::string_view type, const std::string& json) { events.emplace_back(type, json); };
    lab.publish_changes();
    events.clear();
  }
  Lab lab{session::testing::sample_lesson()};
  std::vector<std::pair<std::string, std::string>> events;
};

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

TEST_F(CallsTest, AnUnknownCallNamesThoseThereAre) {
  const std::string answer = call(lab, "fly", "", "");
  EXPECT_TRUE(contains(answer, "\"ok\":false"));
  EXPECT_TRUE(contains(answer, "describe"));
}

TEST_F(CallsTest, EveryCallAnswersOddArgumentsWithJson) {
  for (const std::string& name : call_names())
    for (const char* a : {"", "x", "-1", "\xff\xfe", "1e99"})
      for (const char* b : {"", ",", "9999999999,0", "\"}"}) {
        const std::string answer = call(lab, name, a, b);
        EXPECT_TRUE(answer.starts_with("{\"ok\":")) << name;
        EXPECT_TRUE(answer.ends_with("}")) << name;
      }
}

TEST_F(CallsTest, SetReportsErrorsByParameterAndEmitsOneChange) {
  EXPECT_EQ(call(lab, "set", "temperature=2&scaled=false", ""), R"({"ok":true,"value":{"ok":true,"errors":{}}})");
  ASSERT_EQ(events.size(), 1u);
  EXPECT_EQ(events[0].first, "change");
  EXPECT_EQ(events[0].second, R"({"lesson":"sample","figure":"first","backend":"cpu",)"
                              R"("params":["temperature","scaled"],"origin":"api"})");
  const std::string refused = call(lab, "set", "temperature=cold", "");
  EXPECT_TRUE(contains(refused, R"("ok":false,"errors":{"temperature":)"));
  EXPECT_EQ(events.size(), 1u);
}

TEST_F(CallsTest, ScenesSayWhatTheyStateAndAreGoneTo) {
  lab.session.scenes().add({{"sharp", "Sharp", "", "figure=second&temperature=0.2"}, {"exercise-a", "A", "state", "temperature=3"}});
  const std::string all = call(lab, "scenes", "", "");
  EXPECT_TRUE(contains(all, R"({"id":"top","title":"A sample","figure":"first","values":{},"query":""})"));
  EXPECT_TRUE(contains(
      all, R"({"id":"sharp","title":"Sharp","figure":"second","values":{"temperature":0.2},"query":"figure=second&temperature=0.2"})"))
      << all;
  EXPECT_TRUE(contains(all, R"("exercise":"state"})"));
  EXPECT_EQ(call(lab, "scene", "sharp", "reading"), R"({"ok":true,"value":{"id":"sharp","own":false,"note":""}})");
  EXPECT_EQ(lab.session.document().history().undo_steps(), 0);
  call(lab, "set", "words=mine", "");
  EXPECT_EQ(call(lab, "scene", "top", ""), R"({"ok":true,"value":{"id":"top","own":true,"note":""}})");
  EXPECT_EQ(lab.session.document().history().undo_steps(), 2);
  EXPECT_TRUE(contains(call(lab, "own", "", ""), "\"ok\":true"));
  EXPECT_EQ(call(lab, "scene", "", ""), R"({"ok":true,"value":{"id":"top","own":false,"note":""}})");
  EXPECT_TRUE(contains(call(lab, "scene", "none", ""), "top, sharp"));
  call(lab, "begin", "state", "");
  EXPECT_TRUE(contains(call(lab, "distance", "state", ""), R"({"correct":false,"message":"The temperature counts."})"));
  EXPECT_EQ(call(lab, "distance", "guess", ""), R"({"ok":true,"value":null})");
}

TEST_F(CallsTest, ParametersCarryTheirDeclaration) {
  const std::string answer = call(lab, "params", "", "");
  EXPECT_TRUE(contains(answer, R"({"id":"temperature","label":"Temperature","help":"Divides.","type":"number","value":1,"text":"1",)"
                               R"("count":1,"default":1,"defaultText":"1","min":0.1,"max":10,"step":0.01)"));
  EXPECT_TRUE(contains(answer, R"("choices":[{"id":"round","label":"Round"},{"id":"square","label":"Square"}])"));
  EXPECT_TRUE(contains(answer, R"("type":"mask","value":[[true,true],[true,true]],"text":"11;11")"));
}

TEST_F(CallsTest, ReadGivesShapeLabelsAndData) {
  EXPECT_EQ(call(lab, "read", "products", ""), R"({"ok":true,"value":{"shape":[2,2],"rows":["a","b, c"],"cols":["x","y"]}})");
  EXPECT_EQ(lab.data, (std::vector<float>{1, 0, 0, 1}));
}

TEST_F(CallsTest, CsvQuotesLabelsThatNeedIt) {
  EXPECT_EQ(session::to_csv(lab.session),
            "result,row,column,value\r\nproducts,a,x,1\r\nproducts,a,y,0\r\nproducts,\"b, c\",x,0\r\nproducts,\"b, c\",y,1\r\n"
            "total,0,,2\r\n");
  EXPECT_TRUE(contains(call(lab, "export", "csv", ""), "result,row,column,value"));
  EXPECT_TRUE(contains(call(lab, "export", "xls", ""), "svg, csv"));
}

TEST_F(CallsTest, SvgIsTheFigure) { EXPECT_TRUE(contains(call(lab, "export", "svg", ""), "to be")); }

TEST_F(CallsTest, WithoutAWindowRectanglesAreNull) {
  EXPECT_EQ(call(lab, "rect", "handle", ""), R"({"ok":true,"value":null})");
  EXPECT_EQ(call(lab, "grip_at", "1", "1"), R"({"ok":true,"value":"none"})");
  EXPECT_EQ(call(lab, "wheel_at", "1", "1"), R"({"ok":true,"value":false})");
}

TEST_F(CallsTest, CheckingEmitsAnAnswer) {
  call(lab, "predict", "guess", "0");
  EXPECT_EQ(call(lab, "check", "guess", ""),
            R"({"ok":true,"value":{"id":"guess","correct":true,"message":"The total is computed.","prediction":0}})");
  ASSERT_FALSE(events.empty());
  EXPECT_EQ(events.back().first, "answer");
}

TEST_F(CallsTest, TrainingAnswersWithMetrics) {
  EXPECT_EQ(call(lab, "train", "3", ""), R"({"ok":true,"value":{"step":3,"total":5}})");
  EXPECT_TRUE(contains(call(lab, "train", "many", ""), "\"ok\":false"));
}

TEST_F(CallsTest, ImportSaysWhatWasTaken) {
  EXPECT_EQ(call(lab, "import", "1,2", ""), R"({"ok":true,"value":{"message":"3 points."}})");
  EXPECT_TRUE(contains(call(lab, "import", "", ""), "nothing to read"));
}

TEST_F(CallsTest, AHeldSliderIsOneUndoStep) {
  call(lab, "hold", "true", "");
  call(lab, "set", "temperature=2", "");
  call(lab, "set", "temperature=3", "");
  call(lab, "hold", "", "");
  EXPECT_EQ(call(lab, "undo", "", ""), R"({"ok":true,"value":{"undo":0,"redo":1}})");
  EXPECT_EQ(call(lab, "get", "temperature", ""), R"({"ok":true,"value":1})");
}

TEST_F(CallsTest, ExplainWritesTheFormulaInThreeNotations) {
  const std::string answer = call(lab, "explain", "products", "1,1");
  for (std::string_view key : {"\"title\":\"a product\"", "\"text\":", "\"latex\":", "\"numpy\":", "\"value\":1"})
    EXPECT_TRUE(contains(answer, key)) << key;
  EXPECT_TRUE(contains(call(lab, "explain", "products", "1;1"), "row,column"));
}

class ModelCallsTest : public ::testing::Test {
 protected:
  ModelCallsTest() {
    lab.listener = [this](std::string_view type, const std::string&) { events.emplace_back(type); };
  }
  void train(std::string_view steps) {
    call(lab, "train", steps, "");
    while (lab.session.busy()) lab.session.work(5);
    events.clear();
  }
  Lab lab{session::testing::small_lesson()};
  std::vector<std::string> events;
};

TEST_F(ModelCallsTest, RunsAreListedBroughtAndForgotten) {
  train("30");
  call(lab, "set", "optimiser=sgd&learning-rate=0.5", "");
  const std::string runs = call(lab, "runs", "", "");
  EXPECT_TRUE(contains(runs, R"([{"number":0,"steps":0,"loss":null,"heldOut":null,"own":"","settings":{"wide":"false","weights":"shipped",)"
                             R"("optimiser":"sgd")"))
      << runs;
  EXPECT_TRUE(contains(runs, R"({"number":1,"steps":30,"loss":)")) << runs;
  EXPECT_TRUE(contains(runs, R"("differs":[{"id":"optimiser","label":"Optimiser","shown":"Adam"},)"
                             R"({"id":"learning-rate","label":"Learning rate","shown":"0.003"}],"query":"steps=30&figure=training"})"))
      << runs;
  EXPECT_EQ(call(lab, "bring_run", "1", ""), R"({"ok":true,"value":null})");
  EXPECT_EQ(call(lab, "get", "optimiser", ""), R"({"ok":true,"value":"adam"})");
  EXPECT_EQ(call(lab, "bring_run", "7", ""), R"({"ok":false,"error":"No run 7 is kept here."})");
  events.clear();
  EXPECT_EQ(call(lab, "remove_run", "1", ""), R"({"ok":true,"value":null})");
  EXPECT_EQ(events, std::vector<std::string>{"change"}) << "a page refreshes its table";
  EXPECT_FALSE(contains(call(lab, "runs", "", ""), R"("number":1)"));
  EXPECT_EQ(call(lab, "clear_runs", "", ""), R"({"ok":true,"value":null})");
}

TEST_F(ModelCallsTest, TheFilmIsToldShownAndPlayed) {
  EXPECT_EQ(call(lab, "film", "", ""), R"({"ok":true,"value":{"frames":[],"at":null,"playing":false}})");
  EXPECT_TRUE(contains(call(lab, "film", "0", ""), "no film yet"));
  train("3");
  EXPECT_EQ(call(lab, "film", "", ""), R"({"ok":true,"value":{"frames":[0,1,2,3],"at":3,"playing":false}})");
  EXPECT_EQ(call(lab, "film", "1", ""), R"({"ok":true,"value":{"frames":[0,1,2,3],"at":1,"playing":false}})");
  EXPECT_EQ(events.back(), "change") << "a page shows the frame";
  EXPECT_TRUE(contains(call(lab, "training", "", ""), R"("film":{"frames":[0,1,2,3],"at":1,"playing":false})"));
  EXPECT_TRUE(contains(call(lab, "metrics", "", ""), R"("step":1)"));
  EXPECT_TRUE(contains(call(lab, "film", "play", ""), R"("at":1,"playing":true)"));
  EXPECT_TRUE(contains(call(lab, "film", "stop", ""), R"("at":1,"playing":false)"));
  EXPECT_TRUE(contains(call(lab, "film", "now", ""), R"("at":3,"playing":false)"));
  EXPECT_TRUE(contains(call(lab, "film", "9", ""), "frames 0 to 3"));
}

TEST_F(ModelCallsTest, WeightsAreSavedOpenedAndRefused) {
  train("30");
  EXPECT_EQ(call(lab, "save_weights", "", ""), R"({"ok":true,"value":{"name":"small-30-steps.safetensors"}})");
  const std::string bytes = lab.bytes;
  EXPECT_TRUE(contains(bytes, R"("weight":{"dtype":"F32","shape":[1,1])")) << bytes;
  EXPECT_EQ(open_weights(lab, "mine.safetensors", bytes), R"({"ok":true,"value":null})");
  EXPECT_TRUE(contains(call(lab, "training", "", ""), R"("own":"mine.safetensors")"));
  EXPECT_EQ(open_weights(lab, "other.safetensors", "{}"),
            R"({"ok":false,"error":"other.safetensors does not fit this model. The file is too short to be a safetensors file."})");
  EXPECT_TRUE(contains(call(lab, "training", "", ""), R"("own":"mine.safetensors")"));
  call(lab, "forget_weights", "", "");
  EXPECT_TRUE(contains(call(lab, "training", "", ""), R"("own":"")"));
}

TEST_F(ModelCallsTest, AModelWithoutAPublishedLayoutIsNoFolder) {
  train("3");
  EXPECT_TRUE(contains(call(lab, "save_folder", "", ""), "has no published layout")) << call(lab, "save_folder", "", "");
}

TEST_F(CallsTest, ALessonWithoutAModelHasNoRunsAndNoWeights) {
  EXPECT_EQ(call(lab, "runs", "", ""), R"({"ok":true,"value":[]})");
  EXPECT_TRUE(contains(call(lab, "save_weights", "", ""), "has no model to train"));
  EXPECT_TRUE(contains(call(lab, "save_folder", "", ""), "has no model to train"));
  EXPECT_TRUE(contains(open_weights(lab, "a", "b"), "has no model to train"));
}

}  // namespace
}  // namespace attn::api
