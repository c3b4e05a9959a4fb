// A session in the lesson on language models, of which every piece of work is done before a test looks at it.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "course/lesson.h"
#include "session/session.h"

namespace attn {

class LanguageModelsSession : public ::testing::Test {
 protected:
  LanguageModelsSession() { session.model().set_pace(0); }

  void finish() {
    for (int slices = 0; session.busy() && slices < 100000; ++slices) session.work(5);
    EXPECT_FALSE(session.busy());
  }
  void set(std::string_view query) {
    for (const params::Refusal& refusal : session.set(query, session::Origin::kApi)) ADD_FAILURE() << refusal.id << ": " << refusal.message;
    finish();
  }
  course::Tensor read(std::string_view name) {
    course::Tensor out;
    EXPECT_EQ(session.read(name, &out), "") << name;
    return out;
  }
  std::string text_of(std::string_view id) {
    const params::Row& row = *session.document().find(id);
    return params::print(row, row.get(session.document().params()));
  }

  session::Session session{*course::find("language-models")};
};

}  // namespace attn
