#include "reader/presenter_native.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "canvas/fonts.h"
#include "reader/buttons_native.h"

namespace attn::reader {
namespace {

using canvas::Role;

/// The width and height of a figure at which its letters are as large as beside a text.
constexpr float kPlainWidth = 960, kPlainHeight = 400, kMost = 3;

bool any_pressed(std::initializer_list<ImGuiKey> keys, bool repeats) {
  return std::any_of(keys.begin(), keys.end(), [repeats](ImGuiKey key) { return ImGui::IsKeyPressed(key, repeats); });
}

}  // namespace

int Presenter::place() const {
  const auto& scenes = lab_.session.scenes().all();
  const auto at = std::find_if(scenes.begin(), scenes.end(), [this](const course::Scene& s) { return s.id == section_; });
  return at == scenes.end() ? 0 : static_cast<int>(at - scenes.begin());
}

void Presenter::enter() {
  if (on_) return;
  on_ = true;
  base_ = scale_.get();
  section_ = lab_.session.scenes().place();
  lab_.view.parts = api::Parts::kFigure;
  lab_.view.tools = true;  // the strip of a trained lesson
}

void Presenter::leave() {
  if (!on_) return;
  on_ = false;
  scale_.set(base_);
  lab_.view.parts = api::Parts::kFull;
  lab_.view.tools = false;
}

void Presenter::step(int by) {
  const auto& scenes = lab_.session.scenes().all();
  const int to = std::clamp(place() + by, 0, static_cast<int>(scenes.size()) - 1);
  if (to == place()) return;
  section_ = scenes[static_cast<size_t>(to)].id;
  lab_.session.scenes().go_to(section_, session::Way::kReading);
  lab_.publish_changes();
}

void Presenter::use_keys(bool figure_wants_arrows) {
  const ImGuiIO& io = ImGui::GetIO();
  if (!on_ || io.WantTextInput || io.KeyCtrl || io.KeyAlt || io.KeySuper) return;
  const int all = static_cast<int>(lab_.session.scenes().all().size());
  if (ImGui::IsKeyPressed(ImGuiKey_Escape, false)) return leave();
  if (any_pressed({ImGuiKey_PageDown}, true)) step(1);
  if (any_pressed({ImGuiKey_PageUp, ImGuiKey_Backspace}, true)) step(-1);
  if (any_pressed({ImGuiKey_Home}, false)) step(-all);
  if (any_pressed({ImGuiKey_End}, false)) step(all);
  if (figure_wants_arrows) return;
  if (any_pressed({ImGuiKey_RightArrow, ImGuiKey_DownArrow}, true) || any_pressed({ImGuiKey_Space, ImGuiKey_Enter}, false)) step(1);
  if (any_pressed({ImGuiKey_LeftArrow, ImGuiKey_UpArrow}, true)) step(-1);
}

float Presenter::draw_words(canvas::Canvas& canvas, canvas::Rect column, bool measuring) {
  const float unit = base_ / scale_.get(), window = ImGui::GetIO().DisplaySize.x / unit;
  const float title = std::clamp(0.027f * window, 24.0f, 72.0f) * unit, words = std::clamp(0.0175f * window, 18.0f, 48.0f) * unit;
  const canvas::Rect measured{column.x, -1e5f, column.width, 0};
  const canvas::Rect from = measuring ? measured : column;
  const float head = page_.draw_words(canvas, caption_.title, {title, canvas::Font::kStrong, Role::kInk}, from);
  if (caption_.words.empty()) return head;
  const float gap = 0.35f * words;
  const canvas::Rect below{from.x, from.y + head + gap, std::min(from.width, 62 * words), 0};
  return head + gap + page_.draw_words(canvas, caption_.words, {words, canvas::Font::kText, Role::kMuted}, below);
}

void Presenter::fit(canvas::Rect whole, float caption) {
  const float unit = scale_.get() / base_;
  const float width = 0.96f * whole.width * unit, height = 0.98f * (whole.height - caption) * unit;
  const float larger = std::clamp(std::round(20 * std::min(width / kPlainWidth, height / kPlainHeight)) / 20, 1.0f, kMost);
  if (std::abs(larger - unit) < 0.01f) return;
  scale_.set(base_ * larger);
  if (lab_.screen) lab_.screen->request_frame();
}

void Presenter::draw_buttons(canvas::ImGuiCanvas& canvas, canvas::Rect row) {
  const float size = std::clamp(0.0105f * ImGui::GetIO().DisplaySize.x * scale_.get() / base_, 14.0f, 24.0f) * base_ / scale_.get();
  const auto& scenes = lab_.session.scenes().all();
  const int at = place(), all = static_cast<int>(scenes.size());
  const std::vector<Button> buttons = {{.id = "present:previous", .label = "Previous", .enabled = at > 0, .size = size},
                                       {.id = "present:next", .label = "Next", .enabled = at + 1 < all, .size = size},
                                       {.id = "present:leave", .label = "Leave", .size = size}};
  float width = 0;
  for (const Button& button : buttons) width += button.width();
  float x = row.right() - width;
  const std::string counted = std::to_string(at + 1) + " of " + std::to_string(all);
  canvas.text({x - size, row.center().y}, counted, {.color = canvas.color(Role::kMuted), .size = size, .align = canvas::Align::kRight});
  std::string pressed;
  for (const Button& button : buttons) {
    if (draw_button(canvas, button, x, row)) pressed = button.id;
    x += button.width();
  }
  if (pressed == "present:previous") step(-1);
  if (pressed == "present:next") step(1);
  if (pressed == "present:leave") leave();
}

canvas::Rect Presenter::draw(canvas::ImGuiCanvas& canvas, canvas::Rect whole) {
  const auto& scenes = lab_.session.scenes().all();  // the lesson may have changed since the last frame
  if (std::none_of(scenes.begin(), scenes.end(), [this](const course::Scene& s) { return s.id == section_; }))
    section_ = lab_.session.scenes().place();
  caption_ = caption_of(page_.document(), section_);
  const float margin = 0.03f * whole.width, gap = 0.012f * whole.height, row = 0.045f * whole.height;
  const canvas::Rect page = whole;
  const bool beside = whole.width >= 1.2f * whole.height;
  const float column = whole.width - 2 * margin - (beside ? 0.24f * whole.width : 0);
  const float words = std::min(draw_words(canvas, {margin, 0, column, 0}, true), 0.4f * whole.height);
  const float caption = words + 3 * gap + (beside ? 0 : row);
  canvas::Rect area = whole.cut_bottom(caption);
  canvas.begin(area);
  draw_words(canvas, {area.x + margin, area.y + gap, column, 0}, false);
  const canvas::Rect bottom = area.cut_bottom(row + gap);
  draw_buttons(canvas, {bottom.x + margin, bottom.y, bottom.width - 2 * margin, row});
  canvas.end();
  fit(page, caption);
  return whole.inset(0.02f * whole.width, 0.02f * whole.height);
}

}  // namespace attn::reader
