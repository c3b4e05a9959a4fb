// Reads the subset of GraphML (graphml.graphdrawing.org) that tasks/graph_text.h names, with a reader for as much XML as that needs.

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/text.h"
#include "tasks/graph_builder.h"
#include "tasks/lines.h"

namespace attn::tasks {
namespace {

constexpr size_t kDeepest = 32, kMostAttributes = 16;

struct Tag {
  std::string name;
  std::vector<std::pair<std::string, std::string>> attributes;
  bool opens = false, closes = false;  ///< both of <a/>; neither at the end of the text
  int line = 0;
  std::string text;  ///< the text before the tag

  std::string_view at(std::string_view key) const {
    for (const auto& [name, value] : attributes)
      if (name == key) return value;
    return {};
  }
};

/// Reads tag after tag, and skips comments and processing instructions. When next() returns no tag and `why` is set, that is an error.
class TagReader {
 public:
  explicit TagReader(std::string_view text) : rest_(text) {}
  int line() const { return line_; }
  const std::string& why() const { return why_; }

  std::optional<Tag> next() {
    Tag tag;
    for (;;) {
      const size_t open = std::min(rest_.find('<'), rest_.size());
      if (!add_text(rest_.substr(0, open), &tag.text)) return std::nullopt;
      skip(open);
      if (rest_.empty()) return tag;
      if (rest_.substr(0, 4) == "<!--") {
        if (!skip_past("-->", 4)) return fail("a comment is not closed");
      } else if (rest_.substr(0, 2) == "<?") {
        if (!skip_past("?>", 2)) return fail("a processing instruction is not closed");
      } else if (rest_.substr(0, 2) == "<!") {
        return fail("document types and CDATA are not read");
      } else {
        return read_tag(std::move(tag));
      }
    }
  }

 private:
  std::optional<Tag> fail(std::string why) {
    why_ = std::move(why);
    return std::nullopt;
  }
  void skip(size_t count) {
    line_ += static_cast<int>(std::count(rest_.begin(), rest_.begin() + static_cast<std::ptrdiff_t>(count), '\n'));
    rest_.remove_prefix(count);
  }
  bool skip_past(std::string_view end, size_t from) {
    const size_t at = rest_.find(end, from);
    if (at == std::string_view::npos) return false;
    skip(at + end.size());
    return true;
  }
  void skip_space() { skip(std::min(rest_.find_first_not_of(" \t\r\n"), rest_.size())); }
  std::string take_name() {
    const size_t end = std::min(rest_.find_first_of(" \t\r\n/>=<\"'&"), rest_.size());
    const std::string name(rest_.substr(0, end));
    skip(end);
    return name;
  }

