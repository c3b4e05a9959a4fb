// The source that a reader types: what of it is shown, or why it is not, and words to type instead of one that the task does not know.
#pragma once

#include <string>

#include "base/tokens.h"
#include "canvas/canvas.h"
#include "tasks/pairs.h"

namespace attn::lessons::translation {

/// A source as typed, the last source that could be shown, and why the typed one is not shown (empty where it is).
struct SourceText {
  std::string& text;
  Tokens& shown;
  std::string& refusal;
};
/// Reads an edit. `former` and `former_text` are the task and the text before it.
/// - If the source cannot be read, has more than `most` tokens, or is not covered by the task's rules (half a sentence, because somebody is
///   typing), the last source that could be shown stays, or after a change of task the task's sample.
/// - With a full stop at its end, a source is shown even if the rules do not cover it.
/// - An empty source is replaced by the task's sample. So is a source that the former task could read, if only the task changes.
void settle_source(const tasks::PairTask& former, const std::string& former_text, const tasks::PairTask& task, int most,
                   const SourceText& source);

/// If the typed source is not shown, cuts a band off the top of `*area` and says why. If the reason is a word that the task does not know,
/// there is a button `known-word[0,k]` for each word that may be meant; a press puts that word into `*typed`.
void draw_source_help(canvas::Canvas& canvas, canvas::Rect* area, const tasks::PairTask& task, const std::string& refusal,
                      std::string* typed, canvas::Place caller = canvas::Place::here());

}  // namespace attn::lessons::translation
