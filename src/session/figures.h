// Which of the lesson's figures is open.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "session/playback.h"

namespace attn::session {

class Figures {
 public:
  Figures(Document& document, Results& results, Playback& playback) : document_(document), results_(results), playback_(playback) {}
  /// Opens the first figure, or one that was open before, without reporting a change.
  void put(int index) { results_.look_at(index_ = index); }

  const std::vector<course::Lesson::Figure>& all() const { return document_.lesson().figures; }
  int index() const { return index_; }
  const course::Lesson::Figure& current() const { return all()[static_cast<size_t>(index_)]; }
  /// Returns an empty string, or a sentence that names the figures there are.
  std::string show(std::string_view id);
  /// Opens the figure that draws the result (or cell) `name`. The present figure stays open if it draws it, or if none does. Returns an
  /// empty string, or a sentence about the unknown name.
  std::string show_result(std::string_view name);
  /// The walked parameter (params::Spec::walked) among the open figure's controls; null where there is none.
  const params::Row* clock() const;

 private:
  bool draws(const course::Lesson::Figure& figure, const course::Lesson::ResultRow& row);

  Document& document_;
  Results& results_;
  Playback& playback_;
  int index_ = 0;
};

}  // namespace attn::session
