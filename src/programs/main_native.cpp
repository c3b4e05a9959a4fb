// attention-lab: shows the course in a window, or makes a picture, a sentence or a file from the command line (see options.h). The exit
// status is 0, or 1 when the machine refuses (no display, no room on the disk), or 2 for a mistake in the arguments.
#include <cstdio>
#include <memory>
#include <utility>

#include "programs/files.h"
#include "programs/model_folder_native.h"
#include "programs/options.h"
#include "programs/team.h"
#include "programs/weight_files.h"
#include "reader/reader_native.h"
#include "session/export.h"
#include "session/names.h"
#include "session/source.h"
#include "window/egl_surface_native.h"
#include "window/imgui_screen.h"
#include "window/scaled_surface_native.h"
#include "window/sdl_surface.h"
#include "window/system_text.h"
#include "window/system_theme_native.h"

namespace attn::programs {
namespace {

constexpr int kRefused = 1, kMistake = 2;
constexpr double kReportMs = 8;  ///< between two looks at what threads have trained

int fail(int status, const std::string& message) {
  std::fprintf(stderr, "attention-lab: %s\n", message.c_str());
  return status;
}

void print_lessons() {
  for (const course::Entry& entry : course::lessons())
    std::printf("%02d  %-20s %s\n", entry.number, std::string(entry.about.slug).c_str(), std::string(entry.about.title).c_str());
}

std::string unknown_lesson(std::string_view slug) {
  return session::unknown("lesson", slug, session::names_of(course::lessons(), [](const auto& e) { return e.about.slug; }));
}

/// Applies --figure, --set and --backend. Returns an empty string, or what is wrong with one of them and what is legal.
std::string configure(const Options& options, session::Session& session) {
  if (!options.figure.empty())
    if (std::string error = session.figures().show(options.figure); !error.empty()) return error;
  for (const auto& [id, text] : options.settings)
    if (std::string error = session.document().set_text(id, text, session::Origin::kOpen); !error.empty()) return error;
  return options.backend.empty() ? std::string() : session.results().prefer_backend(options.backend);
}

/// Opens the reader's own weights, and takes the steps that --set asks for from there. Returns an empty string or why not.
std::string begin_with(const std::string& file, session::OpenModel& model) {
  if (file.empty()) return {};
  std::string bytes;
  if (std::string error = read_file(file, &bytes); !error.empty()) return error;
  const int steps = model.status().target;
  if (std::string error = model.open_weights(file, std::move(bytes)); !error.empty()) return error;
  return steps > 0 ? model.train(steps) : std::string();
}

/// Opens a published model. Returns an empty string, or why not.
std::string open_model(const std::string& folder, session::Session& session) {
  course::Files files;
  if (std::string error = read_model_folder(folder, &files); !error.empty()) return error;
  course::Import outcome;
  return session.open_files(files, &outcome);
}

std::string weights_folder() { return reader::assets_folder() + "/weights"; }

/// Opens what a link shows. Returns an empty string, or what is wrong with it.
std::string open_link(const std::string& link, api::Lab& lab) {
  if (link.empty()) return {};
  session::Session& session = lab.session;
  const PageLink parts = parse_link(link);
  const course::Lesson* lesson = course::find(parts.lesson);
  if (!lesson) return unknown_lesson(parts.lesson);
  const auto refused = session.open(*lesson, lab.view.source.take(parts.query, &lab.view.selected));
  if (!refused.empty()) return refused.front().message;
  return parts.section.empty() || !parts.query.empty() ? std::string() : session.scenes().go_to(parts.section, session::Way::kReading);
}

/// Takes a file that was dropped on the window as weights for the model, and a folder or a config.json as a published model. If they do not
/// fit, a sentence below the figure says so.
void take_dropped(const std::string& file, session::Session& session) {
  if (file.empty()) return;
  session::OpenModel& model = session.model();
  if (is_folder(file) || file.ends_with("config.json")) {
    if (const std::string why = open_model(file, session); !why.empty()) model.say(why);
    return;
  }
  std::string bytes;
  if (model.trained() && read_file(file, &bytes).empty()) model.open_weights(file, std::move(bytes));
}

/// Opens a screen whose units can be made larger. Null, with the reason, where there is none.
std::unique_ptr<window::ImGuiScreen> open_screen(api::Lab& lab, float scale, const window::ImGuiScreen::MakeSurface& make,
                                                 window::ScaledSurface** scaled, std::string* error) {
  const auto surface = [&](std::string* why) -> std::unique_ptr<window::Surface> {
    auto inner = make(why);
    if (!inner) return nullptr;
    auto made = std::make_unique<window::ScaledSurface>(std::move(inner), scale);
    *scaled = made.get();
    return made;
  };
  return window::ImGuiScreen::open(lab, surface, error);
}

reader::Host host_of(window::ScaledSurface& surface, const Options& options) {
  reader::Host host;
  host.site = options.site;
  host.write = [](const std::string& path, std::string_view content) { return write_file(path, content); };
  host.read = read_file;
  host.read_folder = read_model_folder;
  host.system_is_dark = window::system_is_dark;
  host.scale = {[&surface] { return surface.scale(); }, [&surface](float scale) { surface.set_scale(scale); }};
  return host;
}

reader::Colors colors_of(Options::Theme theme) {
  if (theme == Options::Theme::kSystem) return reader::Colors::kSystem;
  return theme == Options::Theme::kDark ? reader::Colors::kDark : reader::Colors::kLight;
}

int take_screenshot(const Options& options, api::Lab& lab) {
  std::string error;
  window::ScaledSurface* surface = nullptr;
  const auto make = [&](std::string* why) { return window::open_egl_surface(options.size, why); };
  const auto screen = open_screen(lab, options.scale, make, &surface, &error);
  if (!screen) return fail(kRefused, error);
  lab.view.reduced_motion = true;  // the picture shows the state after all motion
  reader::Reader reader(lab, screen->stage(), reader::assets_folder(), host_of(*surface, options));
  if (options.present) reader.present();
  while (screen->frame()) {
  }
  error = write_file(options.screenshot, window::take_png(options.size));
  return error.empty() ? 0 : fail(kRefused, error);
}

int open_window(const Options& options, api::Lab& lab) {
  std::string error;
  window::ScaledSurface* surface = nullptr;
  const auto make = [&](std::string* why) { return window::SdlSurface::open(options.size, why); };
  const auto screen = open_screen(lab, options.scale, make, &surface, &error);
  if (!screen) return fail(kRefused, error + " Without a window there are --screenshot, --export and --describe.");
  reader::Host host = host_of(*surface, options);
  host.switch_full_screen = window::sdl_window::switch_full_screen;
  reader::Reader reader(lab, screen->stage(), reader::assets_folder(), std::move(host));
  reader.choose(colors_of(options.theme));
  if (options.present) reader.present();
  const course::Lesson* named = nullptr;
  Team team(lab.session);
  while (!surface->closed()) {
    if (std::exchange(named, &lab.session.lesson()) != &lab.session.lesson())
      window::sdl_window::set_title(std::string(named->title) + " \u00b7 Attention Lab");
    provide_weights(lab.session, weights_folder());
    take_dropped(surface->take_dropped(), lab.session);
    if (team.attend()) screen->request_picture();
    if (!screen->frame()) surface->wait(team.works() ? kReportMs : screen->rest_ms());
  }
  return 0;
}

/// Makes all outputs that were asked for. The window opens only where there are none.
int serve(const Options& options, api::Lab& lab) {
  const bool window = !options.describe && options.export_file.empty() && options.screenshot.empty() && options.save_weights.empty() &&
                      options.save_model.empty();
  if (window) return open_window(options, lab);
  if (const std::string late = catch_up(lab.session, weights_folder(), kCatchUpSeconds); !late.empty()) return fail(kRefused, late);
  if (!options.save_weights.empty()) {
    std::string content;
    std::string error = lab.session.model().save_weights(&content);
    if (error.empty()) error = write_file(options.save_weights, content);
    if (!error.empty()) return fail(kRefused, error);
  }
  if (!options.save_model.empty()) {
    course::Files files;
    std::string error = lab.session.model().save_folder(&files);
    if (error.empty()) error = write_model_folder(options.save_model, files);
    if (!error.empty()) return fail(kRefused, error);
  }
  if (options.describe) std::printf("%s\n", lab.session.describe().c_str());
  if (options.describe && lab.view.source.on) std::printf("\n%s", session::sources_text(lab.session).c_str());
  if (!options.export_file.empty()) {
    const std::string content = options.export_file.ends_with(".svg")   ? session::to_svg(lab.session, lab.view.dark, options.svg_size())
                                : options.export_file.ends_with(".csv") ? session::to_csv(lab.session)
                                                                        : session::to_json(lab.session);
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
  constexpr std::string_view kOpensModels = "language-models";
  const std::string_view slug = options.lesson.empty() && !options.model.empty() ? kOpensModels : std::string_view(options.lesson);
  const course::Lesson* lesson = slug.empty() ? &lessons.front().lesson() : course::find(slug);
  if (!lesson) return fail(kMistake, unknown_lesson(options.lesson));
  window::install_text_rasterizer();
  api::Lab lab(*lesson);
  lab.view.dark = options.theme == Options::Theme::kDark;
  if (options.source) lab.view.source.take("source", &lab.view.selected);
  if (const std::string error = open_link(options.link, lab); !error.empty()) return fail(kMistake, error);
  if (!options.model.empty())
    if (const std::string error = open_model(options.model, lab.session); !error.empty()) return fail(kRefused, error);
  if (const std::string error = configure(options, lab.session); !error.empty()) return fail(kMistake, error);
  if (const std::string error = begin_with(options.weights, lab.session.model()); !error.empty()) return fail(kRefused, error);
  return serve(options, lab);
}

}  // namespace
}  // namespace attn::programs

int main(int argc, char** argv) { return attn::programs::run(argc, argv); }
