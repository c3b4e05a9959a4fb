#include "session/open_figure.h"

#include <algorithm>
#include <cmath>

#include "charts/story.h"
#include "params/story.h"
#include "session/comparison_places.h"

namespace attn::session {

void draw_open_figure(canvas::Canvas& canvas, Session& session, void* edit) {
  if (session.comparison().kept()) return session.comparison().draw(canvas, edit);
  session.figures().current().draw(canvas, session.document().params(), session.results().get(), edit);
}

void act_on_press(Session& session, std::string_view region) {
  constexpr std::string_view kOpens = "figure:";
  session.runs().press(charts::run_press(region));
  if (region.starts_with(kOpens) && session.figures().show(region.substr(kOpens.size())).empty())
    if (const params::Row* clock = session.figures().clock(); clock && params::is_story(*clock)) session.playback().play(clock->id);
  if (const params::Row* clock = session.figures().clock(); clock && charts::story_press(region)) session.playback().go_on(*clock);
}

float shown_aspect(const Session& session) {
  constexpr float kCompared = 1.1f;
  const float own = session.figures().current().aspect;
  return session.comparison().kept() ? std::min(own, kCompared) : own;
}

float comparison_height(const Session& session, float width) {
  if (!session.comparison().kept()) return 0;
  const float pictures = (width - kCompareGap) / 2 / session.figures().current().aspect + kCompareHead;
  return std::round(1.7f * pictures);
}

}  // namespace attn::session
