#include "reader/reader_native.h"

#include <SDL.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <utility>

#include "base/text.h"
#include "session/link.h"

namespace attn::reader {
namespace {

constexpr float kWide = 1000, kMinColumn = 400, kMaxColumn = 620, kPadding = 36, kNarrowPadding = 18;

std::optional<std::string> read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string number_of(const course::Entry& entry) { return (entry.number < 10 ? "0" : "") + std::to_string(entry.number); }

content::Run link_to(const course::Entry& entry) {
  content::Run run;
  run.text = number_of(entry) + "\u00a0" + std::string(entry.about.title);
  run.link = {content::LinkKind::kLesson, std::string(entry.about.slug)};
  return run;
}

content::Run words(std::string text) {
  content::Run run;
  run.text = std::move(text);
  return run;
}

content::Block paragraph(std::vector<content::Run> runs) {
  content::Block block;
  block.runs = std::move(runs);
  return block;
}

/// The course's lessons above the text, the next one below it.
void add_navigation(content::Document* document, const course::Lesson& lesson) {
  std::vector<content::Run> all;
  const auto& entries = course::lessons();
  for (size_t i = 0; i < entries.size(); ++i) {
    if (i > 0) all.push_back(words(" \u00b7 "));
    const bool here = entries[i].about.slug == lesson.slug;
    all.push_back(link_to(entries[i]));
    if (here) all.back().link = {}, all.back().strong = true;
    if (here && i + 1 < entries.size()) document->blocks.push_back(paragraph({words("Next: "), link_to(entries[i + 1])}));
  }
  document->blocks.insert(document->blocks.begin(), paragraph(std::move(all)));
}

}  // namespace

Reader::Reader(api::Lab& lab, std::string assets)
    : lab_(lab),
      assets_(std::move(assets)),
      formulas_(assets_ + "/formulas"),
      page_(lab, formulas_,
            {[this](canvas::Rect r, const FormulaImages::Formula& formula) {
               const auto texture = static_cast<ImTextureID>(formulas_.texture(formula, canvas_.theme()));
               if (texture != 0) ImGui::GetWindowDrawList()->AddImage(texture, {r.x, r.y}, {r.right(), r.bottom()});
             },
             [this](const content::Link& link) { follow(link); }}) {}

void Reader::open_lesson() {
  shown_ = &lab_.session.lesson();
  scroll_to_ = 0;
  reading_.clear();
  since_ = 0;
  content::Document document;
  for (const course::Entry& entry : course::lessons()) {
    if (entry.about.slug != shown_->slug) continue;
    const std::string file = number_of(entry) + "_" + std::string(shown_->slug) + ".md";
    const std::optional<std::string> text = read_file(assets_ + "/lessons/" + file);
    document = content::parse(
        text ? *text : "The text of this lesson (" + file + ") does not lie beside the program. The figure works without it.");
  }
  if (formulas_.empty())
    document.blocks.insert(
        document.blocks.begin(),
        paragraph({words("Formulas are shown as LaTeX: their images were not built (the target assets, which needs Node).")}));
  add_navigation(&document, *shown_);
  page_.open(std::move(document));
}

void Reader::open_source(const std::string& target) {
  constexpr float kLineHeight = 18, kTop = 70;
  const size_t hash = std::min(target.find('#'), target.size());
  const std::string path = target.substr(0, hash), symbol = hash < target.size() ? target.substr(hash + 1) : "";
  const std::optional<std::string> source = read_file(assets_ + "/source/" + path);
  content::Run back = words("Back to the lesson");
  back.link = {content::LinkKind::kLesson, std::string(lab_.session.lesson().slug)};
  content::Document document;
  document.blocks.push_back(paragraph({back, words("   src/" + path)}));
  content::Block code;
  code.kind = content::Block::Kind::kCode;
  code.text = source ? *source : "This source does not lie beside the program.";
  const size_t at = symbol.empty() ? 0 : std::min(code.text.find(symbol), code.text.size());
  const auto line = std::count(code.text.begin(), code.text.begin() + static_cast<std::ptrdiff_t>(at % (code.text.size() + 1)), '\n');
  document.blocks.push_back(std::move(code));
  page_.open(std::move(document));
  shown_ = nullptr;
  scroll_to_ = std::max(0.0f, kTop + kLineHeight * static_cast<float>(line) - 120);
}

void Reader::follow(const content::Link& link) {
  if (link.kind == content::LinkKind::kCode) return open_source(link.target);
  if (link.kind == content::LinkKind::kUrl) {
    SDL_OpenURL(link.target.c_str());
    return;
  }
  const std::string_view target = link.target;
  const size_t asks = std::min(target.find('?'), target.size());
  const course::Lesson* lesson = course::find(target.substr(0, asks));
  if (lesson && lesson != &lab_.session.lesson())
    lab_.session.open(*lesson, session::carried(lab_.session, target.substr(std::min(asks + 1, target.size()))));
  if (lesson) open_lesson();
}

void Reader::scroll_by_keys(float page_height) {
  if (canvas_.has_keyboard() || !ImGui::IsWindowHovered()) return;
  float by = 0;
  if (ImGui::IsKeyPressed(ImGuiKey_PageDown)) by = 0.9f * page_height;
  if (ImGui::IsKeyPressed(ImGuiKey_PageUp)) by = -0.9f * page_height;
  if (ImGui::IsKeyPressed(ImGuiKey_Home)) by = -ImGui::GetScrollMaxY();
  if (ImGui::IsKeyPressed(ImGuiKey_End)) by = ImGui::GetScrollMaxY();
  if (by != 0) ImGui::SetScrollY(std::clamp(ImGui::GetScrollY() + by, 0.0f, ImGui::GetScrollMaxY()));
}

void Reader::follow_reading(canvas::Rect area) {
  constexpr float kLine = 0.35f;
  constexpr double kDwell = 0.18;  // seconds: whoever scrolls past a section does not mean it
  if (!shown_) return;
  const float scroll = ImGui::GetScrollY(), left = ImGui::GetScrollMaxY() - scroll;
  const float line = std::max(area.y + kLine * area.height, area.bottom() - left);
  std::string section(session::Session::kTopScene);
  const auto& scenes = lab_.session.scenes();
  for (const auto& [id, top] : page_.sections())
    if (top <= line && std::any_of(scenes.begin(), scenes.end(), [&id = id](const course::Scene& s) { return s.id == id; })) section = id;
  if (scroll < 8) section = session::Session::kTopScene;
  const bool moved = std::exchange(scrolled_, scroll) != scroll;
  if (section != reading_) {
    since_ = moved && !reading_.empty() ? ImGui::GetTime() : 0;  // else the text was opened or laid out anew
    reading_ = section;
  }
  if (since_ == 0 || pinned_ || ImGui::IsMouseDown(ImGuiMouseButton_Left)) return;
  if (ImGui::GetTime() - since_ >= kDwell) {
    since_ = 0;
    lab_.session.go_to_scene(reading_, session::Way::kReading);  // a model in training may stand against it
    lab_.publish_changes();
  }
  if (lab_.screen) lab_.screen->request_frame();
}

void Reader::draw_pin(canvas::Rect area) {
  constexpr float kHeight = 26, kGap = 8;
  float right = area.right() - 16;
  canvas_.rect({area.x, area.bottom() - kHeight - 22, area.width, kHeight + 22}, canvas_.color(canvas::Role::kBackground));
  const auto button = [&](std::string_view id, std::string_view label, bool on) {
    const canvas::TextStyle style{
        .color = canvas_.color(on ? canvas::Role::kBackground : canvas::Role::kInk), .size = 13, .align = canvas::Align::kCenter};
    const float width = canvas_.measure(label, style).width + 22;
    const canvas::Rect box{right - width, area.bottom() - kHeight - 12, width, kHeight};
    right -= width + kGap;
    const canvas::Interaction hand = canvas_.region(id, box, canvas::Grip::kClick, label);
    canvas_.rect(box,
                 canvas_.color(on             ? canvas::Role::kInk
                               : hand.hovered ? canvas::Role::kFaint
                                              : canvas::Role::kBackground),
                 kHeight / 2);
    canvas_.frame(box, {canvas_.color(canvas::Role::kFaint), 1}, kHeight / 2);
    canvas_.text(box.center(), label, style);
    return hand.pressed;
  };
  if (button("pin", pinned_ ? "Pinned" : "Pin the figure", pinned_)) {
    pinned_ = !pinned_;
    if (!pinned_) since_ = -1;  // it goes to where the reader is
  }
  if (lab_.session.has_own() && button("own-picture", "Your picture", false)) {
    lab_.session.bring_own();
    lab_.publish_changes();
  }
}

canvas::Rect Reader::draw(canvas::Rect whole) {
  if (shown_ && shown_ != &lab_.session.lesson()) shown_ = nullptr, height_ = 0;
  if (!shown_ && height_ == 0) open_lesson();
  const bool wide = whole.width >= kWide;
  const canvas::Rect area =
      wide ? whole.cut_left(std::clamp(0.42f * whole.width, kMinColumn, kMaxColumn)) : whole.cut_bottom(0.42f * whole.height);
  const canvas::Theme theme(lab_.view.dark);
  const ImVec4 nothing(0, 0, 0, 0);
  const auto shade = [&theme](float alpha) {
    const canvas::Color c = theme.of(canvas::Role::kMuted);
    return ImVec4(c.r, c.g, c.b, alpha);
  };
  ImGui::PushStyleVar(ImGuiStyleVar_ScrollbarSize, 8.0f);
  ImGui::PushStyleColor(ImGuiCol_ScrollbarBg, nothing);
  ImGui::PushStyleColor(ImGuiCol_ScrollbarGrab, shade(0.25f));
  ImGui::PushStyleColor(ImGuiCol_ScrollbarGrabHovered, shade(0.5f));
  ImGui::PushStyleColor(ImGuiCol_ScrollbarGrabActive, shade(0.7f));
  ImGui::SetCursorScreenPos({area.x, area.y});
  ImGui::BeginChild("##reader", {area.width, area.height}, ImGuiChildFlags_None, ImGuiWindowFlags_NoNav);
  if (scroll_to_ >= 0 && height_ > 0) {
    ImGui::SetScrollY(scroll_to_);
    scroll_to_ = -1;
  }
  scroll_by_keys(area.height);
  const float padding = wide ? kPadding : kNarrowPadding, top = area.y + padding - ImGui::GetScrollY();
  canvas_.set_theme(theme);
  canvas_.begin(area);
  const canvas::Rect column{area.x + padding, top, area.width - 2 * padding, 0};
  height_ = page_.draw(canvas_, column, area) - top + 2 * padding;
  if (shown_) draw_pin(area);
  canvas_.end();
  follow_reading(area);
  ImGui::SetCursorPosY(height_);
  ImGui::Dummy({1, 1});
  ImGui::EndChild();
  ImGui::PopStyleColor(4);
  ImGui::PopStyleVar();
  return wide ? whole : whole.inset(8, 8);
}

std::string assets_folder() {
  char* base = SDL_GetBasePath();
  const std::string folder = std::string(base ? base : "./") + "assets";
  SDL_free(base);
  return folder;
}

}  // namespace attn::reader
