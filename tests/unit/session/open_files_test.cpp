// Published models in a session: opened from files, read in pieces, asked by every figure, refused with a sentence, and gone after a
// reload.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>

#include "course/lesson.h"
#include "models/published.h"
#include "session/export.h"
#include "session/session.h"
#include "unit/formula/python_value.h"
#include "unit/session/language_models_session.h"

namespace attn::session {
namespace {

course::File file_of(const std::string& folder, const std::string& name) {
  std::ifstream in(std::string(ATTN_FIXTURES_DIR) + "/published/" + folder + "/" + name, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  EXPECT_TRUE(in) << folder << "/" << name;
  const auto bytes = std::make_shared<const std::string>(out.str());
  return {name, *bytes, bytes};
}

course::Files files_of(const std::string& folder) {
  const bool writes = folder.starts_with("gpt2");
  course::Files files = {file_of(folder, "config.json"), file_of(folder, "model.safetensors")};
  if (writes) files.push_back(file_of(folder, "vocab.json"));
  files.push_back(file_of(folder, writes ? "merges.txt" : "vocab.txt"));
  return files;
}

class OpenFilesTest : public LanguageModelsSession {
 protected:
  std::string open(const course::Files& files) {
    const std::string why = session.open_files(files, &outcome);
    finish();
    return why;
  }

  course::Import outcome;
};

TEST_F(OpenFilesTest, EveryFamilyIsReadAndEveryFigureIsAboutIt) {
  for (const std::string folder : {"gpt2-f32", "gpt2-f16", "bert-f32", "bert-bf16", "distilbert-f32"}) {
    SCOPED_TRACE(folder);
    const bool writes = folder.starts_with("gpt2");
    ASSERT_EQ(open(files_of(folder)), "");
    ASSERT_TRUE(outcome.model.has_value());
    EXPECT_EQ(outcome.model->family + "-", folder.substr(0, outcome.model->family.size() + 1));
    EXPECT_EQ(outcome.model->layers, 2);
    EXPECT_EQ(outcome.model->width, 8);
    EXPECT_EQ(session.figures().current().id, writes ? "writing" : "masks");
    set("block=10");
    set(writes ? "prompt=the+cat+sat&length=3&temperature=0" : "prompt=the+cat+_+on+a+mat&place=4");

    // The same numbers as the model says when it is asked directly.
    models::Published published;
    const course::File weights = file_of(folder, "model.safetensors");
    ASSERT_EQ(models::read_published(file_of(folder, "config.json").bytes, weights.bytes, weights.keeps, &published), "");
    const course::Tensor logits = read("logits"), attention = read("attention");
    const auto n = static_cast<int>(logits.rows.size());
    EXPECT_EQ(n, writes ? 6 : 8);
    EXPECT_EQ(static_cast<int>(logits.cols.size()), outcome.model->vocabulary);
    EXPECT_EQ(attention.shape, (std::vector<int>{4, n, n}));
    EXPECT_EQ(logits.rows, attention.rows);
    Tokens tokens;
    for (const std::string& name : logits.rows)
      tokens.push_back(static_cast<int>(std::find(logits.cols.begin(), logits.cols.end(), name) - logits.cols.begin()));
    const models::GptRun run = models::run(*published.model, tokens);
    for (int t = 0; t < n; ++t)
      for (int token = 0; token < outcome.model->vocabulary; ++token)
        ASSERT_NEAR(logits.at(t, token), run.logits(t, token), 1e-4) << t << " " << token;
    for (int head = 0; head < 4; ++head)
      for (int i = 0; i < n * n; ++i)
        ASSERT_NEAR(attention.at(head * n + i / n, i % n),
                    run.layers[static_cast<size_t>(head / 2)].self.weights[static_cast<size_t>(head % 2)](i / n, i % n), 1e-5);
    if (writes) {
      for (int t = 3; t < n; ++t) {
        Index best = 0;
        run.logits.row(t - 1).maxCoeff(&best);
        EXPECT_EQ(tokens[static_cast<size_t>(t)], best) << "it writes what it says is likeliest";
      }
    }

    for (const char* figure : {"writing", "lens", "copying", "masks", "heads"}) {
      ASSERT_EQ(session.figures().show(figure), "");
      for (const canvas::Size size : {canvas::Size{320, 240}, canvas::Size{390, 500}, canvas::Size{860, 640}})
        EXPECT_NE(to_svg(session, false, size).find("<svg"), std::string::npos);
      EXPECT_NE(session.describe(), "");
    }
    EXPECT_EQ(read("lens").shape, (std::vector<int>{3, n}));
    EXPECT_EQ(read("previous-token").shape, (std::vector<int>{2, 2}));
    EXPECT_EQ(read("copy-loss").shape[0], 19);
    set("block=13");
    EXPECT_EQ(read("previous-token").shape, (std::vector<int>{0, 1})) << "two blocks of 13 do not fit into 24 places";
  }
}

TEST_F(OpenFilesTest, EveryNumberExplainsItself) {
  for (const std::string folder : {"gpt2-bf16", "bert-f16"}) {
    SCOPED_TRACE(folder);
    ASSERT_EQ(open(files_of(folder)), "");
    set(folder.starts_with("gpt2") ? "prompt=the+cat&length=2&block=5" : "prompt=the+cat+_+on&block=5&place=3");
    int explained = 0;
    for (const char* name :
         {"probability", "next", "drawn", "logits", "from-left", "lens", "attention", "head-weights", "head-scores", "previous-token",
          "induction", "copy-loss", "first-half", "second-half", "weight-count", "best-induction", "word-from-both"}) {
      const course::Tensor tensor = read(name);
      for (int i = 0; i < tensor.row_count(); i += std::max(1, tensor.row_count() / 5))
        for (int j = 0; j < tensor.col_count(); j += std::max(1, tensor.col_count() / 5)) {
          if (!std::isfinite(tensor.at(i, j))) continue;
          formula::Explanation x;
          ASSERT_EQ(session.explain(name, i, j, &x), "") << name << i << j;
          const double value = formula::python_value(formula::to_numpy(x.substituted));
          EXPECT_NEAR(value, static_cast<double>(tensor.at(i, j)), 1e-3 * std::max(1.0, std::fabs(value)))
              << name << "[" << i << "," << j << "]";
          ++explained;
        }
    }
    EXPECT_GT(explained, 100);
  }
}

TEST_F(OpenFilesTest, ACutHeadChangesWhatIsSaid) {
  ASSERT_EQ(open(files_of("gpt2-f32")), "");
  set("prompt=the+cat+sat+on&length=6&temperature=0");
  const course::Tensor before = read("logits");
  set("cut=1,1;2,2");
  const course::Tensor after = read("logits");
  EXPECT_NE(before.data, after.data);
  EXPECT_GT(read("changed").data[0], 0);
  set("cut=");
  EXPECT_EQ(read("logits").data, before.data);
  ASSERT_EQ(open(files_of("bert-f32")), "");
  set("cut=1,1;1,2;2,1;2,2&place=3");
  EXPECT_EQ(read("changed").data.size(), 1u);
}

TEST_F(OpenFilesTest, WhileItReadsEveryFigureSaysSo) {
  ASSERT_EQ(session.open_files(files_of("gpt2-f32"), &outcome), "");
  EXPECT_TRUE(session.busy());
  for (const char* figure : {"writing", "lens", "copying", "masks", "heads"}) {
    ASSERT_EQ(session.figures().show(figure), "");
    EXPECT_NE(to_svg(session, false, {860, 640}).find("<svg"), std::string::npos);
    EXPECT_NE(session.describe(), "");
  }
  for (const course::Lesson::ResultRow& row : session.lesson().results) {
    const course::Tensor tensor = session.results().read(row);
    if (tensor.has(0, 0) && std::isfinite(tensor.at(0, 0))) row.explain(session.document().params(), session.results().get(), 0, 0);
  }
  finish();
  EXPECT_GT(read("logits").shape[0], 3);
}

TEST_F(OpenFilesTest, ItIsNotTrainedAndNotSaved) {
  ASSERT_EQ(open(files_of("bert-f32")), "");
  const std::string fixed = "This model was opened from files. It is shown as it is and not trained any further.";
  EXPECT_EQ(session.model().train(5), fixed);
  EXPECT_EQ(session.model().run(true), fixed);
  EXPECT_EQ(session.model().restart(), fixed);
  std::string bytes;
  EXPECT_EQ(session.model().save_weights(&bytes), fixed);
  EXPECT_EQ(session.model().open_weights("a.safetensors", "x"), fixed);
  EXPECT_FALSE(session.model().belongs_beside(session.figures().current()));
  EXPECT_EQ(session.model().status().step, 0);
  set("steps=7");
  EXPECT_EQ(session.model().status().step, 0);
  set("reads=stories&weights=seed&steps=0");
  EXPECT_EQ(session.model().train(2), "");
  finish();
  EXPECT_EQ(session.model().status().step, 2);
}

TEST_F(OpenFilesTest, AnotherLessonOrSettingComesBackToIt) {
  ASSERT_EQ(open(files_of("gpt2-f32")), "");
  const std::string key = text_of("own-model");
  EXPECT_NE(key, "");
  set("reads=copies");
  EXPECT_EQ(read("attention").shape[0], 8);
  set("reads=opened");
  EXPECT_EQ(read("attention").shape[0], 4);
  session.open(session.lesson(), "reads=opened");
  finish();
  EXPECT_EQ(text_of("own-model"), key) << "a link that names none means the one that is open";
  EXPECT_EQ(read("attention").shape[0], 4);
  session.open(session.lesson(), "reads=opened&own-model=1-2");
  finish();
  EXPECT_NE(session.describe().find("No model is open"), std::string::npos) << "another one than this is meant";
  EXPECT_NE(session.lesson().complaint(session.document().params(), "reads"), "");
  EXPECT_GT(read("logits").shape[0], 2) << "the stories stand in";
}

TEST_F(OpenFilesTest, WhatDoesNotFitIsRefusedAndNothingChanges) {
  const std::string before = session.query();
  const auto refusal = [&](const course::Files& files) {
    const std::string why = session.open_files(files, &outcome);
    EXPECT_EQ(session.query(), before);
    return why;
  };
  const course::Files gpt2 = files_of("gpt2-f32"), bert = files_of("bert-f32");
  EXPECT_EQ(refusal({}), "A model is opened with its config.json, and among these files there is none: none.");
  EXPECT_EQ(refusal({gpt2[1], gpt2[2]}),
            "A model is opened with its config.json, and among these files there is none: \"model.safetensors\", \"vocab.json\".");
  EXPECT_EQ(refusal({gpt2[0], gpt2[2], {"pytorch_model.bin", "", nullptr}}),
            "A model is opened with its model.safetensors, and among these files there is none: \"config.json\", \"vocab.json\", "
            "\"pytorch_model.bin\". (pytorch_model.bin is a program of Python\u2019s, which is not run here.)");
  EXPECT_EQ(refusal({gpt2[0], gpt2[1], gpt2[2]}),
            "Its text is cut by tokenizer.json, or by vocab.json with merges.txt, and among these files there is neither: \"config.json\", "
            "\"model.safetensors\", \"vocab.json\".");
  EXPECT_EQ(refusal({bert[0], bert[1]}),
            "Its text is cut by tokenizer.json, or by vocab.txt, and among these files there is neither: \"config.json\", "
            "\"model.safetensors\".");
  EXPECT_EQ(refusal({bert[0], gpt2[1], bert[2]}), "The file lacks embeddings.word_embeddings.weight.");
  const auto with = [](course::File file, const std::string& from, const std::string& to) {
    auto bytes = std::make_shared<std::string>(file.bytes);
    bytes->replace(bytes->find(from), from.size(), to);
    return course::File{file.name, *bytes, bytes};
  };
  EXPECT_EQ(refusal({with(gpt2[0], "\"n_layer\": 2", "\"n_layer\": 36"), gpt2[1], gpt2[2], gpt2[3]}),
            "The figures have room for 24 layers of 25 heads, and this model has 36 of 2.");
  EXPECT_EQ(refusal({with(gpt2[0], "\"n_positions\": 24", "\"n_positions\": 7"), gpt2[1], gpt2[2], gpt2[3]}),
            "A model is opened that reads at least 8 tokens at a time, and this one reads 7.");
  EXPECT_EQ(refusal({with(gpt2[0], "\"n_layer\": 2", "\"n_layer\": 3"), gpt2[1], gpt2[2], gpt2[3]}), "The file lacks h.2.ln_1.weight.");
  EXPECT_EQ(refusal({with(gpt2[0], "\"n_embd\": 8", "\"n_embd\": 6"), gpt2[1], gpt2[2], gpt2[3]}),
            "wte.weight has the shape [273,8] in the file and [273,6] in the model of config.json.");
  EXPECT_EQ(refusal({gpt2[0], {"model.safetensors", "not one", nullptr}, gpt2[2], gpt2[3]}),
            "The file is too short to be a safetensors file.");
  Session other{*course::find("pooling")};
  EXPECT_EQ(other.open_files(gpt2, &outcome), std::string(other.lesson().title) + " opens no files.");
}

}  // namespace
}  // namespace attn::session
