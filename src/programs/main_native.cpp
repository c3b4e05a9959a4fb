// attention-lab: the course in a window, or one picture, one sentence, one file from the command line (see options.h).
// Exit status: 0, 1 when the machine refuses (no display, no room), 2 for a mistake in the arguments.
#include <cstdio>

#include "programs/files.h"
#include "programs/options.h"
#include "programs/weight_files.h"
#include "reader/reader_native.h"
#include "session/export.h"
#include "session/names.h"
#include "window/egl_surface_native.h"
#include "window/imgui_screen.h"
#include "window/sdl_surface.h"
#include "window/system_text.h"

namespace attn::programs {
namespace {

constexpr int kRefused = 1, kMistake = 2;

int fail(int status, const std::string& message) {
  std::fprintf(stderr, "attention-lab: %s\n", message.c_str());
  return status;
}

void print_lessons() {
  for (const course::Entry& entry : course::lessons())
    std::printf("%02d  %-20s %s\n", entry.number, std::string(entry.about.slug).c_str(), std::string(entry.about.title).c_str());
}

/// Applies --figure, --set and --backend. Returns an empty string, or what is wrong with one of them and what is legal.
std::string configure(const Options& options, session::Session& session) {
  if (!options.figure.empty())
    if (std::string error = session.show_figure(options.figure); !error.empty()) return error;
  for (const auto& [id, text] : options.settings)
    if (std::string error = session.set_text(id, text, session::Origin::kOpen); !error.empty()) return error;
  return options.backend.empty() ? std::string() : session.prefer_backend(options.backend);
}

/// Opens the reader's own weights, with the steps that --set asks for from there. Returns an empty string or why not.
std::string begin_with(const std::string& file, session::Session& session) {
  if (file.empty()) return {};
  std::string bytes;
  if (std::string error = read_file(file, &bytes); !error.empty()) return error;
  const int steps = session.training_status().target;
  if (std::string error = session.open_weights(file, std::move(bytes)); !error.empty()) return error;
  return steps > 0 ? session.train(steps) : std::string();
}

std::string weights_folder() { return reader::assets_folder() + "/weights"; }

void accompany(window::ImGuiScreen& screen, reader::Reader& reader) {
  screen.stage().set_companion([&reader](api::Lab&, canvas::Rect whole) { return reader.draw(whole); });
}

/// A file that was dropped on the window, as weights for the model. That it does not fit is said below the figure.
void take_dropped(const std::string& file, session::Session& session) {
  std::string bytes;
  if (!file.empty() && session.trained() && read_file(file, &bytes).empty()) session.open_weights(file, std::move(bytes));
}

int take_screenshot(const Options& options, api::Lab& lab) {
  std::string error;
  const auto surface = [&](std::string* why) { return window::open_egl_surface(options.size, why); };
  const auto screen = window::ImGuiScreen::open(lab, surface, &error);
  if (!screen) return fail(kRefused, error);
  lab.view.reduced_motion = true;  // the picture after everything has come to rest
  reader::Reader reader(lab, reader::assets_folder());
  accompany(*screen, reader);
  while (screen->frame()) {
  }
  error = window::write_png(options.screenshot, options.size);
  return error.empty() ? 0 : fail(kRefused, error);
}

int open_window(const Options& options, api::Lab& lab) {
  std::string error;
  const auto surface = [&](std::string* why) { return window::SdlSurface::open(options.size, why); };
  const auto screen = window::ImGuiScreen::open(lab, surface, &error);
  if (!screen) return fail(kRefused, error);
  reader::Reader reader(lab, reader::assets_folder());
  accompany(*screen, reader);
  while (!screen->surface().closed()) {
    provide_weights(lab.session, weights_folder());
    take_dropped(screen->surface().take_dropped(), lab.session);
    if (!screen->frame()) screen->surface().wait();
  }
  return 0;
}

/// Everything that was asked for in one go; the window only where nothing was.
int serve(const Options& options, api::Lab& lab) {
  const bool window = !options.describe && options.export_file.empty() && options.screenshot.empty() && options.save_weights.empty();
  if (window) return open_window(options, lab);
  if (const std::string late = catch_up(lab.session, weights_folder(), kCatchUpSeconds); !late.empty()) return fail(kRefused, late);
  if (!options.save_weights.empty()) {
    std::string content;
    std::string error = lab.session.save_weights(&content);
    if (error.empty()) error = write_file(options.save_weights, content);
    if (!error.empty()) return fail(kRefused, error);
  }
  if (options.describe) std::printf("%s\n", lab.session.describe().c_str());
  if (!options.export_file.empty()) {
    const bool svg = options.export_file.ends_with(".svg");
    const std::string content = svg ? session::to_svg(lab.session, options.dark, options.svg_size()) : session::to_csv(lab.session);
    if (const std::string error = write_file(options.export_file, content); !error.empty()) return fail(kRefused, error);
  }
  return options.screenshot.empty() ? 0 : take_screenshot(options, lab);
}

int run(int argc, char** argv) {
  Options options;
  if (const std::string error = parse_options({argv + 1, argv + argc}, &options); !error.empty()) return fail(kMistake, error);
  if (options.help) return std::printf("%s", usage().c_str()), 0;
  if (options.list) return print_lessons(), 0;
  const auto& lessons = course::lessons();
  const course::Lesson* lesson = options.lesson.empty() ? &lessons.front().lesson() : course::find(options.lesson);
  if (!lesson)
    return fail(kMistake,
                session::unknown("lesson", options.lesson, session::names_of(lessons, [](const auto& e) { return e.about.slug; })));
  window::install_text_rasterizer();
  api::Lab lab(*lesson);
  lab.view.dark = options.dark;
  if (const std::string error = configure(options, lab.session); !error.empty()) return fail(kMistake, error);
  if (const std::string error = begin_with(options.weights, lab.session); !error.empty()) return fail(kRefused, error);
  return serve(options, lab);
}

}  // namespace
}  // namespace attn::programs

int main(int argc, char** argv) { return attn::programs::run(argc, argv); }
