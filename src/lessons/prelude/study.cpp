#include "lessons/prelude/study.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/text.h"

namespace attn::lessons::prelude {
namespace {

std::string letters_of(const Tokens& tokens) {
  std::string out;
  for (const int token : tokens) out += token < kFirstToken ? "?" : spelling().source.name(token);
  return out;
}

/// Reads the letters of `word` into `*shown`. Returns an empty string, or why the networks cannot take this word.
std::string read(const std::string& word, Tokens* shown) {
  Tokens letters;
  std::string why = spelling().read(spelling(), word, &letters);
  const auto count = static_cast<int>(letters.size());
  if (why.empty() && (count < kShortest || count > kLongest))
    why = "A word of " + std::to_string(kShortest) + " to " + std::to_string(kLongest) + " letters, please.";
  if (why.empty()) *shown = letters;
  return why;
}

Spelling spell(const models::Seq2Seq& model, const Tokens& word, const Tokens& answer) {
  Spelling s;
  const auto places = word.size() + 1;
  models::TranslateOptions options;
  options.max_length = static_cast<int>(places);
  s.translation = models::translate(model, word, options);
  const auto& steps = s.translation.steps;
  s.said.resize(places), s.right.resize(places);
  const bool attends = model.settings().score != models::AlignmentScore::none;
  if (attends) s.weights = Mat::Zero(static_cast<Index>(places), static_cast<Index>(places));
  for (std::size_t i = 0; i < places && i < steps.size(); ++i) {
    const int token = steps[i].token, wanted = i < answer.size() ? answer[i] : kEndToken;
    s.said[i] = token == kEndToken ? "end" : token < kFirstToken ? "?" : spelling().target.name(token);
    s.right[i] = token == wanted;
    if (token != kEndToken) s.text += s.said[i];
    if (attends) s.weights.row(static_cast<Index>(i)) = steps[i].weights.row(0);
    if (i >= answer.size()) continue;
    s.letters_right += s.right[i];
    if (!attends) continue;
    Index largest = 0;
    steps[i].weights.row(0).maxCoeff(&largest);
    s.looked_right += largest == static_cast<Index>(answer.size() - 1 - i);
  }
  s.all_right = std::all_of(s.right.begin(), s.right.end(), [](bool right) { return right; });
  return s;
}

std::string percent(double share) { return fixed(100 * share, 0) + " %"; }

/// "“noitnetta”, all 9 letters right", "“rerzorkto”, 2 of 9 right".
std::string outcome(const Spelling& s, std::size_t letters) {
  if (s.text.empty()) return "no letter at all";
  return quoted(s.text) + ", " +
         (s.all_right ? "all " + counted(static_cast<std::ptrdiff_t>(letters), "letter") + " right" : score_of(s, letters));
}

/// The first step of the curve at which more than half of the words were right with attention, or -1.
int step_of_half(const Mat& curve) {
  for (Index i = 0; i < curve.rows(); ++i)
    if (curve(i, 1) > Real(0.5)) return static_cast<int>(curve(i, 0));
  return -1;
}

}  // namespace

params::Table<Params> Params::table() {
  return params::Table<Params>{}
      .text(&Params::word, {.id = "word", .label = "Word", .help = "Your own word, 3 to 12 letters from a to z."})
      .integer(&Params::seed, {.id = "seed",
                               .label = "Seed",
                               .help = "Of the first weights and of the words that both networks are shown.",
                               .min = 1,
                               .max = 9999,
                               .step = 1,
                               .restarts_training = true})
      .integer(&Params::steps, {.id = "steps",
                                .label = "Steps",
                                .help = "Taken by both networks from random weights; at 0 both have been trained before.",
                                .min = 0,
                                .max = kSteps,
                                .step = 1});
}

void settle(const Params&, Params& after) {
  if (after.word.empty()) after.word = spelling().sample;
  after.refusal = read(after.word, &after.shown);
  if (after.shown.empty()) read(std::string(spelling().sample), &after.shown);
}

Result compute(const Params& p, const Pair& pair, const compute::Backend&) {
  Result r;
  tasks::Example right;
  spelling().solve(spelling(), p.shown, &right);
  r.word = letters_of(p.shown), r.answer = letters_of(right.target);
  for (const int token : p.shown) r.source.push_back(spelling().source.name(token));
  r.source.emplace_back("end");
  r.attention = spell(pair.model(Network::attention), p.shown, right.target);
  r.none = spell(pair.model(Network::none), p.shown, right.target);
  r.curve = pair.curve();
  r.loaded = pair.loaded();
  r.unseen = tasks::split_of(p.shown) == tasks::Split::kHeldOut;
  r.steps = r.loaded ? kSteps : pair.shown_steps();
  r.trouble = pair.halt().sentence;
  return r;
}

std::string score_of(const Spelling& s, std::size_t letters) {
  const bool goes_on = s.letters_right == static_cast<int>(letters) && !s.all_right;
  return std::to_string(s.letters_right) + " of " + std::to_string(letters) + " right" + (goes_on ? ", and one too many" : "");
}

double share_of(const Result& r, Network network) {
  return r.curve.rows() == 0 ? std::numeric_limits<double>::quiet_NaN()
                             : static_cast<double>(r.curve(r.curve.rows() - 1, network == Network::attention ? 1 : 2));
}

std::string describe(const Params&, const Result& r) {
  if (!r.trouble.empty()) return r.trouble;
  const std::size_t letters = r.word.size();
  const double with = share_of(r, Network::attention), without = share_of(r, Network::none);
  if (r.steps == 0 || !std::isfinite(with) || !std::isfinite(without))
    return "Two networks that know nothing yet: of " + quoted(r.word) + " they make " + quoted(r.attention.text) + " and " +
           quoted(r.none.text) + ".";
  std::string text = r.steps < kSteps ? "At step " + std::to_string(r.steps) + " of " + std::to_string(kSteps)
                                      : "After " + std::to_string(kSteps) + " steps from random weights";
  text += ", the network with attention spells " + percent(with) + " of unseen words right, the one without " + percent(without) + ".";
  text += " Of " + quoted(r.word) + " they make " + outcome(r.attention, letters) + ", and " + outcome(r.none, letters) + ".";
  if (const int half = step_of_half(r.curve); half > 0 && with > without)
    text += " With attention, more than half first came out right at step " + std::to_string(half) + ".";
  const int looked = r.attention.looked_right, all = static_cast<int>(letters);
  if (2 * looked > all && r.attention.all_right)
    text += (looked == all ? std::string(" At every place") : " At " + std::to_string(looked) + " of " + std::to_string(all) + " places") +
            " the network with attention looks most at the letter that it has to write.";
  return text;
}

}  // namespace attn::lessons::prelude
