#include "lessons/translation/length_study.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "base/check.h"
#include "models/translation.h"

namespace attn::lessons::translation {
namespace {

constexpr std::uint64_t kStudySeed = 0x5EED0F57D1, kMeasureSeed = 0x5EED0F3EA5;
constexpr int kAtOnce = 16;      ///< sources that a piece of a study measures, in about 5 ms in a browser
constexpr int kDrawnAtOnce = 4;  ///< examples that a piece draws; one of a given length may take a millisecond
constexpr std::size_t kMeasuredAtOnce = 64;

/// Adds to a point how the model does on the examples from `begin` to `end`.
void add_examples(const Speak& speak, const tasks::Example* begin, const tasks::Example* end, LengthStudy::Point* point) {
  std::vector<Tokens> sources;
  std::size_t longest = 0;
  for (const tasks::Example* e = begin; e != end; ++e) {
    sources.push_back(e->source);
    longest = std::max(longest, e->target.size());
  }
  std::vector<Mat> alignments;
  const std::vector<Tokens> said = speak(sources, static_cast<int>(longest) + 2, &alignments);
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

Speak speaker(const models::Seq2Seq& model) {
  return [&model](const std::vector<Tokens>& sources, int max_length, std::vector<Mat>* alignments) {
    return models::translate_all(model, sources, max_length, alignments);
  };
}

/// The examples of one length. All studies share them, and each is drawn when the first study needs it.
struct Drawn {
  Rng rng;
  std::vector<tasks::Example> examples;
};
Drawn& drawn_examples(const tasks::PairTask& task, int length) {
  static std::map<std::pair<std::string_view, int>, Drawn> all;
  const auto seed = kStudySeed + static_cast<std::uint64_t>(length);
  return all.try_emplace({task.name, length}, Drawn{Rng(seed), {}}).first->second;
}

}  // namespace

struct LengthStudy::Parts {
  const tasks::PairTask* task = nullptr;
  int each = 0;
  std::size_t point = 0;
  int next = 0;  ///< the next example of that point
};

LengthStudy::LengthStudy(const tasks::PairTask& task, int shortest, int longest, int each) : parts_(std::make_shared<Parts>()) {
  CHECK(shortest <= longest && each > 0, "LengthStudy: ", each, " examples of lengths ", shortest, " to ", longest);
  parts_->task = &task;
  parts_->each = each;
  for (int length = shortest; length <= longest; ++length) {
    points_.push_back({});
    points_.back().length = length;
  }
}

bool LengthStudy::advance(const models::Seq2Seq& model) { return advance(speaker(model)); }

bool LengthStudy::advance(const Speak& speak) {
  Parts& p = *parts_;
  if (finished()) return false;
  Point& point = points_[p.point];
  Drawn& drawn = drawn_examples(*p.task, point.length);
  if (drawn.examples.size() < static_cast<std::size_t>(p.each)) {
    for (int i = 0; i < kDrawnAtOnce; ++i) drawn.examples.push_back(p.task->draw(*p.task, tasks::Split::kHeldOut, point.length, drawn.rng));
    return true;
  }
  const int count = std::min(kAtOnce, p.each - p.next);
  std::vector<tasks::Example> examples;
  for (int i = p.next; i < p.next + count; ++i)
    if (const tasks::Example& e = drawn.examples[static_cast<std::size_t>(i)]; static_cast<int>(e.source.size()) == point.length)
      examples.push_back(e);
  add_examples(speak, examples.data(), examples.data() + examples.size(), &point);
  p.next += count;
  if (p.next == p.each) ++p.point, p.next = 0;
  return !finished();
}

void LengthStudy::restart() {
  for (Point& point : points_) {
    const int length = point.length;
    point = {};
    point.length = length;
  }
  parts_->point = 0;
  parts_->next = 0;
}

bool LengthStudy::finished() const { return parts_->point == points_.size(); }

int LengthStudy::finished_points() const { return static_cast<int>(parts_->point); }

double LengthStudy::progress() const {
  const double each = parts_->each;
  return (static_cast<double>(parts_->point) * each + parts_->next) / (static_cast<double>(points_.size()) * each);
}

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
  return measure(speaker(model), task, count);
}

LengthStudy::Point measure(const Speak& speak, const tasks::PairTask& task, int count) {
  Rng rng(kMeasureSeed);
  LengthStudy::Point point;
  std::vector<tasks::Example> examples;
  for (int i = 0; i < count; ++i) examples.push_back(task.draw(task, tasks::Split::kHeldOut, 0, rng));
  for (std::size_t begin = 0; begin < examples.size(); begin += kMeasuredAtOnce) {
    const std::size_t end = std::min(examples.size(), begin + kMeasuredAtOnce);
    add_examples(speak, examples.data() + begin, examples.data() + end, &point);
  }
  return point;
}

}  // namespace attn::lessons::translation
