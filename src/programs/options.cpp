#include "programs/options.h"

#include <algorithm>

#include "base/text.h"

namespace attn::programs {
namespace {

/// An option of the command line. `value` says in --help what it takes; it is empty for an option without a value.
struct Flag {
  std::string_view name, value, help;
  std::string (*take)(const std::string& value, Options* options);  ///< returns an empty string or what is wrong with the value
};

std::string take_setting(const std::string& text, Options* options) {
  const size_t equals = text.find('=');
  if (equals == 0 || equals == std::string::npos) return "--set wants id=value, not \"" + text + "\".";
  options->settings.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  return {};
}

std::string take_theme(const std::string& text, Options* options) {
  using Theme = Options::Theme;
  if (text != "light" && text != "dark" && text != "system") return "--theme is light, dark or system, not \"" + text + "\".";
  options->theme = text == "dark" ? Theme::kDark : text == "light" ? Theme::kLight : Theme::kSystem;
  return {};
}

std::string take_scale(const std::string& text, Options* options) {
  double scale = 0;
  if (!text_to_number(text, &scale) || scale < 0.5 || scale > 4) return "--scale is a number from 0.5 to 4, not \"" + text + "\".";
  options->scale = static_cast<float>(scale);
  return {};
}

std::string take_site(const std::string& text, Options* options) {
  const bool is_address =
      (text.starts_with("https://") || text.starts_with("http://")) && text.find_first_of(" ?#\"<>") == std::string::npos;
  if (!is_address) return "--site is the address of a site with the course, https://...; not \"" + text + "\".";
  options->site = text + (text.ends_with("/") ? "" : "/");
  return {};
}

std::string take_export(const std::string& text, Options* options) {
  if (!text.ends_with(".csv") && !text.ends_with(".svg") && !text.ends_with(".json"))
    return "--export writes FILE.csv, FILE.svg or FILE.json; \"" + text + "\" ends in none of them.";
  options->export_file = text;
  return {};
}

std::string take_screenshot(const std::string& text, Options* options) {
  if (!text.ends_with(".png")) return "--screenshot writes FILE.png; \"" + text + "\" does not end in .png.";
  options->screenshot = text;
  return {};
}

constexpr Flag kFlags[] = {
    {"--lesson", "SLUG", "the lesson to open (default: the first)",
     [](const std::string& v, Options* o) { return o->lesson = v, std::string(); }},
    {"--link", "LINK", "opens what a link to a lesson's page shows, of any site",
     [](const std::string& v, Options* o) { return o->link = v, std::string(); }},
    {"--site", "ADDRESS", "what copied links begin with: where the course's pages lie", take_site},
    {"--figure", "ID", "the figure to show (default: the lesson's first)",
     [](const std::string& v, Options* o) { return o->figure = v, std::string(); }},
    {"--model", "FOLDER", "opens a GPT-2 or a BERT from its files, in the lesson on language models",
     [](const std::string& v, Options* o) { return o->model = v, std::string(); }},
    {"--prompt", "TEXT", "what that model reads; the same as --set prompt=TEXT",
     [](const std::string& v, Options* o) { return o->settings.emplace_back("prompt", v), std::string(); }},
    {"--set", "id=value", "sets a parameter; may be repeated", take_setting},
    {"--backend", "auto|cpu|gl", "what computes (default: auto, the faster one)",
     [](const std::string& v, Options* o) { return o->backend = v, std::string(); }},
    {"--size", "WxH", "of the window or the picture (default: 1280x800)",
     [](const std::string& v, Options* o) { return o->has_size = true, parse_size(v, &o->size); }},
    {"--scale", "N", "everything N times as large, from 0.5 to 4", take_scale},
    {"--theme", "light|dark|system", "colours (default: the system's in a window, light in files)", take_theme},
    {"--present", "", "presenter mode: the figure large, a section at a time",
     [](const std::string&, Options* o) { return o->present = true, std::string(); }},
    {"--source", "", "names which lines of the program draw what is pointed at; with --describe, all that is in the figure",
     [](const std::string&, Options* o) { return o->source = true, std::string(); }},
    {"--screenshot", "FILE.png", "writes the picture and ends; needs no display where EGL works without one", take_screenshot},
    {"--export", "FILE.csv|.svg|.json", "writes the results or the figure and ends", take_export},
    {"--weights", "FILE", "begins with your own weights, a safetensors file that this program or the page saved",
     [](const std::string& v, Options* o) { return o->weights = v, std::string(); }},
    {"--save-weights", "FILE", "writes the model's weights as safetensors and ends",
     [](const std::string& v, Options* o) { return o->save_weights = v, std::string(); }},
    {"--save-model", "FOLDER", "writes a language model as a folder that --model and Python open, and ends",
     [](const std::string& v, Options* o) { return o->save_model = v, std::string(); }},
    {"--describe", "", "prints the figure in a sentence with its numbers and ends",
     [](const std::string&, Options* o) { return o->describe = true, std::string(); }},
    {"--list", "", "prints the lessons and ends", [](const std::string&, Options* o) { return o->list = true, std::string(); }},
    {"--help", "", "prints this and ends", [](const std::string&, Options* o) { return o->help = true, std::string(); }},
};

const Flag* find_flag(const std::string& name) {
  for (const Flag& flag : kFlags)
    if (flag.name == name) return &flag;
  return nullptr;
}

}  // namespace

std::string parse_options(const std::vector<std::string>& arguments, Options* options) {
  for (size_t i = 0; i < arguments.size(); ++i) {
    const Flag* flag = find_flag(arguments[i]);
    if (!flag) return "Unknown option \"" + arguments[i] + "\".\n" + usage();
    std::string value;
    if (!flag->value.empty()) {
      if (++i == arguments.size()) return std::string(flag->name) + " wants " + std::string(flag->value) + ".";
      value = arguments[i];
    }
    if (std::string error = flag->take(value, options); !error.empty()) return error;
  }
  return {};
}

std::string parse_size(const std::string& text, canvas::Size* size) {
  constexpr double kMin = 64, kMax = 8192;
  const size_t by = text.find('x');
  double width = 0, height = 0;
  const bool read = by != std::string::npos && text_to_number(text.substr(0, by), &width) && text_to_number(text.substr(by + 1), &height);
  const auto legal = [](double v) { return v >= kMin && v <= kMax && v == static_cast<int>(v); };
  if (!read || !legal(width) || !legal(height))
    return "--size is WxH, whole numbers from 64 to 8192, as in 1280x800; not \"" + text + "\".";
  *size = {static_cast<float>(width), static_cast<float>(height)};
  return {};
}

PageLink parse_link(std::string_view link) {
  PageLink parts;
  const size_t hash = std::min(link.find('#'), link.size());
  parts.section = link.substr(std::min(hash + 1, link.size()));
  link = link.substr(0, hash);
  const size_t asks = std::min(link.find('?'), link.size());
  parts.query = link.substr(std::min(asks + 1, link.size()));
  std::string_view path = link.substr(0, asks);
  while (path.ends_with('/')) path.remove_suffix(1);
  parts.lesson = path.substr(path.rfind('/') + 1);  // npos + 1 is 0
  constexpr std::string_view kNamed = "lesson=";
  const size_t named = parts.query.starts_with(kNamed) ? 0 : parts.query.find("&" + std::string(kNamed));
  if (named == std::string::npos) return parts;
  const size_t begin = named + (named > 0) + kNamed.size(), end = std::min(parts.query.find('&', begin), parts.query.size());
  parts.lesson = parts.query.substr(begin, end - begin);
  parts.query.erase(named, end - named + (named == 0 && end < parts.query.size()));
  return parts;
}

std::string usage() {
  std::string text = "Usage: attention-lab [OPTION]...\nAn interactive tutorial on attention. Without options it opens a window.\n\n";
  for (const Flag& flag : kFlags) {
    std::string head = "  " + std::string(flag.name) + (flag.value.empty() ? "" : " ") + std::string(flag.value);
    head.resize(std::max<size_t>(head.size() + 2, 28), ' ');
    text += head + std::string(flag.help) + "\n";
  }
  text +=
      "\nA lesson that is trained first takes its steps (--set steps=N), for 300 s at most, before it is described, exported or drawn.\n";
  return text;
}

}  // namespace attn::programs
