#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "lessons/10_transformer/whole.h"

namespace attn::lessons::transformer {

using models::AttentionPart, models::HeadPlace;

namespace {

// A word that has been said goes back, its row is computed, and the next word is said: where in its turn each of these ends.
constexpr float kBack = 0.4f, kComputed = 0.8f;

/// The words of `turns` that have come so far in their turn.
int past(float turns, float share) { return static_cast<int>(std::floor(turns + 1 - share + 1e-4f)); }

}  // namespace

Walk::Walk(const Params& p, const Result& r)
    : story_(static_cast<double>(p.walk), kStops),
      asking_(static_cast<float>(r.sentence.source.size())),
      words_(static_cast<float>(r.sentence.output.size())) {}

float Walk::turn() const { return story_.told(kWordByWord) * (words_ - 1); }

int Walk::source() const { return charts::told_of(story_.told(kWordsIn, 0, 0.5f), static_cast<int>(asking_)); }

float Walk::memory() const { return story_.told(kMemory, 0, 0.9f); }

int Walk::given() const { return story_.told(kStartMark) > 0 ? 1 + past(turn(), kBack) : 0; }

int Walk::said() const { return story_.told(kFirstWord) > 0.8f ? 1 + past(turn(), kComputed) : 0; }

float Walk::returned() const {
  const float turns = turn(), now = turns - std::floor(turns + 1e-4f);
  return std::clamp(now / kBack, 0.0f, 1.0f);
}

float Walk::rows(const HeadPlace& head) const {
  const bool second = head.layer > 0;
  if (head.part == AttentionPart::encoder_self)
    return asking_ * (second ? story_.told(kEncoderAgain, 0.1f, 0.65f) : story_.told(kEncoderSelf, 0.1f, 0.95f));
  const bool cross = head.part == AttentionPart::decoder_cross;
  const float first = second  ? cross ? story_.told(kFirstWord, 0.45f, 0.65f) : story_.told(kFirstWord, 0.2f, 0.45f)
                       : cross ? story_.told(kCross, 0.1f, 0.9f)
                              : story_.told(kStartMark, 0.75f, 1);
  const float turns = turn(), whole = std::floor(turns + 1e-4f);
  return first + whole + std::clamp((turns - whole - kBack) / (kComputed - kBack), 0.0f, 1.0f);
}

bool Walk::is_told(const HeadPlace& head) const { return rows(head) >= (head.part == AttentionPart::encoder_self ? asking_ : words_); }

std::vector<std::string> walk_sentences(const Result& r) {
  const std::string heads = r.settings.heads == 1 ? "one head" : std::to_string(r.settings.heads) + " heads at once";
  return {"The source\u2019s words go in, and each becomes a row of " + std::to_string(r.settings.d_model) + " numbers.",
          "Self-attention: every word asks all words, in " + heads + ".",
          "Feed-forward: each word goes by itself through the same small network.",
          "Layer 2 does both again, on the rows that layer 1 made.",
          "The encoder\u2019s output goes to both decoder layers, as keys and values.",
          "The decoder begins with a start mark. A mask hides what follows.",
          "Cross-attention: the row of the start mark asks all words of the source.",
          "Feed-forward and layer 2 follow, and out of the last row comes a word: " + quoted(r.sentence.output.front()) + ".",
          "Each word that is said goes back in, and out of its row comes the next."};
}

}  // namespace attn::lessons::transformer
