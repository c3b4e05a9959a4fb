#include "reader/actions_native.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

#include "session/export.h"

namespace attn::reader {
namespace {

constexpr int kControl = ImGuiMod_Ctrl, kShift = ImGuiMod_Shift;

std::string here(const std::string& name) {
  std::error_code failure;
  return (std::filesystem::current_path(failure) / name).string();
}

bool always() { return true; }

/// The part of `id` after `prefix`; empty where it does not begin so.
std::string_view behind(std::string_view id, std::string_view prefix) {
  return id.starts_with(prefix) ? id.substr(prefix.size()) : std::string_view{};
}

}  // namespace

Actions::Actions(api::Lab& lab, Host& host, TextPane& text, Presenter& presenter, FileDialog& dialog)
    : lab_(lab), host_(host), text_(text), presenter_(presenter), dialog_(dialog) {
  session::Session& s = lab.session;
  const auto slug = [&s] { return std::string(s.lesson().slug); };
  const auto trained = [&s] { return s.model().trained(); };
  const auto beside = [&s](int offset) { return entry_of(s.lesson().slug, offset) != nullptr; };
  table_ = {
      {"undo", "Undo", "Ctrl+Z", kControl | ImGuiKey_Z, [&s] { return s.document().history().undo_steps() > 0; },
       [&s] { s.document().undo(); }},
      {"redo", "Redo", "Ctrl+Shift+Z", kControl | kShift | ImGuiKey_Z, [&s] { return s.document().history().redo_steps() > 0; },
       [&s] { s.document().redo(); }},
      {"reset", "Reset", "Ctrl+Backspace", kControl | ImGuiKey_Backspace, [&s] { return s.document().differs_from_default(); },
       [&s] { s.reset("", session::Origin::kUi); }},
      {"previous", "Previous lesson", "Ctrl+Page Up", kControl | ImGuiKey_PageUp, [beside] { return beside(-1); },
       [this] { open_beside(-1); }},
      {"next", "Next lesson", "Ctrl+Page Down", kControl | ImGuiKey_PageDown, [beside] { return beside(1); }, [this] { open_beside(1); }},
      {"own", "Back to what you had made before the figure went on", "", 0, [&s] { return s.scenes().has_own(); },
       [&s] { s.scenes().bring_own(); }},
      {"keep-a", "Keep the present state as A and go on changing it, to compare the two", "Ctrl+K", kControl | ImGuiKey_K,
       [&s] { return !s.comparison().kept(); }, [this, &s] { said_ = s.comparison().keep(); }},
      {"swap-a", "A becomes the present state, and the present one A", "", 0, [&s] { return s.comparison().kept() != nullptr; },
       [this, &s] { said_ = s.comparison().swap(); }},
      {"leave-a", "Forget A and go on with the present state", "Ctrl+Shift+K", kControl | kShift | ImGuiKey_K,
       [&s] { return s.comparison().kept() != nullptr; }, [&s] { s.comparison().leave(); }},
      {"pin", "Keep this picture while you read on", "Ctrl+P", kControl | ImGuiKey_P, always,
       [this] { text_.following().pin(!text_.following().pinned()); }},
      {"present", "The figure large, a section at a time", "F5", ImGuiKey_F5, always,
       [this] {
         if (!presenter_.on()) return presenter_.enter();
         presenter_.leave();
         text_.go_to(presenter_.section());
       }},
      {"larger", "Larger", "Ctrl+Plus", kControl | ImGuiKey_Equal, [this] { return !presenter_.on(); }, [this] { enlarge(1.1f); }},
      {"smaller", "Smaller", "Ctrl+Minus", kControl | ImGuiKey_Minus, [this] { return !presenter_.on(); }, [this] { enlarge(1 / 1.1f); }},
      {"full-screen", "Full screen", "F11", ImGuiKey_F11, [this] { return static_cast<bool>(host_.switch_full_screen); },
       [this] { host_.switch_full_screen(); }},
      {"copy-link", "Copy the link", "Ctrl+L", kControl | ImGuiKey_L, always,
       [this, &s, slug] {
         const std::string query = s.query(), link = host_.site + slug() + "/" + (query.empty() ? "" : "?" + query);
         ImGui::SetClipboardText(link.c_str());
         said_ = (host_.site.empty() ? "Copied, to stand behind a site's address: " : "Copied: ") + link;
       }},
      {"save-figure", "Save the figure\u2026", "Ctrl+E", kControl | ImGuiKey_E, always,
       [this, &s, slug] {
         save("Save the figure as SVG", slug() + "-" + std::string(s.figures().current().id), ".svg", [this](std::string* content) {
           *content = session::to_svg(lab_.session, lab_.view.dark);
           return std::string();
         });
       }},
      {"save-numbers", "Save the numbers\u2026", "Ctrl+Shift+E", kControl | kShift | ImGuiKey_E, always,
       [this, slug] {
         save("Save the numbers as CSV", slug(), ".csv", [this](std::string* content) {
           *content = session::to_csv(lab_.session);
           return std::string();
         });
       }},
      {"save-weights", "Save the weights\u2026", "Ctrl+S", kControl | ImGuiKey_S, trained,
       [this, slug] {
         save("Save the weights as safetensors", slug(), ".safetensors",
              [this](std::string* content) { return lab_.session.model().save_weights(content); });
       }},
      {"open-weights", "Open weights\u2026", "Ctrl+O", kControl | ImGuiKey_O, trained, [this] { open_weights(); }},
      {"open-model", "Open a published model\u2026", "Ctrl+Shift+O", kControl | kShift | ImGuiKey_O,
       [this] { return lab_.session.lesson().take_files && host_.read_folder; }, [this] { open_model(); }},
  };
}

const Actions::Action* Actions::find(std::string_view id) const {
  const auto at = std::find_if(table_.begin(), table_.end(), [id](const Action& action) { return action.id == id; });
  return at == table_.end() ? nullptr : &*at;
}

bool Actions::can(std::string_view id) const {
  const Action* action = find(id);
  return action && action->can();
}

std::string Actions::hint(std::string_view id) const {
  const Action* action = find(id);
  if (!action) return {};
  return std::string(action->name) + (action->key.empty() ? "" : " (" + std::string(action->key) + ")");
}

void Actions::run(std::string_view id) {
  said_.clear();
  if (const std::string_view slug = behind(id, "lesson:"); !slug.empty()) open_lesson(slug);
  if (const std::string_view name = behind(id, "backend:"); !name.empty()) lab_.session.results().prefer_backend(name);
  if (const std::string_view name = behind(id, "theme:"); !name.empty())
    choose(name == "dark" ? Colors::kDark : name == "light" ? Colors::kLight : Colors::kSystem);
  if (can(id)) find(id)->run();
  lab_.publish_changes();
}

void Actions::use_keys() {
  const bool typing = ImGui::GetIO().WantTextInput || dialog_.is_open();
  for (const Action& action : table_)
    if (action.chord != 0 && !typing && ImGui::IsKeyChordPressed(action.chord)) run(action.id);
  if (!typing && ImGui::IsKeyChordPressed(kControl | ImGuiKey_Y)) run("redo");
}

void Actions::choose(Colors colors) {
  colors_ = colors;
  lab_.view.dark = colors == Colors::kSystem ? host_.system_is_dark() : colors == Colors::kDark;
}

void Actions::enlarge(float by) {
  constexpr float kLeast = 0.5f, kMost = 4;
  const float to = std::clamp(host_.scale.get() * by, kLeast, kMost);
  host_.scale.set(std::abs(to - 1) < 0.04f ? 1 : to);
}

void Actions::open_lesson(std::string_view slug) {
  const course::Entry* entry = entry_of(slug);
  if (entry && &entry->lesson() != &lab_.session.lesson()) lab_.session.open(entry->lesson(), "");
}

void Actions::open_beside(int offset) {
  if (const course::Entry* entry = entry_of(lab_.session.lesson().slug, offset)) open_lesson(entry->about.slug);
}

void Actions::save(std::string title, const std::string& name, std::string ending, std::function<std::string(std::string* content)> make) {
  const auto answer = [this, make = std::move(make)](const std::string& path) {
    std::string content, error = make(&content);
    if (error.empty()) error = host_.write(path, content);
    if (error.empty()) said_ = "Saved " + path;
    return error;
  };
  dialog_.ask({std::move(title), "Save", here(name + ending), std::move(ending), answer});
}

void Actions::open_weights() {
  dialog_.ask({"Open weights, a safetensors file", "Open", here(""), ".safetensors", [this](const std::string& path) {
                 std::string bytes, error = host_.read(path, &bytes);
                 if (error.empty())
                   error = lab_.session.model().open_weights(std::filesystem::path(path).filename().string(), std::move(bytes));
                 if (error.empty()) said_ = "The model begins with the weights from " + path;
                 return error;
               }});
}

void Actions::open_model() {
  dialog_.ask({"Open a GPT-2 or a BERT: the config.json of its folder", "Open", here(""), ".json", [this](const std::string& path) {
                 course::Files files;
                 course::Import outcome;
                 std::string error = host_.read_folder(path, &files);
                 if (error.empty()) error = lab_.session.open_files(files, &outcome);
                 if (error.empty()) said_ = outcome.message;
                 return error;
               }});
}

MenuItem Actions::item(std::string_view id) const {
  const Action* action = find(id);
  return {.id = std::string(id), .label = std::string(action->name), .detail = std::string(action->key), .enabled = action->can()};
}

void Actions::add_backends(std::vector<MenuItem>* items) const {
  const std::string_view wanted = lab_.session.results().preferred_backend();
  items->push_back({.id = "backend:auto", .label = "Automatic: the faster one", .checked = wanted == "auto"});
  items->push_back({.id = "backend:cpu", .label = "CPU", .checked = wanted == "cpu"});
  items->push_back({.id = "backend:gl", .label = "GPU, by OpenGL", .checked = wanted == "gl"});
  items->push_back({.label = lab_.session.results().computed().reason, .kind = MenuItem::Kind::kNote});
}

void Actions::add_colors(std::vector<MenuItem>* items) const {
  items->push_back({.id = "theme:light", .label = "Light", .checked = colors_ == Colors::kLight});
  items->push_back({.id = "theme:dark", .label = "Dark", .checked = colors_ == Colors::kDark});
  items->push_back({.id = "theme:system", .label = "As the system has it", .checked = colors_ == Colors::kSystem});
  items->push_back({.label = "Size", .kind = MenuItem::Kind::kHeading});
  for (const std::string_view id : {"larger", "smaller", "full-screen"}) items->push_back(item(id));
}

void Actions::add_files(std::vector<MenuItem>* items) const {
  for (const std::string_view id : {"copy-link", "save-figure", "save-numbers"}) items->push_back(item(id));
  if (!lab_.session.model().trained()) return;
  items->push_back({.label = "The model", .kind = MenuItem::Kind::kHeading});
  for (const std::string_view id : {"open-weights", "save-weights"}) items->push_back(item(id));
  if (lab_.session.lesson().take_files) items->push_back(item("open-model"));
}

std::vector<MenuItem> Actions::menu(std::string_view name) const {
  using Kind = MenuItem::Kind;
  std::vector<MenuItem> items;
  if (name == "lessons")
    for (const CoursePart& part : text_.outline()) {
      if (!part.title.empty()) items.push_back({.label = part.title, .kind = Kind::kHeading});
      for (const course::Entry* entry : part.lessons)
        items.push_back({.id = "lesson:" + std::string(entry->about.slug),
                         .label = std::string(entry->about.title),
                         .mark = std::to_string(entry->number),
                         .checked = entry->about.slug == lab_.session.lesson().slug});
    }
  if (name == "backend") add_backends(&items);
  if (name == "theme") add_colors(&items);
  if (name == "file") add_files(&items);
  if (name != "more") return items;
  items.push_back(item("reset"));
  for (const auto& [id, label] : {std::pair("keep-a", "Keep as A"), std::pair("present", "Present")}) {
    items.push_back(item(id));
    items.back().label = label;
  }
  add_files(&items);
  items.push_back({.label = "Colours", .kind = Kind::kHeading});
  add_colors(&items);
  if (!lab_.session.results().computed().by_choice) return items;
  items.push_back({.label = "What computes", .kind = Kind::kHeading});
  add_backends(&items);
  return items;
}

}  // namespace attn::reader
