#include "reader/header_native.h"

#include <vector>

#include "canvas/fonts.h"
#include "canvas/paragraph.h"

namespace attn::reader {
namespace {

using canvas::Role;

constexpr float kBrand = 22, kSize = 15, kBarSize = 14, kAll = 760, kSome = 420;
constexpr std::string_view kName = "Attention Lab";

/// Draws buttons beside each other, from the left or up to the right end.
std::string draw_row(canvas::ImGuiCanvas& canvas, canvas::Rect row, const std::vector<Button>& buttons, bool to_right, Hover* hover) {
  float width = 0;
  for (const Button& button : buttons) width += button.width();
  float x = to_right ? row.right() - width : row.x;
  std::string pressed;
  for (const Button& button : buttons) {
    if (draw_button(canvas, button, x, row, hover)) pressed = button.id;
    x += button.width();
  }
  return pressed;
}

float draw_name(canvas::Canvas& canvas, canvas::Rect row, bool in_words) {
  draw_brand(canvas, {row.x + kBrand / 2, row.center().y}, kBrand);
  if (!in_words) return kBrand + 6;
  constexpr float kGap = 9, kWords = 16;
  canvas.text({row.x + kBrand + kGap, row.center().y}, kName,
              {.color = canvas.color(Role::kInk), .size = kWords, .font = canvas::Font::kStrong});
  return kBrand + kGap + canvas::text_width(kName, canvas::Font::kStrong, kWords) + 18;
}

}  // namespace

std::string draw_header(canvas::ImGuiCanvas& canvas, canvas::Rect row, const HeaderState& state, Hover* hover) {
  const bool all = row.width >= kAll, some = row.width >= kSome;
  row.cut_left(draw_name(canvas, row, all));
  const std::string lesson = state.lesson ? "Lesson " + std::to_string(state.lesson->number) : "Lessons";
  const std::vector<Button> way = {
      {.id = "previous", .name = "Previous lesson", .icon = Icon::kPrevious, .enabled = state.previous, .size = kSize},
      {.id = "lessons", .label = lesson, .name = "The lessons of the course", .opens = true, .size = kSize},
      {.id = "next", .name = "Next lesson", .icon = Icon::kNext, .enabled = state.next, .size = kSize}};
  std::vector<Button> tools = {{.id = "undo", .name = "Undo", .icon = Icon::kUndo, .enabled = state.undo, .size = kSize},
                               {.id = "redo", .name = "Redo", .icon = Icon::kRedo, .enabled = state.redo, .size = kSize}};
  if (some)
    tools.push_back(
        {.id = "reset", .label = all ? "Reset" : "", .name = "Reset", .icon = Icon::kReset, .enabled = state.reset, .size = kSize});
  if (all) {
    if (!state.backend.empty())
      tools.push_back({.id = "backend", .label = std::string(state.backend), .name = "What computes", .opens = true, .size = kSize});
    tools.push_back({.id = "theme", .name = "Colours and size", .icon = Icon::kTheme, .opens = true, .size = kSize});
    tools.push_back({.id = "file", .label = "File", .icon = Icon::kFile, .opens = true, .size = kSize});
  } else {
    tools.push_back({.id = "more", .name = "Colours, size, files, what computes", .icon = Icon::kMore, .opens = true, .size = kSize});
  }
  const std::string on_way = draw_row(canvas, row, way, false, hover), used = draw_row(canvas, row, tools, true, hover);
  return on_way.empty() ? used : on_way;
}

std::string draw_bar(canvas::ImGuiCanvas& canvas, canvas::Rect row, const BarState& state, Hover* hover) {
  std::vector<Button> buttons;
  if (state.own) buttons.push_back({.id = "own", .label = "Back to your picture", .outlined = true, .size = kBarSize});
  if (state.compares) {
    buttons.push_back({.id = "swap-a", .label = "Swap A and B", .size = kBarSize});
    buttons.push_back({.id = "leave-a", .label = "Leave A", .size = kBarSize});
  } else if (row.width >= kSome && !state.low) {
    buttons.push_back({.id = "keep-a", .label = "Keep as A", .size = kBarSize});
  }
  const bool narrow = state.low && row.width < kSome;
  if (state.low) {
    buttons.push_back({.id = "text", .label = "Text", .name = "The text below the figure", .on = state.text, .size = kBarSize});
    buttons.push_back(
        {.id = "controls", .label = "Controls", .name = "The controls below the figure", .on = state.controls, .size = kBarSize});
  }
  buttons.push_back({.id = "pin", .label = narrow ? "" : "Pin", .name = "Pin", .icon = Icon::kPin, .on = state.pinned, .size = kBarSize});
  if (!narrow) buttons.push_back({.id = "present", .label = "Present", .size = kBarSize});
  float width = 0;
  for (const Button& button : buttons) width += button.width();
  const canvas::TextStyle style{.color = canvas.color(state.said.empty() ? Role::kMuted : Role::kInk), .size = kBarSize};
  const std::string words = !state.said.empty() ? state.said : (state.pinned ? "Pinned: " : "") + state.scene;
  canvas.text({row.x, row.center().y}, canvas::elided(canvas, words, style, row.width - width - 12), style);
  return draw_row(canvas, row, buttons, true, hover);
}

}  // namespace attn::reader
