// Calls about the open lesson, its parameters and their history.
#include "api/call_list.h"
#include "base/json.h"
#include "session/link.h"
#include "session/names.h"

namespace attn::api::calls {

std::string to_json(const params::Row& row, const params::Value& v) {
  switch (row.type) {
    case params::Type::kNumber:
    case params::Type::kInteger:
      return json::number(std::get<double>(v));
    case params::Type::kBoolean:
      return json::boolean(std::get<bool>(v));
    case params::Type::kChoice:
    case params::Type::kText:
      return json::string(std::get<std::string>(v));
    case params::Type::kMatrix:
    case params::Type::kPoints:
      return json::matrix(std::get<Mat>(v));
    case params::Type::kMask:
      return json::mask(std::get<Mat>(v));
  }
  return "null";
}

namespace {

std::string extent(params::Extent e) { return json::array({json::number(e.min), json::number(e.max)}); }

constexpr Index kBriefRows = 64;

/// With `brief`, tables are cut to their first rows. `*rows` is how many rows there really are.
params::Value shown(params::Value v, bool brief, Index* rows) {
  Mat* m = std::get_if<Mat>(&v);
  *rows = m ? m->rows() : 1;
  if (m && brief && m->rows() > kBriefRows) m->conservativeResize(kBriefRows, m->cols());
  return v;
}

std::string describe_row(Lab& lab, const params::Row& row, const void* defaults, bool brief) {
  Index count = 0, ignored = 0;
  const params::Value now = shown(row.get(lab.session.document().params()), brief, &count),
                      standard = shown(row.get(defaults), brief, &ignored);
  return json::object({
      {"id", json::string(row.id)},
      {"label", json::string(row.label)},
      {"help", json::string(row.help)},
      {"type", json::string(params::type_name(row.type))},
      {"value", to_json(row, now)},
      {"text", json::string(params::print(row, now))},
      {"count", json::number(static_cast<double>(count))},
      {"default", to_json(row, standard)},
      {"defaultText", json::string(params::print(row, standard))},
      {"min", json::number(row.min)},
      {"max", json::number(row.max)},
      {"step", json::number(row.step)},
      {"logarithmic", json::boolean(row.logarithmic)},
      {"choices", json::list(row.choices,
                             [](const params::Choice& c) {
                               return json::object({{"id", json::string(c.id)}, {"label", json::string(c.label)}});
                             })},
      {"rows", extent(row.rows)},
      {"cols", extent(row.cols)},
      {"maxLength", json::number(row.max_length)},
      {"restartsTraining", json::boolean(row.restarts_training)},
      {"locked", json::boolean(lab.session.document().is_locked(row.id))},
      {"complaint", json::string(lab.session.document().complaint(row.id))},
      {"handle", json::string(row.handle)},
      {"walked", json::boolean(row.walked)},
      {"playing", json::boolean(row.id == lab.session.playback().playing())},
      {"lastStep", row.walked ? json::number(lab.session.playback().last_step(row)) : std::string("null")},
  });
}

/// {ok, errors: {id: message}}
std::string outcome(const std::vector<params::Refusal>& refused) {
  std::vector<std::pair<std::string_view, std::string>> errors;
  for (const params::Refusal& r : refused) errors.emplace_back(r.id, json::string(r.message));
  return json::object({{"ok", json::boolean(refused.empty())}, {"errors", json::object(errors)}});
}

const params::Row* find_row(const Lab& lab, std::string_view id, Answer* answer) {
  const params::Rows& rows = lab.session.lesson().rows;
  const params::Row* row = params::find(rows, id);
  if (!row) *answer = error(lab.session.document().unknown_parameter(id));
  return row;
}

std::string steps(Lab& lab) {
  const session::History& history = lab.session.document().history();
  return json::object({{"undo", json::number(history.undo_steps())}, {"redo", json::number(history.redo_steps())}});
}

}  // namespace

Answer lessons(Lab&, std::string_view, std::string_view) {
  return value(json::list(course::lessons(), [](const course::Entry& entry) {
    return json::object({{"slug", json::string(entry.about.slug)},
                         {"title", json::string(entry.about.title)},
                         {"number", json::number(entry.number)},
                         {"summary", json::string(entry.about.summary)}});
  }));
}

Answer open(Lab& lab, std::string_view slug, std::string_view query) {
  const course::Lesson* lesson = course::find(slug);
  if (!lesson)
    return error(session::unknown("lesson", slug, session::names_of(course::lessons(), [](const auto& e) { return e.about.slug; })));
  lab.view.lit.clear();
  lab.view.selected.clear();
  return value(outcome(lab.session.open(*lesson, query)));
}

Answer lesson(Lab& lab, std::string_view, std::string_view) {
  const course::Lesson& lesson = lab.session.lesson();
  int number = 0;
  for (const course::Entry& entry : course::lessons())
    if (entry.about.slug == lesson.slug) number = entry.number;
  return value(
      json::object({{"slug", json::string(lesson.slug)}, {"title", json::string(lesson.title)}, {"number", json::number(number)}}));
}

Answer params(Lab& lab, std::string_view form, std::string_view) {
  const course::Lesson::Params defaults = lab.session.lesson().defaults();
  return value(json::list(lab.session.lesson().rows,
                          [&](const params::Row& row) { return describe_row(lab, row, defaults.get(), form == "brief"); }));
}

Answer get(Lab& lab, std::string_view id, std::string_view) {
  Answer answer;
  if (const params::Row* row = find_row(lab, id, &answer)) answer = value(to_json(*row, row->get(lab.session.document().params())));
  return answer;
}

Answer text(Lab& lab, std::string_view id, std::string_view) {
  Answer answer;
  if (const params::Row* row = find_row(lab, id, &answer))
    answer = value(json::string(params::print(*row, row->get(lab.session.document().params()))));
  return answer;
}

Answer set(Lab& lab, std::string_view query, std::string_view) { return value(outcome(lab.session.set(query, session::Origin::kApi))); }

Answer bring(Lab& lab, std::string_view query, std::string_view) { return done(lab.session.scenes().show(query)); }

Answer reset(Lab& lab, std::string_view id, std::string_view) { return done(lab.session.reset(id, session::Origin::kApi)); }

Answer hold(Lab& lab, std::string_view on, std::string_view) {
  lab.session.document().history().hold(on == "true");
  return value("null");
}

Answer play(Lab& lab, std::string_view id, std::string_view) {
  Answer answer;
  return find_row(lab, id, &answer) ? done(lab.session.playback().play(id)) : answer;
}

Answer stop(Lab& lab, std::string_view, std::string_view) {
  lab.session.playback().stop();
  return value("null");
}

Answer tell(Lab& lab, std::string_view how, std::string_view) {
  session::Playback& playback = lab.session.playback();
  const params::Row* clock = lab.session.figures().clock();
  const bool telling = playback.is_telling(clock);
  if (how == "on" && telling) playback.go_on(*clock);
  if (how == "begin") playback.begin_story(clock);
  return value(telling ? "true" : "false");
}

Answer playing(Lab& lab, std::string_view, std::string_view) { return value(json::string(lab.session.playback().playing())); }

Answer undo(Lab& lab, std::string_view, std::string_view) {
  lab.session.document().undo();
  return value(steps(lab));
}

Answer redo(Lab& lab, std::string_view, std::string_view) {
  lab.session.document().redo();
  return value(steps(lab));
}

Answer history(Lab& lab, std::string_view, std::string_view) { return value(steps(lab)); }

Answer query(Lab& lab, std::string_view, std::string_view) { return value(json::string(lab.session.query())); }

Answer carry(Lab& lab, std::string_view query, std::string_view) {
  return value(json::string(session::carried(lab.session.document(), lab.session.results(), query)));
}

Answer lock(Lab& lab, std::string_view ids, std::string_view) { return done(lab.session.document().lock(ids)); }

Answer import_data(Lab& lab, std::string_view data, std::string_view) {
  std::string message;
  if (!lab.session.document().take_data(data, &message)) return error(message);
  return value(json::object({{"message", json::string(message)}}));
}

Answer open_model(Lab& lab, std::string_view what, std::string_view) {
  const course::Files files = std::exchange(lab.files, {});
  if (what == "none") return value("null");
  course::Import outcome;
  if (std::string why = lab.session.open_files(files, &outcome); !why.empty()) return error(why);
  const course::Import::Model model = outcome.model.value_or(course::Import::Model());
  return value(json::object({{"message", json::string(outcome.message)},
                             {"family", json::string(model.family)},
                             {"layers", json::number(model.layers)},
                             {"heads", json::number(model.heads)},
                             {"width", json::number(model.width)},
                             {"vocabulary", json::number(model.vocabulary)},
                             {"bytes", json::number(model.bytes)}}));
}

}  // namespace attn::api::calls
