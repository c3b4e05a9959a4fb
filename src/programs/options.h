// Parses the command line of the native program into a plain struct, without a window or files.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "canvas/geometry.h"

namespace attn::programs {

struct Options {
  std::string lesson;  ///< slug; empty: the first lesson
  std::string figure, backend;
  std::string link;                                           ///< a link to a page, or one that the program has copied; empty: none
  std::vector<std::pair<std::string, std::string>> settings;  ///< --set, in order
  canvas::Size size{1280, 800};
  bool has_size = false;
  float scale = 1;  ///< how many pixels of the window a unit has
  enum class Theme { kSystem, kLight, kDark } theme = Theme::kSystem;
  bool present = false, source = false;
  std::string site;  ///< the address, ending in a slash, that copied links begin with; or empty
  std::string screenshot, export_file;
  std::string model;                  ///< the folder of a published model; or empty
  std::string weights, save_weights;  ///< files of weights to begin with and to write
  std::string save_model;             ///< the folder to write the model into; or empty
  bool describe = false, list = false, help = false;

  /// The size of an exported figure: the one that was asked for, else one with the figure's own proportions.
  canvas::Size svg_size() const { return has_size ? size : canvas::Size{820, 0}; }
};

/// Reads the arguments (without the program's name). Returns an empty string, or a sentence that says what is wrong and what is legal.
std::string parse_options(const std::vector<std::string>& arguments, Options* options);

/// Reads "WxH" in pixels, 64 to 8192 each. Returns an empty string or why not.
std::string parse_size(const std::string& text, canvas::Size* size);

/// The parts of a link to a lesson's page, such as `https://a.site/scoring/?width=2#the-width`, `scoring/?width=2` or
/// `embed.html?lesson=scoring&width=2`.
struct PageLink {
  std::string lesson, query, section;
};
PageLink parse_link(std::string_view link);

/// The text that --help prints.
std::string usage();

}  // namespace attn::programs
