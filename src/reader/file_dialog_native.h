// Asks for the path of a file to open or to write, in front of everything. It has a line to type in, and the folder's files to press. When
// the answer fails, it says why and stays open.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "canvas/imgui_canvas.h"

namespace attn::reader {

class FileDialog {
 public:
  struct Question {
    std::string title;   ///< "Save the weights"
    std::string action;  ///< "Save"
    std::string path;    ///< the initial text of the line
    std::string ending;  ///< ".svg": files with this ending are listed, and a path without any ending gets it
    /// Is called with the path. Returns an empty string, or why it failed.
    std::function<std::string(const std::string& path)> answer;
  };

  void ask(Question question);
  bool is_open() const { return open_; }

  /// Draws the dialog. Call it in every frame within the same window of ImGui.
  void draw(const canvas::Theme& theme, canvas::Rect within);

  canvas::Rect rect_of(std::string_view id) const { return open_ ? canvas_.rect_of(id) : canvas::Rect{}; }

 private:
  /// Lists the folder of the path.
  void list();
  void draw_content(canvas::Rect area);
  void draw_line(canvas::Rect r);
  void draw_files(canvas::Rect area);
  void choose(const std::string& entry);
  void answer();
  void close();

  canvas::ImGuiCanvas canvas_;
  Question question_;
  std::string error_, listed_;
  std::vector<std::string> entries_;  ///< folders with a slash at the end, then files
  bool open_ = false, fresh_ = false;
  bool to_line_ = false;  ///< whether the keyboard goes to the line in the next frame
};

}  // namespace attn::reader
