// What the native program's buttons, menus and keys do, in one table: an action has an id, a name, a key, and a condition.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "api/lab.h"
#include "reader/file_dialog_native.h"
#include "reader/menu_native.h"
#include "reader/presenter_native.h"
#include "reader/text_pane_native.h"

namespace attn::reader {

enum class Colors { kSystem, kLight, kDark };

/// What the window and the machine do for the reader.
struct Host {
  std::function<std::string(const std::string& path, std::string_view content)> write;  ///< these two return why not, or nothing
  std::function<std::string(const std::string& path, std::string* content)> read;
  std::function<bool()> system_is_dark = [] { return false; };
  std::function<void()> switch_full_screen = {};  ///< null where there is no screen to fill
  Presenter::Scale scale = {};
  std::string site = {};  ///< address, with its last slash, of the pages that copied links lead to; empty where none is known
};

class Actions {
 public:
  Actions(api::Lab& lab, Host& host, TextPane& text, Presenter& presenter, FileDialog& dialog);

  /// Runs the action `id`, if it may: one of the table, `lesson:SLUG`, `backend:cpu`, `theme:dark` and their like.
  void run(std::string_view id);
  bool can(std::string_view id) const;
  /// Runs what the keys of this frame ask for.
  void use_keys();
  /// The items of the menu `name` (`lessons`, `backend`, `theme`, `file`, `more`), at this moment; none for another name.
  std::vector<MenuItem> menu(std::string_view name) const;
  /// Its name and key, for a hint: "Undo (Ctrl+Z)"; empty for an id that the table has not.
  std::string hint(std::string_view id) const;

  Colors colors() const { return colors_; }
  void choose(Colors colors);
  /// What was done last, in a sentence, until the next action.
  const std::string& said() const { return said_; }
  void forget_said() { said_.clear(); }

 private:
  struct Action {
    std::string_view id, name, key;
    ImGuiKeyChord chord;  ///< 0: none
    std::function<bool()> can;
    std::function<void()> run;
  };

  const Action* find(std::string_view id) const;
  MenuItem item(std::string_view id) const;
  void add_backends(std::vector<MenuItem>* items) const;
  void add_colors(std::vector<MenuItem>* items) const;
  void add_files(std::vector<MenuItem>* items) const;
  void enlarge(float by);
  void open_lesson(std::string_view slug);
  void open_beside(int offset);
  /// Asks for a path, and writes what `make` returns there.
  void save(std::string title, const std::string& name, std::string ending, std::function<std::string(std::string* content)> make);
  void open_weights();

  api::Lab& lab_;
  Host& host_;
  TextPane& text_;
  Presenter& presenter_;
  FileDialog& dialog_;
  std::vector<Action> table_;
  Colors colors_ = Colors::kSystem;
  std::string said_;
};

}  // namespace attn::reader