  /// Adds `raw` with XML's own five entities resolved.
  bool add_text(std::string_view raw, std::string* out) {
    constexpr std::array<std::pair<std::string_view, char>, 5> kEntities = {
        {{"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}, {"&apos;", '\''}}};
    while (!raw.empty()) {
      const size_t plain = std::min(raw.find('&'), raw.size());
      out->append(raw.substr(0, plain));
      raw.remove_prefix(plain);
      if (raw.empty()) break;
      const auto entity =
          std::find_if(kEntities.begin(), kEntities.end(), [&](const auto& e) { return raw.substr(0, e.first.size()) == e.first; });
      if (entity == kEntities.end()) {
        why_ = "the entity " + cited(raw.substr(0, raw.find_first_of("; \n") + 1), 16) + " is not read";
        return false;
      }
      out->push_back(entity->second);
      raw.remove_prefix(entity->first.size());
    }
    return true;
  }

  std::optional<Tag> read_tag(Tag tag) {
    tag.line = line_;
    skip(1);
    tag.closes = !rest_.empty() && rest_.front() == '/';
    tag.opens = !tag.closes;
    if (tag.closes) skip(1);
    tag.name = take_name();
    if (tag.name.empty()) return fail("a tag has no name");
    for (;;) {
      skip_space();
      if (rest_.empty()) return fail("a tag is not closed");
      if (rest_.front() == '>') {
        skip(1);
        return tag;
      }
      if (rest_.substr(0, 2) == "/>" && tag.opens) {
        skip(2);
        tag.closes = true;
        return tag;
      }
      if (!tag.opens || !read_attribute(&tag)) return why_.empty() ? fail("a tag is not well-formed") : std::nullopt;
    }
  }

  bool read_attribute(Tag* tag) {
    std::string name = take_name(), value;
    skip_space();
    if (name.empty() || rest_.empty() || rest_.front() != '=' || tag->attributes.size() >= kMostAttributes) return false;
    skip(1), skip_space();
    if (rest_.empty() || (rest_.front() != '"' && rest_.front() != '\'')) return false;
    const size_t end = rest_.find(rest_.front(), 1);
    if (end == std::string_view::npos) return false;
    const std::string_view raw = rest_.substr(1, end - 1);
    if (raw.find('<') != std::string_view::npos || !add_text(raw, &value)) return false;
    skip(end + 1);
    for (const auto& attribute : tag->attributes)
      if (attribute.first == name) return false;
    tag->attributes.emplace_back(std::move(name), std::move(value));
    return true;
  }

  std::string_view rest_;
  std::string why_;
  int line_ = 1;
};

enum class Says { nothing, name, label };

Says meaning_of(std::string_view key_name) {
  for (const std::string_view name : {"name", "label"})
    if (key_name == name) return Says::name;
  for (const std::string_view name : {"class", "club", "group", "community"})
    if (key_name == name) return Says::label;
  return Says::nothing;
}

/// What is read between <node> and </node>, or <edge> and </edge>.
struct Item {
  bool is_node = false;
  int line = 0;
  std::string id, from, to, name, label;

  std::string_view called() const { return name.empty() ? id : name; }
};

class GraphMl {
 public:
  GraphText read(std::string_view text) {
    TagReader reader(text);
    for (;;) {
      const std::optional<Tag> tag = reader.next();
      if (!tag) return refuse(reader.line(), reader.why());
      if (!tag->opens && !tag->closes) break;
      std::string why;
      if (tag->opens) why = open(*tag);
      if (why.empty() && tag->closes) why = close(*tag);
      if (!why.empty()) return refuse(tag->line, why);
    }
    if (!path_.empty()) return refuse(reader.line(), "<" + path_.back() + "> is not closed");
    if (!has_graph_) return refused_graph("This XML holds no <graphml> with a <graph> in it, so nothing was taken.");
    return build();
  }

 private:
  static GraphText refuse(int line, const std::string& why) {
    return refused_graph("This GraphML cannot be read: in line " + std::to_string(line) + " " + why + ". Nothing was taken.");
  }

  bool is_at(std::string_view parent) const { return skipping_ == 0 && !path_.empty() && path_.back() == parent; }

  std::string open(const Tag& tag) {
    if (path_.size() >= kDeepest) return "elements lie too deep";
    if (path_.empty() && (closed_root_ || tag.name != "graphml")) return cited(tag.name) + " stands where <graphml> should";
    const std::string_view name = tag.name;
    if (skipping_ > 0) {
      // inside an element that is skipped
    } else if (is_at("graphml") && name == "key") {
      if (tag.at("for") == "node" || tag.at("for") == "all") keys_.emplace_back(std::string(tag.at("id")), meaning_of(tag.at("attr.name")));
      skipping_ = path_.size() + 1;
    } else if (is_at("graphml") && name == "graph") {
      if (has_graph_) return "a second <graph> begins";
      has_graph_ = true;
      const std::string_view kind = tag.at("edgedefault");
      if (kind != "directed" && kind != "undirected") return "<graph> does not say edgedefault=\"directed\" or \"undirected\"";
      kind_ = kind == "directed" ? TieKind::one_way : TieKind::both_ways;
    } else if (is_at("graph") && (name == "node" || name == "edge")) {
      if (items_.size() >= kMostItems) return "there are too many nodes and edges";
      items_.push_back(
          {name == "node", tag.line, std::string(tag.at("id")), std::string(tag.at("source")), std::string(tag.at("target")), {}, {}});
    } else if (is_at("node") && name == "data") {
      meaning_ = Says::nothing;
      for (const auto& [id, meaning] : keys_)
        if (id == tag.at("key")) meaning_ = meaning;
    } else if (!path_.empty()) {
      skipping_ = path_.size() + 1;
    }
    path_.push_back(tag.name);
    return {};
  }

  std::string close(const Tag& tag) {
    if (path_.empty() || path_.back() != tag.name) return "</" + tag.name + "> closes nothing";
    if (skipping_ == 0 && tag.name == "data" && !items_.empty() && !tag.opens) {
      if (meaning_ == Says::name) items_.back().name = trimmed(tag.text);
      if (meaning_ == Says::label) items_.back().label = trimmed(tag.text);
      meaning_ = Says::nothing;
    }
    if (skipping_ == path_.size()) skipping_ = 0;
    path_.pop_back();
    closed_root_ = path_.empty();
    return {};
  }

  /// Where two nodes have the same name, all nodes are called by their ids.
  bool names_differ() const {
    for (size_t i = 0; i < items_.size(); ++i)
      for (size_t j = 0; j < i; ++j)
        if (items_[i].is_node && items_[j].is_node && items_[i].called() == items_[j].called()) return false;
    return true;
  }

  GraphText build() {
    GraphBuilder builder;
    const bool named = names_differ();
    std::vector<const Item*> nodes;
    const auto find = [&](std::string_view id) -> const Item* {
      for (const Item* node : nodes)
        if (node->id == id) return node;
      return nullptr;
    };
    const auto name = [&](const Item& node) { return named ? node.called() : std::string_view(node.id); };
    const auto took = [&](const Item& item, const std::string& why) {
      if (why.empty())
        builder.count_good();
      else
        builder.left_out(item.line, why);
      return why.empty();
    };
    for (const Item& item : items_) {
      if (!item.is_node) continue;
      std::string why;
      if (item.id.empty())
        why = "a node has no id";
      else if (find(item.id))
        why = cited(item.id) + " is there already";
      else
        why = builder.add_node(name(item), item.label);
      if (took(item, why)) nodes.push_back(&item);
    }
    for (const Item& item : items_) {
      if (item.is_node) continue;
      const Item *from = find(item.from), *to = find(item.to);
      took(item, from && to ? builder.add_tie(name(*from), name(*to)) : "there is no node " + cited(from ? item.to : item.from));
    }
    return builder.finish(kind_);
  }

  static constexpr size_t kMostItems = 3000;
  std::vector<std::string> path_;
  size_t skipping_ = 0;  ///< the depth within the element that is skipped; 0 outside of any
  std::vector<std::pair<std::string, Says>> keys_;
  std::vector<Item> items_;
  Says meaning_ = Says::nothing;
  TieKind kind_ = TieKind::both_ways;
  bool has_graph_ = false, closed_root_ = false;
};

}  // namespace

GraphText parse_graphml(std::string_view text) {
  if (text.size() > kMaxGraphBytes) return refused_graph("The text is too long, so nothing was taken.");
  if (text.substr(0, 3) == "\xEF\xBB\xBF") text.remove_prefix(3);
  return GraphMl().read(text);
}

}  // namespace attn::tasks
