#include "lessons/10_transformer/long_source.h"

#include <cmath>
#include <cstdint>
#include <cstring>

#include "base/text.h"
#include "lessons/10_transformer/figures.h"
#include "lessons/sentence/sentence.h"

namespace attn::lessons::transformer {
namespace {

constexpr int kMostKnown = long_text::kMostTokens - 1;    ///< the end mark is a token, too
constexpr int kLongestRead = 4 * long_text::kMostTokens;  ///< words of a text that are looked up

std::string lower(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

/// Whether the words of a vocabulary are single characters.
bool has_signs(const tasks::Vocabulary& words) {
  for (int id = kFirstToken; id < words.size(); ++id)
    if (words.name(id).size() != 1) return false;
  return true;
}

/// The names of a text's characters; white space is one "_".
std::vector<std::string> signs_of(const std::string& text) {
  std::vector<std::string> names;
  for (const char c : lower(text)) {
    const bool space = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!space || (!names.empty() && names.back() != "_")) names.push_back(std::string(1, space ? '_' : c));
  }
  return names;
}

/// What the task's vocabulary has of a text, at most `most`.
Tokens known_of(const tasks::PairTask& task, const std::string& text, int most) {
  Tokens all;
  for (const std::string& name : has_signs(task.source) ? signs_of(text) : sentence::tokens(lower(text), kLongestRead))
    if (const int id = task.source.id(name); id >= kFirstToken && static_cast<int>(all.size()) < most) all.push_back(id);
  return all;
}

Tokens drawn(const tasks::PairTask& task, int most) {
  Rng rng(1);
  Tokens all;
  while (static_cast<int>(all.size()) < most) {
    const Tokens source = task.draw(task, tasks::Split::kHeldOut, 0, rng).source;
    all.insert(all.end(), source.begin(), source.end());
  }
  all.resize(static_cast<size_t>(most));
  return all;
}

/// A number that other weights do not have.
std::uint64_t digest(const nn::Parameters& weights) {
  std::uint64_t hash = 0xcbf29ce484222325u;  // FNV-1a, a number at a time
  for (const nn::Parameter& parameter : weights)
    for (Index i = 0; i < parameter.value.size(); ++i) {
      std::uint32_t bits = 0;
      std::memcpy(&bits, parameter.value.data() + i, sizeof bits);
      hash = (hash ^ bits) * 0x100000001b3u;
    }
  return hash;
}

long_text::LongHead make_long_head(const Params& p, const Result& r) {
  // A source ends with the end mark, which the encoder sees, too.
  const Tokens source = long_source(*r.task, p.text_of_many.text, kMostKnown);
  long_text::LongHead head;
  for (const int token : source) head.asking.push_back(shown_name(r.task->source, token));
  head.asking.emplace_back("end");
  head.answering = head.asking;
  models::HeadVectors vectors = models::encoder_head(r.settings, r.weights, source, p.layer - 1, p.head - 1, r.backend->engine);
  head.q = std::move(vectors.q), head.k = std::move(vectors.k);
  if (r.settings.scale) head.scale = 1 / std::sqrt(static_cast<Real>(head.q.cols()));
  long_text::attend(&head, *r.backend);
  return head;
}

}  // namespace

Tokens long_source(const tasks::PairTask& task, const std::string& text, int most) {
  const Tokens all = known_of(task, text, most);
  return all.empty() ? drawn(task, most) : all;
}

course::Import take_text(Params& p, std::string_view text) {
  Params taken = p;
  const course::Import import = long_text::take(&taken.text_of_many, text);
  if (!import.accepted) return import;
  const int known = static_cast<int>(known_of(task_of(p), taken.text_of_many.text, kMostKnown).size());
  if (known == 0) return {false, complain_of_text(taken) + " Nothing was taken."};
  p = std::move(taken);
  const std::string sign = has_signs(task_of(p).source) ? "character" : "word";
  return {true, (known == kMostKnown ? "The first " : "") + thousands(known) + " " + sign + (known == 1 ? "" : "s") +
                    " of your text that the task knows " + (known == 1 ? "is" : "are") + " the source."};
}

std::string complain_of_text(const Params& p) {
  const std::string& text = p.text_of_many.text;
  if (text.empty() || !known_of(task_of(p), text, 1).empty()) return {};
  return "The task knows no " + std::string(has_signs(task_of(p).source) ? "character" : "word") + " of this text.";
}

namespace {

std::string long_key(const Params& p, const Result& r) {
  static const params::Table<Params> table = Params::table();
  return "transformer " + std::string(r.backend->name) + " " + std::to_string(digest(r.weights)) +
         long_text::key_of(table.rows(), {"long-text", "task", "layer", "head"}, &p);
}

}  // namespace

const long_text::LongHead& long_head(const Params& p, const Result& r) {
  return long_text::kept(long_key(p, r), [&] { return make_long_head(p, r); });
}

course::Tensor read_long_weights(const Params& p, const Result& r) {
  return long_text::read_weights(long_text::find_kept(long_key(p, r)), p.text_of_many);
}

void draw_long_source(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  long_text::draw(canvas, long_head(p, r), p.text_of_many, &edit.text_of_many);
}

void prepare_long_source(const Params& p, const Result& r) { long_head(p, r); }

std::string describe_long_source(const Params& p, const Result& r) {
  const std::string complaint = complain_of_text(p);
  return complaint + (complaint.empty() ? "" : " Its own sources stand in. ") + "Head " + std::to_string(p.head) +
         " of the encoder\u2019s layer " + std::to_string(p.layer) + ". " + long_text::describe(long_head(p, r), p.text_of_many);
}

}  // namespace attn::lessons::transformer
