// Held-out accuracy: exact matches and gold alignments, by source length or as training draws its examples.
#include <algorithm>

#include "base/check.h"
#include "models/translation.h"
#include "recipes/translator.h"

namespace attn::recipes {
namespace {

constexpr std::uint64_t kStudySeed = 0x5EED0F57D1, kMeasureSeed = 0x5EED0F3EA5;
constexpr std::size_t kAtOnce = 16;  ///< sources of a piece of a study: about 5 ms in a browser
constexpr std::size_t kMeasuredAtOnce = 64;

/// Adds what the model makes of examples `begin` to `end` to a point.
void add_examples(const models::Seq2Seq& model, const tasks::Example* begin, const tasks::Example* end, LengthStudy::Point* point) {
  std::vector<Tokens> sources;
  std::size_t longest = 0;
  for (const tasks::Example* e = begin; e != end; ++e) {
    sources.push_back(e->source);
    longest = std::max(longest, e->target.size());
  }
  std::vector<Mat> alignments;
  const std::vector<Tokens> said = models::translate_all(model, sources, static_cast<int>(longest) + 2, &alignments);
  for (std::size_t i = 0; i < said.size(); ++i) {
    const tasks::Example& example = begin[i];
    ++point->total;
    if (said[i] != example.target) continue;
    ++point->right;
    if (alignments[i].size() == 0) continue;
    for (std::size_t word = 0; word < example.alignment.size(); ++word) {
      if (example.alignment[word] < 0) continue;
      Index largest = 0;
      alignments[i].row(static_cast<Index>(word)).maxCoeff(&largest);
      ++point->content;
      point->aligned += largest == example.alignment[word];
    }
  }
}

}  // namespace

struct LengthStudy::Parts {
  std::vector<std::vector<tasks::Example>> examples;  ///< per point
  std::size_t point = 0, next = 0;
  std::size_t done = 0, all = 0;
};

LengthStudy::LengthStudy(const tasks::PairTask& task, int shortest, int longest, int each) : parts_(std::make_shared<Parts>()) {
  CHECK(shortest <= longest && each > 0, "LengthStudy: ", each, " examples of lengths ", shortest, " to ", longest);
  Rng rng(kStudySeed);
  for (int length = shortest; length <= longest; ++length) {
    points_.push_back({});
    points_.back().length = length;
    std::vector<tasks::Example> examples;
    for (int i = 0; i < each; ++i) {
      tasks::Example example = task.draw(task, tasks::Split::kHeldOut, length, rng);
      if (static_cast<int>(example.source.size()) == length) examples.push_back(std::move(example));
    }
    parts_->all += examples.size();
    parts_->examples.push_back(std::move(examples));
  }
}

bool LengthStudy::advance(const models::Seq2Seq& model) {
  Parts& p = *parts_;
  while (p.point < p.examples.size() && p.next == p.examples[p.point].size()) ++p.point, p.next = 0;
  if (p.point == p.examples.size()) return false;
  const std::vector<tasks::Example>& examples = p.examples[p.point];
  const std::size_t count = std::min(kAtOnce, examples.size() - p.next);
  add_examples(model, examples.data() + p.next, examples.data() + p.next + count, &points_[p.point]);
  p.next += count;
  p.done += count;
  return p.done < p.all;
}

void LengthStudy::restart() {
  for (Point& point : points_) {
    const int length = point.length;
    point = {};
    point.length = length;
  }
  parts_->point = parts_->next = parts_->done = 0;
}

bool LengthStudy::finished() const { return parts_->done == parts_->all; }

double LengthStudy::progress() const { return parts_->all ? static_cast<double>(parts_->done) / static_cast<double>(parts_->all) : 1; }

LengthStudy::Point LengthStudy::total(int shortest, int longest) const {
  Point sum;
  for (const Point& point : points_) {
    if (point.length < shortest || point.length > longest) continue;
    sum.right += point.right;
    sum.total += point.total;
    sum.content += point.content;
    sum.aligned += point.aligned;
  }
  return sum;
}

LengthStudy::Point measure(const models::Seq2Seq& model, const tasks::PairTask& task, int count) {
  Rng rng(kMeasureSeed);
  LengthStudy::Point point;
  std::vector<tasks::Example> examples;
  for (int i = 0; i < count; ++i) examples.push_back(task.draw(task, tasks::Split::kHeldOut, 0, rng));
  for (std::size_t begin = 0; begin < examples.size(); begin += kMeasuredAtOnce) {
    const std::size_t end = std::min(examples.size(), begin + kMeasuredAtOnce);
    add_examples(model, examples.data() + begin, examples.data() + end, &point);
  }
  return point;
}

}  // namespace attn::recipes
