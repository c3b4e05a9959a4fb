#include "lessons/translation/source_text.h"

#include "base/check.h"

namespace attn::lessons::translation {
namespace {

bool is_readable(const tasks::PairTask& task, const std::string& text) {
  Tokens tokens;
  return task.read(task, text, &tokens).empty() && !tokens.empty();
}

/// Why `text` is no source of the task, or an empty string and its tokens.
std::string read_source(const tasks::PairTask& task, const std::string& text, int most, Tokens* tokens) {
  std::string why = task.read(task, text, tokens);
  if (why.empty() && tokens->empty()) why = "There is no word yet.";
  if (why.empty() && static_cast<int>(tokens->size()) > most) why = "At most " + std::to_string(most) + " tokens, please.";
  return why;
}

}  // namespace

void settle_source(const tasks::PairTask& former, const std::string& former_text, const tasks::PairTask& task, int most,
                   const SourceText& source) {
  const bool other_task = former.name != task.name;
  if (source.text.empty() || (other_task && source.text == former_text && is_readable(former, source.text))) source.text = task.sample;
  Tokens tokens;
  source.refusal = read_source(task, source.text, most, &tokens);
  if (!source.refusal.empty()) {
    if (!other_task && !source.shown.empty()) return;
    const std::string why = read_source(task, std::string(task.sample), most, &tokens);
    CHECK(why.empty(), "the sample of ", task.name, ": ", why);
  }
  source.shown = tokens;
}

}  // namespace attn::lessons::translation
