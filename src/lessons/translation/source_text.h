// The source that a reader types: what is shown of it, and why not.
#pragma once

#include <string>

#include "base/tokens.h"
#include "tasks/pairs.h"

namespace attn::lessons::translation {

/// A source as typed, the last one that could be read, and why the one typed cannot, or empty.
struct SourceText {
  std::string& text;
  Tokens& shown;
  std::string& refusal;
};
/// Reads an edit; `former` and `former_text` are what stood there before it. Where the source cannot be read or has more than `most`
/// tokens, the last one that could be stays. An empty one, and after a change of task one that was the former task's, gives way to the
/// task's sample.
void settle_source(const tasks::PairTask& former, const std::string& former_text, const tasks::PairTask& task, int most,
                   const SourceText& source);

}  // namespace attn::lessons::translation
