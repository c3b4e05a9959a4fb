// The source that a reader types: what is shown of it, why not, and a way on from a word that the task does not know.
#pragma once

#include <string>

#include "base/tokens.h"
#include "canvas/canvas.h"
#include "tasks/pairs.h"

namespace attn::lessons::translation {

/// A source as typed, the last one that could be shown, and why the one typed is not, or empty.
struct SourceText {
  std::string& text;
  Tokens& shown;
  std::string& refusal;
};
/// Reads an edit; `former` and `former_text` are what stood there before it. Where the source cannot be read, has more than `most` tokens,
/// or is none that the task's rules cover (half a sentence: somebody is typing), the last one that could be shown stays. With a full stop
/// at its end any source is shown whose words are known. An empty one, and after a change of task one that was the former task's, gives
/// way to the task's sample.
void settle_source(const tasks::PairTask& former, const std::string& former_text, const tasks::PairTask& task, int most,
                   const SourceText& source);

/// Takes a band off the top of `*area` where the source typed is not shown: which word the task does not know, with a button
/// `known-word[0,k]` for each word that may be meant; elsewhere the reason alone. A press puts its word into `*typed`.
void draw_source_help(canvas::Canvas& canvas, canvas::Rect* area, const tasks::PairTask& task, const std::string& refusal,
                      std::string* typed, canvas::Place caller = canvas::Place::here());

}  // namespace attn::lessons::translation
