#include "canvas/imgui_textures.h"

#include <imgui_internal.h>

#include <cstring>
#include <map>
#include <memory>
#include <string>

#include "canvas/fallback_text.h"

namespace attn::canvas {
namespace {

constexpr int kFramesKept = 120;

struct Entry {
  ImTextureData data;
  float left = 0, ascent = 0;
  uint64_t content = 0;
  int last_used = 0;
};

// Textures live as long as ImGui's context, of which a program has one.
std::map<std::string, std::unique_ptr<Entry>, std::less<>>& textures() {
  static std::map<std::string, std::unique_ptr<Entry>, std::less<>> all;
  return all;
}

Entry& make(const std::string& key, int width, int height) {
  auto entry = std::make_unique<Entry>();
  entry->data.Create(ImTextureFormat_RGBA32, width, height);
  entry->data.UseColors = true;
  entry->data.SetStatus(ImTextureStatus_WantCreate);
  ImGui::RegisterUserTexture(&entry->data);
  return *(textures()[key] = std::move(entry));
}

/// Marks a texture as used. After the loss of a GL context it requests that the texture is created again.
void touch(Entry& entry) {
  entry.last_used = ImGui::GetFrameCount();
  if (entry.data.Status == ImTextureStatus_Destroyed) entry.data.SetStatus(ImTextureStatus_WantCreate);
  if (entry.data.Status == ImTextureStatus_WantDestroy) entry.data.SetStatus(ImTextureStatus_OK);
}

void mark_changed(ImTextureData& data) {
  if (data.Status != ImTextureStatus_OK && data.Status != ImTextureStatus_WantUpdates) return;
  const ImTextureRect whole = {0, 0, static_cast<unsigned short>(data.Width), static_cast<unsigned short>(data.Height)};
  data.UpdateRect = data.UsedRect = whole;
  data.Updates.resize(0);
  data.Updates.push_back(whole);
  data.SetStatus(ImTextureStatus_WantUpdates);
}

uint64_t fingerprint(std::span<const Color> colors, int rows) {
  uint64_t hash = 1469598103934665603ull ^ static_cast<uint64_t>(rows);
  for (const Color& color : colors) hash = (hash ^ ImGui::ColorConvertFloat4ToU32({color.r, color.g, color.b, color.a})) * 1099511628211ull;
  return hash;
}

void paint_cells(ImTextureData& data, int rows, int cols, std::span<const Color> colors) {
  auto* pixels = static_cast<uint32_t*>(data.GetPixels());
  int painted_row = -1;
  for (int y = 0; y < data.Height; ++y) {
    const int row = y * rows / data.Height;
    uint32_t* line = pixels + static_cast<ptrdiff_t>(y) * data.Width;
    if (row == painted_row) {
      std::memcpy(line, line - data.Width, static_cast<size_t>(data.Width) * 4);
      continue;
    }
    for (int x = 0; x < data.Width; ++x) {
      const Color& c = colors[static_cast<size_t>(row * cols + x * cols / data.Width)];
      line[x] = ImGui::ColorConvertFloat4ToU32({c.r, c.g, c.b, c.a});
    }
    painted_row = row;
  }
}

}  // namespace

TextTexture text_texture(std::string_view text, float size, bool strong, Color color) {
  const std::string key = "text " + std::to_string(size) + (strong ? "s" : "") + to_hex(color) + std::string(text);
  const auto known = textures().find(key);
  Entry* entry = known == textures().end() ? nullptr : known->second.get();
  if (!entry) {
    const TextBitmap bitmap = text_rasterizer()(text, size, strong, color);
    if (bitmap.width <= 0 || bitmap.height <= 0) return {};
    entry = &make(key, bitmap.width, bitmap.height);
    std::memcpy(entry->data.GetPixels(), bitmap.pixels.data(), bitmap.pixels.size());
    entry->left = bitmap.left;
    entry->ascent = bitmap.ascent;
  }
  touch(*entry);
  return {&entry->data, entry->left, entry->ascent};
}

ImTextureData* cells_texture(std::string_view name, int width, int height, int rows, int cols, std::span<const Color> colors) {
  const std::string key = "cells " + std::to_string(width) + "x" + std::to_string(height) + std::string(name);
  const auto known = textures().find(key);
  Entry* entry = known == textures().end() ? &make(key, width, height) : known->second.get();
  touch(*entry);
  if (const uint64_t content = fingerprint(colors, rows); content != entry->content) {
    entry->content = content;
    paint_cells(entry->data, rows, cols, colors);
    mark_changed(entry->data);
  }
  return &entry->data;
}

void collect_textures() {
  const int now = ImGui::GetFrameCount();
  for (auto entry = textures().begin(); entry != textures().end();) {
    ImTextureData& data = entry->second->data;
    const bool idle = now - entry->second->last_used > kFramesKept;
    if (idle && (data.Status == ImTextureStatus_Destroyed || data.TexID == ImTextureID_Invalid)) {
      ImGui::UnregisterUserTexture(&data);
      ImGui::GetPlatformIO().Textures.find_erase(&data);
      entry = textures().erase(entry);
      continue;
    }
    if (idle && data.Status != ImTextureStatus_WantDestroy) {
      data.UnusedFrames = 1;
      data.SetStatus(ImTextureStatus_WantDestroy);
    }
    ++entry;
  }
}

void release_textures() {
  // The renderer's list of this frame still refers to them.
  ImVector<ImTextureData*>& listed = ImGui::GetPlatformIO().Textures;
  for (auto& [key, entry] : textures()) {
    ImGui::UnregisterUserTexture(&entry->data);
    listed.find_erase(&entry->data);
  }
  textures().clear();
}

}  // namespace attn::canvas
