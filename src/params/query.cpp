// Parameters as the query string of a link, and back.

#include <algorithm>

#include "params/params.h"

namespace attn::params {
namespace {

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

/// A stray `%` stands for itself, as in browsers.
std::string percent_decode(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool escape = text[i] == '%' && i + 2 < text.size() && hex_digit(text[i + 1]) >= 0 && hex_digit(text[i + 2]) >= 0;
    if (escape) {
      out += static_cast<char>(hex_digit(text[i + 1]) * 16 + hex_digit(text[i + 2]));
      i += 2;
    } else {
      out += text[i] == '+' ? ' ' : text[i];
    }
  }
  return out;
}

/// `,` and `;` are not encoded: a query may contain them, and matrices stay readable in the address bar.
bool travels_as_is(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("-_.~,;").find(c) != std::string_view::npos;
}

}  // namespace

std::string percent_encode(std::string_view text) {
  constexpr char kHex[] = "0123456789ABCDEF";
  std::string out;
  for (const char c : text) {
    if (travels_as_is(c)) {
      out += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    out += '%';
    out += kHex[byte >> 4];
    out += kHex[byte & 15];
  }
  return out;
}

std::vector<std::pair<std::string, std::string>> parse_query(std::string_view query) {
  if (!query.empty() && query[0] == '?') query.remove_prefix(1);
  query = query.substr(0, query.find('#'));
  std::vector<std::pair<std::string, std::string>> pairs;
  while (!query.empty()) {
    const std::string_view pair = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(query.size(), pair.size() + 1));
    if (pair.empty()) continue;
    const size_t equals = pair.find('=');
    const std::string_view value = equals == std::string_view::npos ? std::string_view() : pair.substr(equals + 1);
    pairs.emplace_back(percent_decode(pair.substr(0, equals)), percent_decode(value));
  }
  return pairs;
}

std::vector<Refusal> apply_query(const Rows& rows, std::string_view query, void* params) {
  std::vector<Refusal> refusals;
  for (const auto& [key, text] : parse_query(query)) {
    const Row* row = find(rows, key);
    if (!row) continue;
    if (std::string why = set_text(*row, params, text); !why.empty()) refusals.push_back({key, std::move(why)});
  }
  return refusals;
}

std::string to_query(const Rows& rows, const void* params, const void* defaults) {
  std::string query;
  for (const Row& row : rows) {
    if (equal(row, params, defaults)) continue;
    if (!query.empty()) query += '&';
    query += std::string(row.id) + '=' + percent_encode(print(row, row.get(params)));
  }
  return query;
}

}  // namespace attn::params
