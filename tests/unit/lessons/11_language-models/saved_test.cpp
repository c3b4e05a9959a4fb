// A model saved as a folder: it is opened again, cuts texts as it did and says the same; and the models that have no such folder say why.
#include <gtest/gtest.h>

#include <string>

#include "unit/session/language_models_session.h"

namespace attn::lessons::language_models {
namespace {

class SavedFolderTest : public LanguageModelsSession {
 protected:
  std::string why_not(std::string_view query) {
    set(query);
    course::Files files;
    const std::string why = session.model().save_folder(&files);
    EXPECT_TRUE(files.empty());
    return why;
  }
};

struct Case {
  std::string query, prompt, other;  ///< what it reads, and another text
};

TEST_F(SavedFolderTest, AModelThatIsOpenedAgainSaysTheSame) {
  const std::string small = "&weights=seed&width=32&context=32&layers=1&steps=3&length=1&temperature=0";
  for (const Case& one : {Case{"reads=text&tokens=characters" + small, "Lily had a \u00e9\u2713 cat.\n  Tom", "A cat"},
                          Case{"reads=text&tokens=pairs&pieces=512" + small, "Lily had a \u00e9\u2713 cat.\n  Tom", "A cat"},
                          Case{"reads=stories" + small, "lily Had a red ball .", "Once there was a girl"}}) {
    SCOPED_TRACE(one.query);
    set(one.query);
    ASSERT_EQ(session.document().set_text("prompt", one.prompt, session::Origin::kApi), "");
    finish();
    const course::Tensor before = read("logits");
    course::Files files;
    ASSERT_EQ(session.model().save_folder(&files), "");
    ASSERT_EQ(files.size(), 4u);
    course::Import outcome;
    ASSERT_EQ(session.open_files(files, &outcome), "");
    finish();
    EXPECT_EQ(outcome.model->family, "gpt2");
    const std::string sample = text_of("prompt");  // another model brings a text of its own, which it can read
    EXPECT_NE(sample, one.prompt);
    EXPECT_EQ(sample.find("\uFFFD"), std::string::npos);
    ASSERT_EQ(session.document().set_text("prompt", one.prompt, session::Origin::kApi), "");
    finish();
    const course::Tensor after = read("logits");
    ASSERT_EQ(after.shape, before.shape) << "it cuts the text into as many tokens";
    for (size_t i = 0; i < before.data.size(); ++i) ASSERT_NEAR(after.data[i], before.data[i], 1e-4) << i;
    const bool words = one.query.starts_with("reads=stories");
    if (!words) {
      EXPECT_EQ(after.rows, before.rows);
    }
    EXPECT_EQ(session.lesson().complaint(session.document().params(), "prompt"), "");
    ASSERT_EQ(session.document().set_text("prompt", "xyzzy", session::Origin::kApi), "");
    const std::string complaint = session.lesson().complaint(session.document().params(), "prompt");
    EXPECT_EQ(complaint.find("\"xyzzy\" is none of") == 0, words) << complaint;
    set("prompt=" + one.other.substr(0, one.other.find(' ')));
    ASSERT_EQ(session.figures().show("copying"), "");
    finish();
    EXPECT_NE(session.describe(), "");
    course::Files again;
    EXPECT_NE(session.model().save_folder(&again).find("opened from files"), std::string::npos);
  }
}

TEST_F(SavedFolderTest, AModelWithoutThisLayoutSaysWhy) {
  EXPECT_EQ(why_not("reads=copies&weights=seed"),
            "A model without feed-forward parts has no published layout: every layer of GPT-2 has one.");
  EXPECT_EQ(why_not("reads=masked&weights=seed"),
            "A model that sees both sides is not written in this layout, in which a place sees only what stands before.");
}

}  // namespace
}  // namespace attn::lessons::language_models
