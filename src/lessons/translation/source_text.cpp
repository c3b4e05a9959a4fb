#include "lessons/translation/source_text.h"

#include <algorithm>

#include "base/check.h"
#include "base/text.h"
#include "canvas/paragraph.h"
#include "canvas/regions.h"
#include "charts/small_button.h"
#include "tasks/unknown_word.h"

namespace attn::lessons::translation {
namespace {

bool is_readable(const tasks::PairTask& task, const std::string& text) {
  Tokens tokens;
  return task.read(task, text, &tokens).empty() && !tokens.empty();
}

/// Whether the task's rules cover the source, or the reader has ended it with a full stop.
bool is_whole(const tasks::PairTask& task, const std::string& text, const Tokens& tokens) {
  tasks::Example answer;
  const size_t last = text.find_last_not_of(" \t\r\n");
  const bool ended = last != text.npos && text[last] == '.' && static_cast<int>(tokens.size()) >= task.shortest;
  return ended || task.solve(task, tokens, &answer);
}

/// Reads `text` into `*tokens`. Returns an empty string, or why this source cannot be shown.
std::string read_source(const tasks::PairTask& task, const std::string& text, int most, Tokens* tokens) {
  std::string why = task.read(task, text, tokens);
  if (!why.empty()) return why;
  if (tokens->empty()) return "There is no word yet.";
  if (static_cast<int>(tokens->size()) > most) return "At most " + std::to_string(most) + " tokens, please.";
  if (is_whole(task, text, *tokens)) return {};
  const char* whole = task.name == "dates" ? "date" : "sentence";
  return cited(text, 60) + " is not a whole " + whole + " yet. A full stop at its end has it translated as it is.";
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

void draw_source_help(canvas::Canvas& canvas, canvas::Rect* area, const tasks::PairTask& task, const std::string& refusal,
                      std::string* typed, canvas::Place caller) {
  const canvas::DrawnFor drawn_for(caller);
  if (refusal.empty()) return;
  constexpr float kLine = 24, kGap = 6;
  const canvas::TextStyle style{.color = canvas.color(canvas::Role::kWarning), .size = 12.5f};
  const auto unknown = tasks::find_unknown_word(task, *typed);
  if (!unknown || unknown->known.empty()) {
    area->cut_top(canvas::draw_paragraph(canvas, *area, refusal, style) + kGap);
    return;
  }
  canvas::Rect line = area->cut_top(kLine);
  area->cut_top(kGap);
  const std::string word = cited(std::string_view(*typed).substr(unknown->begin, unknown->end - unknown->begin));
  const auto width_of = [&](const std::string& known) { return std::max(canvas.measure(known, style).width + 14, kLine); };
  float buttons = 0;
  for (const std::string& known : unknown->known) buttons += width_of(known) + kGap;
  std::string lead = word + " is unknown. Instead:";
  if (canvas.measure(lead, style).width + 8 + buttons > line.width) lead = canvas::elided(canvas, word + "?", style, 0.5f * line.width);
  canvas.text({line.x, line.center().y}, lead, style);
  line.cut_left(canvas.measure(lead, style).width + 8);
  std::string chosen;
  for (size_t k = 0; k < unknown->known.size(); ++k) {
    const std::string& known = unknown->known[k];
    if (width_of(known) > line.width) break;
    const canvas::Rect button = line.cut_left(width_of(known)).inset(0, 1);
    line.cut_left(kGap);
    if (charts::draw_small_button(canvas, button, canvas::cell_id("known-word", 0, static_cast<int>(k)), known, "put " + known + " there"))
      chosen = tasks::replaced(*typed, *unknown, known);
  }
  if (!chosen.empty()) *typed = chosen;
}

}  // namespace attn::lessons::translation
