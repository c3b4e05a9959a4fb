// The comparison of the kept state A with the present one, B. It implements the verbs of Comparison, and is a part of its own in the pages'
// program.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "session/comparison.h"
#include "session/document.h"
#include "session/results.h"

namespace attn::session {

/// A setting that differs between A and B, as readers see it.
struct Setting {
  std::string id, label;
  std::string a, b;  ///< the values; empty for matrices, masks and points, which are too long to be shown
};

class LateComparison final : public Comparison {
 public:
  using Comparison::Comparison;

  std::string keep() override;
  std::string swap() override;
  std::string show(std::string_view name) override;
  void set(std::string_view key, std::string_view text, std::vector<params::Refusal>* refused) override;
  std::string as_json() override;
  bool work(double budget_ms) override;
  std::string read(std::string_view name, course::Tensor* tensor) override;
  void explain(std::string_view name, const course::Lesson::ResultRow& row, int i, int j, formula::Explanation* explanation) override;
  std::string describe() override;
  std::string report() override;
  void draw(canvas::Canvas& canvas, void* edit) override;

  // The present state, B.
  Document& document();
  Results& results();
  const course::Lesson::Figure& figure() const;
  int figure_index() const;

  /// The kept state. There must be one.
  KeptState& a() { return *kept_; }
  /// A's result; null while A's model is still being made.
  const void* a_result();
  /// The settings that are not the same in A and B, in declaration order.
  std::vector<Setting> differing_settings() const;

 private:
  void set_a(std::string_view query, std::vector<params::Refusal>* refused);
  formula::Explanation explain_a(const course::Lesson::ResultRow& row, int i, int j);
  formula::Explanation explain_difference(const course::Lesson::ResultRow& row, int i, int j);
};

}  // namespace attn::session
