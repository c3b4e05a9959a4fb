#include "tasks/graph_text.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/text.h"
#include "tasks/graph_builder.h"
#include "tasks/lines.h"

namespace attn::tasks {
namespace {

/// Takes a column off `*rest` and removes its quotation marks; "" within them stands for one. Returns nullopt where a mark is not closed.
std::optional<std::string> take_field(std::string_view* rest, char separator) {
  const std::string_view space = separator == ' ' ? " \t" : "";
  *rest = trimmed(*rest);
  std::string field;
  if (!rest->empty() && rest->front() == '"') {
    size_t i = 1;
    for (; i < rest->size(); ++i) {
      if ((*rest)[i] != '"') {
        field += (*rest)[i];
      } else if (i + 1 < rest->size() && (*rest)[i + 1] == '"') {
        field += '"', ++i;
      } else {
        break;
      }
    }
    if (i == rest->size()) return std::nullopt;
    rest->remove_prefix(i + 1);
    const size_t next = space.empty() ? rest->find(separator) : rest->find_first_of(space);
    if (!trimmed(rest->substr(0, next)).empty()) return std::nullopt;
    rest->remove_prefix(next == std::string_view::npos ? rest->size() : next + 1);
    return std::string(trimmed(field));
  }
  const size_t end = space.empty() ? rest->find(separator) : rest->find_first_of(space);
  field = trimmed(rest->substr(0, end));
  rest->remove_prefix(end == std::string_view::npos ? rest->size() : end + 1);
  return field;
}

std::string lower(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

bool is_header(std::string_view line, char separator) {
  const auto first = take_field(&line, separator), second = take_field(&line, separator);
  if (!first || !second) return false;
  constexpr std::array<std::array<std::string_view, 2>, 4> kHeaders = {
      {{"from", "to"}, {"source", "target"}, {"node1", "node2"}, {"node", "neighbour"}}};
  return std::any_of(kHeaders.begin(), kHeaders.end(),
                     [&](const auto& header) { return lower(*first) == header[0] && lower(*second) == header[1]; });
}

std::string read_line(std::string_view line, char separator, GraphBuilder* builder, bool* has_more) {
  const auto from = take_field(&line, separator), to = take_field(&line, separator);
  if (!from || !to) return "a quotation mark is not closed";
  const auto more = take_field(&line, separator);
  if (!more) return "a quotation mark is not closed";
  if (to->empty()) return builder->add_node(*from, *more);
  *has_more = *has_more || !more->empty();
  return builder->add_tie(*from, *to);
}

GraphText read_lines(std::vector<Line> lines, char separator, TieKind kind) {
  GraphBuilder builder;
  if (!lines.empty() && is_header(lines.front().text, separator)) {
    lines.erase(lines.begin());
    builder.say("The first line names the columns.");
  }
  if (lines.empty()) return refused_graph("There is no tie in it; expected are lines of from,to, or GraphML.");
  bool has_more = false;
  for (const Line& line : lines) {
    const std::string why = read_line(line.text, separator, &builder, &has_more);
    if (why.empty())
      builder.count_good();
    else
      builder.left_out(line.number, why);
  }
  if (has_more) builder.say("What stands behind the two nodes of a tie was passed over.");
  return builder.finish(kind);
}

bool says_directed(std::string_view text) {
  for (size_t at = text.find('#'); at != std::string_view::npos; at = text.find('#', at + 1)) {
    const bool begins_line = at == 0 || text[at - 1] == '\n' || text[at - 1] == '\r';
    const std::string_view rest = text.substr(at + 1, text.find_first_of("\r\n", at) - at - 1);
    if (begins_line && lower(std::string(trimmed(rest).substr(0, 20))) == "directed") return true;
  }
  return false;
}

std::string field(std::string_view text) {
  const bool plain = text.find_first_of(",;\" \t#") == std::string_view::npos && (text.empty() || text.front() != '<');
  if (plain) return std::string(text);
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

/// Whether the ties alone say everything: they name every node, in the right order, and there are no classes.
bool says_all(const GraphText& graph) {
  int next = 0;
  for (const Tie& tie : graph.ties)
    for (const int end : {tie.from, tie.to}) {
      if (end > next) return false;
      next = std::max(next, end + 1);
    }
  return next == graph.nodes() && std::all_of(graph.classes.begin(), graph.classes.end(), [](int c) { return c < 0; });
}

/// A line for each node, unless the ties say everything, then a line for each tie.
std::vector<std::string> edge_lines(const GraphText& graph) {
  std::vector<std::string> lines;
  if (!says_all(graph))
    for (size_t i = 0; i < graph.names.size(); ++i) {
      const int c = graph.classes[i];
      lines.push_back(field(graph.names[i]) + ",," + (c < 0 ? "" : field(graph.class_names[static_cast<size_t>(c)])));
    }
  for (const Tie& tie : graph.ties)
    lines.push_back(field(graph.names[static_cast<size_t>(tie.from)]) + "," + field(graph.names[static_cast<size_t>(tie.to)]));
  return lines;
}

}  // namespace

GraphText parse_graph(std::string_view text) {
  if (text.size() > kMaxGraphBytes)
    return refused_graph("The text has more than " + std::to_string(kMaxGraphBytes / 1000) + " kB, so nothing was taken.");
  std::string_view start = text;
  if (start.substr(0, 3) == "\xEF\xBB\xBF") start.remove_prefix(3);
  if (!trimmed(start).empty() && trimmed(start).front() == '<') return parse_graphml(text);
  const std::vector<Line> lines = lines_of(text);
  return read_lines(lines, find_separator(lines), says_directed(text) ? TieKind::one_way : TieKind::both_ways);
}

std::string graph_to_line(const GraphText& graph) {
  std::string out = graph.kind == TieKind::one_way ? "directed" : "";
  for (const std::string& line : edge_lines(graph)) out += (out.empty() ? "" : ";") + line;
  return out;
}

GraphText graph_from_line(std::string_view line) {
  if (line.size() > kMaxGraphBytes) return refused_graph("The graph is too long.");
  std::vector<Line> parts;
  bool quoted = false, directed = false;
  size_t begin = 0;
  for (size_t i = 0; i <= line.size(); ++i) {
    if (i < line.size() && line[i] == '"') quoted = !quoted;
    if (i < line.size() && (line[i] != ';' || quoted)) continue;
    const std::string_view part = trimmed(line.substr(begin, i - begin));
    begin = i + 1;
    if (part == "directed" && parts.empty())
      directed = true;
    else if (!part.empty())
      parts.push_back({static_cast<int>(parts.size()) + 1, part});
  }
  return read_lines(std::move(parts), ',', directed ? TieKind::one_way : TieKind::both_ways);
}

}  // namespace attn::tasks
