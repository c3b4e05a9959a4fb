#include "window/film_strip.h"

#include <algorithm>
#include <string>
#include <vector>

namespace attn::window {
namespace {

using canvas::Role;

constexpr float kButton = 26, kGap = 8, kTrack = 4, kThumb = 6.5f;

/// Draws a triangle, or two bars while the film plays.
void draw_play(canvas::Canvas& canvas, session::Film& film, canvas::Rect r) {
  const bool playing = film.playing();
  const canvas::Interaction hand =
      canvas.region("train:film-play", r, canvas::Grip::kClick, playing ? "stops the film of the run" : "plays the film of the run");
  canvas.rect(r, canvas::mix(canvas.color(Role::kSurface), canvas.color(Role::kFaint), hand.hovered ? 0.6f : 0.0f), 6);
  const canvas::Point m = r.center();
  const canvas::Color ink = canvas.color(Role::kInk);
  if (playing) {
    for (const float x : {m.x - 4, m.x + 1}) canvas.rect({x, m.y - 4.5f, 3, 9}, ink);
  } else {
    const canvas::Point tip[] = {{m.x - 3.5f, m.y - 5}, {m.x + 5, m.y}, {m.x - 3.5f, m.y + 5}};
    canvas.polygon(tip, ink);
  }
  if (!hand.released || !hand.hovered) return;
  playing ? film.stop() : void(film.play());
}

/// The frame whose step is nearest to the part `t` of the whole run.
int frame_at(const std::vector<int>& frames, float t) {
  const float step = std::clamp(t, 0.0f, 1.0f) * static_cast<float>(frames.back());
  const auto on = std::lower_bound(frames.begin(), frames.end(), step, [](int frame, float s) { return static_cast<float>(frame) < s; });
  const int i = static_cast<int>(on - frames.begin());
  if (i == static_cast<int>(frames.size())) return i - 1;
  return i > 0 && step - static_cast<float>(*(on - 1)) < static_cast<float>(*on) - step ? i - 1 : i;
}

}  // namespace

void draw_film(canvas::Canvas& canvas, session::Film& film, canvas::Rect area) {
  draw_play(canvas, film, area.cut_left(kButton).inset(0, std::max(0.0f, (area.height - kButton) / 2)));
  area.cut_left(kGap);
  const std::vector<int> frames = film.frames();
  const canvas::Rect track{area.x + kThumb, area.center().y - kTrack / 2, std::max(1.0f, area.width - 2 * kThumb), kTrack};
  const auto x_of = [&](int frame) {
    return track.x + track.width * static_cast<float>(frames[static_cast<size_t>(frame)]) / static_cast<float>(frames.back());
  };
  const std::string label = "film of the run: step " + std::to_string(frames[static_cast<size_t>(film.at())]) + " of " +
                            std::to_string(frames.back()) + ", drag back and forth";
  const canvas::Interaction hand = canvas.region("train:film", area, canvas::Grip::kDrag, label);
  if (hand.held && (hand.pressed || hand.delta.x != 0)) {
    const int frame = frame_at(frames, (hand.position.x - track.x) / track.width);
    if (frame != film.at() || film.playing()) film.show(frame);
  }
  const int last = static_cast<int>(frames.size()) - 1;
  if (const int by = hand.nudge_x - hand.nudge_y; by != 0) film.show(std::clamp(film.at() + by, 0, last));

  const canvas::Point thumb{x_of(std::min(film.at(), last)), track.center().y};
  const bool hot = canvas.is_hot("train:film");
  const canvas::Color tone = canvas.color(hot ? Role::kAccent : Role::kInk);
  canvas.rect(track, canvas.color(Role::kFaint), kTrack / 2);
  canvas.rect({track.x, track.y, thumb.x - track.x, kTrack}, canvas.color(hot ? Role::kAccent : Role::kMuted), kTrack / 2);
  if (hot) canvas.circle(thumb, kThumb + 4, tone.with_alpha(0.15f));
  canvas.circle(thumb, kThumb + 1.5f, canvas.color(Role::kBackground));
  canvas.circle(thumb, kThumb, tone);
}

}  // namespace attn::window
