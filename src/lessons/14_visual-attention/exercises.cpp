#include "lessons/14_visual-attention/exercises.h"

#include <cmath>
#include <string>

#include "base/later.h"
#include "base/text.h"
#include "lessons/14_visual-attention/words.h"

namespace attn::lessons::visual_attention {
namespace {

constexpr int kColorWord = 2, kNextColorWord = 7;  ///< the colours of the first thing and of the second

std::string as_percent(double share) { return fixed(100 * share, 0) + " %"; }

/// How the network on the stage tells the scene by itself.
const Told& by_itself(const Params& p, const Result& r) { return *r.all[static_cast<std::size_t>(p.network)]; }

/// Whether a painted map gives the first thing the colour of the second, and nothing else.
course::Verdict bend_the_color(const Params& p, const Result& r, int, const compute::Backend&) {
  if (p.network != Network::soft) return {false, "The exercise is about soft attention."};
  if (r.truth.size() <= kNextColorWord || r.truth[kColorWord] == r.truth[kNextColorWord])
    return {false, "The exercise is about two things of different colours."};
  if (!by_itself(p, r).right) return {false, "With its own maps it tells this picture wrong. Lay it out so that it is right."};
  if (p.bent.rows() != 1 || static_cast<int>(p.bent(0, 0)) != kColorWord + 1)
    return {false, "Paint the map of word " + std::to_string(kColorWord + 1) + ", the first colour, and of no other word."};
  const std::string before = quoted(tasks::kSceneWords[static_cast<std::size_t>(r.truth[kColorWord])]), now = quoted(r.word_at(kColorWord));
  if (r.words.size() <= kColorWord || r.words[kColorWord] == r.truth[kColorWord]) return {false, "It still says " + now + "."};
  if (r.words[kColorWord] != r.truth[kNextColorWord]) return {false, "It says " + now + ", which is not the colour of the other thing."};
  const bool only = words_off(r.words, r.truth) == 1;
  return {only, "It says " + now + " where it said " + before +
                    (only ? ", and every other word is as it was." : ", but other words changed, too.")};
}

/// From how many things on one vector tells fewer than half of the scenes: 0 one, 1 two, 2 three.
course::Verdict one_vector(const Params&, const Result& r, int prediction, const compute::Backend&) {
  std::string counted;
  int first = -1;
  for (int things = 1; things <= tasks::kMostTold; ++things) {
    const auto share = static_cast<double>(r.right(static_cast<Index>(Network::none), things - 1));
    if (!std::isfinite(share)) return {false, "It has not been measured yet. Try again in a moment."};
    if (first < 0 && share < 0.5) first = things - 1;
    counted += (things == 1 ? "" : things == tasks::kMostTold ? " and " : ", ") + as_percent(share);
  }
  return {prediction == first, "Of pictures of one, two and three things it tells " + counted + " right."};
}

/// How many nouns of the network whose LSTM hears what it saw look at their thing: 0 nearly all, 1 about half, 2 fewer than a third.
course::Verdict where_nouns_look(const Params&, const Result& r, int prediction, const compute::Backend&) {
  const auto share = static_cast<double>(r.within(static_cast<Index>(Network::remembers), 0));
  if (!std::isfinite(share)) return {false, "It has not been measured yet. Try again in a moment."};
  const int answer = share > 0.8 ? 0 : share > 1.0 / 3 ? 1 : 2;
  return {prediction == answer, "Of its nouns " + as_percent(share) + " have the middle of the map in the thing that they name."};
}

/// Whether a draw of hard attention tells wrong what the likeliest places tell right.
course::Verdict a_draw_that_misses(const Params& p, const Result& r, int, const compute::Backend&) {
  if (p.network != Network::hard) return {false, "The exercise is about hard attention."};
  if (p.bent.rows() > 0) return {false, "A map is painted. Give it back: the draws alone are to do it."};
  if (!r.clear) return {false, "The things lie so that they could be told in two ways. Move them apart."};
  if (!by_itself(p, r).right) return {false, "Here the likeliest places, too, tell it wrong. Take another picture."};
  const int off = words_off(r.words, r.truth);
  if (p.draw == 0) return {false, "These are the likeliest places. Press Draw."};
  return {off > 0, off > 0 ? "Draw " + std::to_string(p.draw) + " says " + quoted(tasks::caption_text(r.words)) + "."
                           : "Draw " + std::to_string(p.draw) + " is right to the last word."};
}

/// Whether a scene of four things is told right.
course::Verdict a_fourth_thing(const Params& p, const Result& r, int, const compute::Backend&) {
  if (p.network != Network::soft || p.bent.rows() > 0) return {false, "The exercise is about soft attention with its own maps."};
  if (static_cast<int>(r.things.size()) != tasks::kMostThings)
    return {false, "Lay out four things; there are " + std::to_string(r.things.size()) + "."};
  if (!r.clear) return {false, "The things lie so that they could be told in two ways: overlapping, or too close to call."};
  const int off = words_off(r.words, r.truth);
  return {off == 0, off == 0 ? "It tells all four."
                             : "It says " + quoted(tasks::caption_text(r.words)) + ": " + counted(off, "word", "words") + " wrong."};
}

}  // namespace

std::vector<course::ExerciseSpec<Params, Result>> exercises() {
  return {{"a-fourth-thing", 0, later<a_fourth_thing>},
          {"where-nouns-look", 3, later<where_nouns_look>},
          {"bend-the-color", 0, later<bend_the_color>},
          {"one-vector", 3, later<one_vector>},
          {"a-draw-that-misses", 0, later<a_draw_that_misses>}};
}

}  // namespace attn::lessons::visual_attention
