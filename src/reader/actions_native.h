// The actions of the native program's buttons, menus and keys, in one table. An action has an id, a name, a key, and a condition.
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
  std::function<std::string(const std::string& path, std::string_view content)> write;  ///< like `read`, returns "" or why it failed
  std::function<std::string(const std::string& path, std::string* content)> read;
  /// The files of the folder that `path` names or lies in; null where none can be read.
  std::function<std::string(const std::string& path, course::Files* files)> read_folder = {};
  std::function<bool()> system_is_dark = [] { return false; };
  std::function<void()> switch_full_screen = {};  ///< null where there is no screen to fill
  Presenter::Scale scale = {};
  std::string site = {};  ///< the address, ending in a slash, of the pages that copied links lead to; empty where none is known
};

class Actions {
 public:
  Actions(api::Lab& lab, Host& host, TextPane& text, Presenter& presenter, FileDialog& dialog);

  /// Runs the action `id` if its condition holds. It is one of the table, or `lesson:SLUG`, `backend:cpu`, `theme:dark` and the like.
  void run(std::string_view id);
  bool can(std::string_view id) const;
  /// Runs the actions whose keys were pressed in this frame.
  void use_keys();
  /// The present items of the menu `name` (`lessons`, `backend`, `theme`, `file`, `more`); none for another name.
  std::vector<MenuItem> menu(std::string_view name) const;
  /// The name and the key of an action for a hint, "Undo (Ctrl+Z)"; empty for an id that is not in the table.
  std::string hint(std::string_view id) const;

  Colors colors() const { return colors_; }
  void choose(Colors colors);
  /// A sentence about what was done last, which is shown until the next action.
  const std::string& said() const { return said_; }
  void forget_said() { said_.clear(); }

 private:
  struct Action {
    std::string_view id, name, key;
    ImGuiKeyChord chord;  ///< 0: there is none
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
  /// Asks for a path, and writes there what `make` produces.
  void save(std::string title, const std::string& name, std::string ending, std::function<std::string(std::string* content)> make);
  void open_weights();
  void open_model();

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
