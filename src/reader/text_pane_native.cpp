#include "reader/text_pane_native.h"

#include <SDL.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <utility>

#include "canvas/imgui_fonts.h"
#include "session/link.h"

namespace attn::reader {
namespace {

constexpr float kTop = 34, kBottom = 90, kNotch = 64;
constexpr int kQuiet = 3;  // ImGui scrolls a frame after it was asked to, and lays out in the next

std::optional<std::string> read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

content::Run words(std::string text, content::Link link = {}) {
  content::Run run;
  run.text = std::move(text);
  run.link = std::move(link);
  return run;
}

content::Block paragraph(std::vector<content::Run> runs) {
  content::Block block;
  block.runs = std::move(runs);
  return block;
}

}  // namespace

TextPane::TextPane(api::Lab& lab, std::string assets)
    : lab_(lab),
      assets_(std::move(assets)),
      outline_(read_outline(assets_ + "/outline.tsv")),
      formulas_(assets_ + "/formulas"),
      page_(
          lab, formulas_,
          {[this](canvas::Rect r, const FormulaImages::Formula& formula) { draw_formula(r, formula); },
           [this](const content::Link& link) { follow(link); }, [this](std::string_view name) { return figure_has && figure_has(name); }}),
      following_(lab) {}

void TextPane::follow_session() {
  if (lesson_ != &lab_.session.lesson()) open_lesson();
}

void TextPane::open_lesson() {
  lesson_ = &lab_.session.lesson();
  source_ = false;
  scroll_to_ = 0;
  following_.adopt();
  content::Document document;
  std::string above;
  const course::Entry* entry = entry_of(lesson_->slug);
  if (entry) {
    formulas_.open(number_of(*entry));
    const std::string file = number_of(*entry) + "_" + std::string(lesson_->slug) + ".md";
    const std::optional<std::string> text = read_file(assets_ + "/lessons/" + file);
    document = content::parse(
        text ? *text : "The text of this lesson (" + file + ") does not lie beside the program. The figure works without it.");
    for (const CoursePart& part : outline_)
      if (std::find(part.lessons.begin(), part.lessons.end(), entry) != part.lessons.end() && !part.title.empty())
        above = part.title + " \u00b7 ";
    above += "Lesson " + std::to_string(entry->number);
  }
  if (formulas_.empty())
    document.blocks.push_back(
        paragraph({words("Formulas are shown as LaTeX: they were not typeset (the target assets, which needs Node).")}));
  page_.open(std::move(document), std::move(above));
}

void TextPane::open_source(const std::string& target) {
  constexpr float kLineHeight = 18, kAbove = 70, kMargin = 120;
  const size_t hash = std::min(target.find('#'), target.size());
  const std::string path = target.substr(0, hash), symbol = hash < target.size() ? target.substr(hash + 1) : "";
  const std::optional<std::string> source = read_file(assets_ + "/source/" + path);
  content::Document document;
  document.blocks.push_back(paragraph(
      {words("Back to the lesson", {content::LinkKind::kLesson, std::string(lab_.session.lesson().slug)}), words("   src/" + path)}));
  content::Block code;
  code.kind = content::Block::Kind::kCode;
  code.text = source ? *source : "This source does not lie beside the program.";
  const size_t at = symbol.empty() ? 0 : std::min(code.text.find(symbol), code.text.size());
  const auto line = std::count(code.text.begin(), code.text.begin() + static_cast<std::ptrdiff_t>(at % (code.text.size() + 1)), '\n');
  document.blocks.push_back(std::move(code));
  page_.open(std::move(document));
  source_ = true;
  scroll_to_ = std::max(0.0f, kAbove + kLineHeight * static_cast<float>(line) - kMargin);
}

void TextPane::follow(const content::Link& link) {
  if (link.kind == content::LinkKind::kCode) return open_source(link.target);
  if (link.kind == content::LinkKind::kUrl) {
    SDL_OpenURL(link.target.c_str());
    return;
  }
  const std::string_view target = link.target;
  const size_t asks = std::min(target.find('?'), target.size());
  const course::Lesson* lesson = course::find(target.substr(0, asks));
  if (lesson && lesson != &lab_.session.lesson())
    lab_.session.open(*lesson,
                      session::carried(lab_.session.document(), lab_.session.results(), target.substr(std::min(asks + 1, target.size()))));
  if (lesson) open_lesson();
}

// As for text, the baseline is on a whole unit.
void TextPane::draw_formula(canvas::Rect r, const FormulaImages::Formula& formula) {
  const float density = ImGui::GetIO().DisplayFramebufferScale.x, em = r.width / formula.width;
  const FormulaImages::Image image = formulas_.image(formula, em * density, canvas_.theme());
  if (image.texture == 0) return;
  const float baseline = std::round(r.bottom() - formula.depth * em) * density, left = std::round(r.x * density);
  const float x = left - static_cast<float>(image.left), y = std::round(baseline) - static_cast<float>(image.baseline);
  ImGui::GetWindowDrawList()->AddImage(static_cast<ImTextureID>(image.texture), {x / density, y / density},
                                       {(x + static_cast<float>(image.width)) / density, (y + static_cast<float>(image.height)) / density});
}

void TextPane::use_keys(float page_height) {
  const ImGuiIO& io = ImGui::GetIO();
  if (io.WantTextInput || io.KeyCtrl || io.KeyAlt) return;
  walk_symbols();
  float by = 0;
  if (ImGui::IsKeyPressed(ImGuiKey_PageDown)) by = 0.9f * page_height;
  if (ImGui::IsKeyPressed(ImGuiKey_PageUp)) by = -0.9f * page_height;
  if (ImGui::IsKeyPressed(ImGuiKey_Home)) by = -ImGui::GetScrollMaxY();
  if (ImGui::IsKeyPressed(ImGuiKey_End)) by = ImGui::GetScrollMaxY();
  if (by != 0) ImGui::SetScrollY(std::clamp(ImGui::GetScrollY() + by, 0.0f, ImGui::GetScrollMaxY()));
}

// Tab goes to a formula's first symbol; the keys left and right go on from there.
void TextPane::walk_symbols() {
  const canvas::RegionId at = canvas::parse_region_id(canvas_.selected());
  if (at.name != "symbol" || !canvas_.has_keyboard()) return;
  const int by = ImGui::IsKeyPressed(ImGuiKey_RightArrow) - ImGui::IsKeyPressed(ImGuiKey_LeftArrow);
  const std::string next = "symbol[" + std::to_string(at.row + by) + "]";
  if (by == 0 || canvas_.rect_of(next).width <= 0) return;
  canvas_.select(next);
  show_selected();
}

void TextPane::go_to(std::string_view section) {
  section_to_ = section;
  if (section == session::Scenes::kTopScene) scroll_to_ = 0, section_to_.clear();
  quiet_ = kQuiet;
}

void TextPane::settle(canvas::Rect area) {
  const float scroll = ImGui::GetScrollY(), margin = 0.1f * area.height;
  if (std::exchange(width_, area.width) != area.width) {
    quiet_ = kQuiet;
    return;
  }
  for (const auto& [id, top] : page_.sections())
    if (id == section_to_) scroll_to_ = std::max(0.0f, scroll + top - area.y - margin);
  section_to_.clear();
  if (!std::exchange(shows_selected_, false)) return;
  const canvas::Rect r = canvas_.rect_of(canvas_.selected());
  if (r.width > 0 && (r.y < area.y + margin || r.bottom() > area.bottom() - margin))
    scroll_to_ = std::max(0.0f, scroll + r.y - area.y - 0.4f * area.height);
}

void TextPane::look(canvas::Rect area, float scroll) {
  if (const std::string pressed = page_.take_pressed_scene(); !pressed.empty()) following_.pressed(pressed);
  if (const std::string exercise = page_.take_acted_in(); !exercise.empty()) following_.act_in(exercise);
  if (quiet_ > 0) following_.adopt();
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const bool held = ImGui::IsMouseDown(ImGuiMouseButton_Left) && !area.contains({mouse.x, mouse.y});
  const bool waits = !source_ && following_.look({area, scroll, ImGui::GetScrollMaxY(), page_.sections(), ImGui::GetTime(), held});
  if (lab_.screen && (waits || quiet_ > 0 || scroll_to_ >= 0)) lab_.screen->request_frame();
  quiet_ = std::max(0, quiet_ - 1);
}

void TextPane::draw(canvas::Rect area, float edge, float wheel, const canvas::Theme& theme) {
  const auto shade = [&theme](float alpha) {
    const canvas::Color c = theme.of(canvas::Role::kMuted);
    return ImVec4(c.r, c.g, c.b, alpha);
  };
  formulas_.begin_frame();
  ImGui::PushStyleVar(ImGuiStyleVar_ScrollbarSize, 8.0f);
  ImGui::PushStyleColor(ImGuiCol_ScrollbarBg, ImVec4(0, 0, 0, 0));
  ImGui::PushStyleColor(ImGuiCol_ScrollbarGrab, shade(0.25f));
  ImGui::PushStyleColor(ImGuiCol_ScrollbarGrabHovered, shade(0.5f));
  ImGui::PushStyleColor(ImGuiCol_ScrollbarGrabActive, shade(0.7f));
  ImGui::SetCursorScreenPos({area.x, area.y});
  ImGui::BeginChild("##reader", {area.width, area.height}, ImGuiChildFlags_None, ImGuiWindowFlags_NoNav);
  if (scroll_to_ >= 0 && height_ > 0) {
    ImGui::SetScrollY(std::exchange(scroll_to_, -1.0f));
    quiet_ = kQuiet;
  }
  if (wheel != 0) ImGui::SetScrollY(std::clamp(ImGui::GetScrollY() - kNotch * wheel, 0.0f, ImGui::GetScrollMaxY()));
  use_keys(area.height);
  const float scroll = ImGui::GetScrollY(), top = area.y + kTop - scroll;
  canvas_.set_theme(theme);
  canvas_.begin(area);
  const canvas::Rect column{area.x + edge, top, area.width - edge - 16, 0};
  height_ = page_.draw(canvas_, column, area) - top + kTop + kBottom;
  canvas_.end();
  settle(area);
  if (scroll > 0) {  // there is more text above
    constexpr float kFade = 20;
    const ImU32 paper = canvas::to_imgui(theme.of(canvas::Role::kBackground)), clear = paper & ~IM_COL32_A_MASK;
    ImGui::GetWindowDrawList()->AddRectFilledMultiColor({area.x, area.y}, {area.right() - 8, area.y + kFade}, paper, paper, clear, clear);
  }
  look(area, scroll);
  ImGui::SetCursorPosY(height_);
  ImGui::Dummy({1, 1});
  ImGui::EndChild();
  ImGui::PopStyleColor(4);
  ImGui::PopStyleVar();
}

}  // namespace attn::reader
