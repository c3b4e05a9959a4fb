// Safetensors files: what is written, what is read back, and what is refused.
#include "nn/checkpoint.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>

#include "base/rng.h"
#include "nn/half.h"

namespace attn::nn {
namespace {

void fill(Parameters* p, std::uint64_t seed) {
  Rng rng(seed);
  p->add("encoder.wx", normal_matrix(3, 4, rng));
  p->add("encoder.b", normal_matrix(1, 4, rng));
  p->add("output", normal_matrix(2, 2, rng));
}

void expect_equal(const Parameters& a, const Parameters& b) {
  for (const Parameter& p : a) EXPECT_EQ(p.value, b.find(p.name)->value) << p.name;
}

std::string file_of(const std::string& header, const std::string& data) {
  std::string file;
  for (int i = 0; i < 8; ++i) file += static_cast<char>(std::uint64_t{header.size()} >> (8 * i) & 0xFF);
  return file + header + data;
}

/// A file for one parameter "w" [1,2] with this header entry.
std::string refusal(const std::string& header, std::size_t data_bytes = 8) {
  Parameters p;
  p.add("w", Mat::Constant(1, 2, Real(7)));
  const std::string error = from_safetensors(file_of(header, std::string(data_bytes, '\0')), &p);
  if (!error.empty()) {
    EXPECT_EQ(p.find("w")->value, Mat::Constant(1, 2, Real(7))) << "changed although refused: " << header;
  }
  return error;
}

std::string entry(const std::string& inside) { return "{\"w\":{" + inside + "}}"; }

TEST(Checkpoint, WhatIsWrittenIsReadBackToTheBit) {
  Parameters a, b;
  fill(&a, 1);
  fill(&b, 2);
  EXPECT_EQ(from_safetensors(to_safetensors(a, Storage::kF32, {{"task", "grammar \"x\"\n"}}), &b), "");
  expect_equal(a, b);
}

TEST(Checkpoint, HalfStorageRoundsOnceAndThenStays) {
  Parameters a, b, c;
  fill(&a, 1);
  fill(&b, 2);
  fill(&c, 3);
  const std::string file = to_safetensors(a, Storage::kF16);
  EXPECT_EQ(from_safetensors(file, &b), "");
  for (const Parameter& p : a)
    EXPECT_LE((p.value - b.find(p.name)->value).cwiseAbs().maxCoeff(), std::ldexp(p.value.cwiseAbs().maxCoeff(), -11));
  EXPECT_EQ(from_safetensors(to_safetensors(b, Storage::kF16), &c), "");
  expect_equal(b, c);
}

TEST(Checkpoint, TheLayoutIsThePublishedOne) {
  Parameters p;
  p.add("w", (Mat(1, 2) << 1, -2).finished());
  const std::string json = R"({"__metadata__":{"a":"b"},"w":{"dtype":"F32","shape":[1,2],"data_offsets":[0,8]}})";
  const std::string padded = json + std::string((8 - json.size() % 8) % 8, ' ');
  EXPECT_EQ(to_safetensors(p, Storage::kF32, {{"a", "b"}}), file_of(padded, std::string("\0\0\x80\x3f\0\0\0\xc0", 8)));
}

TEST(Checkpoint, OtherOrdersSpacesAndBfloatAreRead) {
  Parameters p;
  p.add("a", Mat::Zero(1, 1));
  p.add("b", Mat::Zero(1, 1));
  const std::string header =
      " \n{ \"b\" : {\"shape\":[1,1], "
      "\"data_offsets\":[0,2],\"dtype\":\"BF16\"},\"\\u0061\":{\"dtype\":\"F32\",\"shape\":[1,1],\"data_offsets\":[2,6]}} ";
  EXPECT_NE(from_safetensors(file_of(header, std::string("\x80\x3f\0\0\0\x40", 6)), &p), "") << "a header begins with its bracket";
  EXPECT_EQ(from_safetensors(file_of(header.substr(2), std::string("\x80\x3f\0\0\0\x40", 6)), &p), "");
  EXPECT_EQ(p.find("a")->value(0, 0), Real(2));
  EXPECT_EQ(p.find("b")->value(0, 0), Real(1));
}

TEST(Checkpoint, EveryTruncationAndEveryTrailingByteIsRefused) {
  Parameters p, before;
  fill(&p, 1);
  fill(&before, 1);
  Parameters other;
  fill(&other, 2);
  const std::string file = to_safetensors(other, Storage::kF16);
  for (std::size_t length = 0; length < file.size(); ++length) EXPECT_NE(from_safetensors(file.substr(0, length), &p), "") << length;
  EXPECT_NE(from_safetensors(file + '\0', &p), "");
  expect_equal(p, before);
}

TEST(Checkpoint, MistakesAreNamed) {
  const std::string good = R"("dtype":"F32","shape":[1,2],"data_offsets":[0,8])";
  EXPECT_EQ(refusal(entry(good)), "");
  EXPECT_EQ(refusal("{}", 0), "The file lacks w.");
  EXPECT_EQ(refusal(R"({"v":{)" + good + "}}"), "The file holds v, which the model does not have.");
  EXPECT_EQ(refusal(entry(R"("dtype":"F32","shape":[2,1],"data_offsets":[0,8])")),
            "w has the shape [2,1] in the file and [1,2] in the model.");
  EXPECT_EQ(refusal(entry(R"("dtype":"F32","shape":[2],"data_offsets":[0,8])")), "w has the shape [2] in the file and [1,2] in the model.");
  EXPECT_EQ(refusal(entry(R"("dtype":"I32","shape":[1,2],"data_offsets":[0,8])")), "w is stored as I32; F32, F16 and BF16 are read.");
  EXPECT_EQ(refusal(entry(R"("dtype":"F32","shape":[1,2],"data_offsets":[0,4])"), 4),
            "w has 4 bytes, which its shape and type do not need.");
  EXPECT_EQ(refusal(entry(R"("dtype":"F32","shape":[1,2],"data_offsets":[4,12])"), 12), "w begins at byte 4 of the data, not at 0.");
  EXPECT_EQ(refusal(entry(good), 12), "The file has 12 bytes of data, its header speaks of 8.");
  EXPECT_EQ(refusal("{\"w\":{" + good + "},\"w\":{" + good + "}}"), "The header names \"w\" twice, at byte 60 of it.");
}

TEST(Checkpoint, HostileHeadersAreRefused) {
  const std::string good = R"("dtype":"F32","shape":[1,2],"data_offsets":[0,8])";
  for (const std::string& header : {
           std::string(),
           std::string("["),
           std::string("{"),
           std::string("null"),
           std::string(100000, '['),
           std::string(100000, '{'),
           "{\"w\":" + std::string(50000, '[') + "}",
           "{\"w\":{\"shape\":" + std::string(50000, '[') + "}}",
           entry(good) + "x",
           entry(good) + "}",
           entry(good + ","),
           entry(good + ",\"x\":1"),
           entry(good + ",\"dtype\":\"F32\""),
           entry(R"("dtype":"F32","shape":[1,2])"),
           entry(R"("dtype":"F32","shape":[1,NaN],"data_offsets":[0,8])"),
           entry(R"("dtype":"F32","shape":[1,-2],"data_offsets":[0,8])"),
           entry(R"("dtype":"F32","shape":[1,2.0],"data_offsets":[0,8])"),
           entry(R"("dtype":"F32","shape":[1,2e0],"data_offsets":[0,8])"),
           entry(R"("dtype":"F32","shape":[1,02],"data_offsets":[0,8])"),
           entry(R"("dtype":"F32","shape":[1,2],"data_offsets":[8,0])"),
           entry(R"("dtype":"F32","shape":[1,2],"data_offsets":[0])"),
           entry(R"("dtype":"F32","shape":[1,2],"data_offsets":[0,8,8])"),
           entry(R"("dtype":3,"shape":[1,2],"data_offsets":[0,8])"),
           entry(R"("dtype":"F32","shape":[4294967296,4294967296],"data_offsets":[0,8])"),
           entry(R"("dtype":"F32","shape":[1,99999999999999999999999999],"data_offsets":[0,8])"),
           entry(R"("dtype":"F32","shape":[1,2],"data_offsets":[18446744073709551608,18446744073709551616])"),
           "{\"__metadata__\":{\"a\":1}," + entry(good).substr(1),
           "{\"__metadata__\":{\"a\":\"1\",\"a\":\"2\"}," + entry(good).substr(1),
           "{\"w\xff\":{" + good + "}}",
           "{\"w\\q\":{" + good + "}}",
           "{\"w\\u00\":{" + good + "}}",
           "{'w':{" + good + "}}",
           "{\"w\":{" + good + "},}",
       })
    EXPECT_NE(refusal(header), "") << header.substr(0, 90);
}

TEST(Checkpoint, LengthsBeyondTheFileAreRefused) {
  Parameters p;
  p.add("w", Mat::Zero(1, 2));
  for (const char byte : {'\x01', '\x10', '\x7f', '\xff'}) {
    EXPECT_NE(from_safetensors(std::string(7, '\0') + byte, &p), "");
    EXPECT_NE(from_safetensors(std::string(8, byte) + "{}", &p), "");
  }
}

TEST(Checkpoint, WhatTheMetadataSaysHasToBeTheModelsOwn) {
  Parameters a, b, before;
  fill(&a, 1);
  fill(&b, 2);
  fill(&before, 2);
  const std::string file = to_safetensors(a, Storage::kF32, {{"task", "dates"}, {"steps", "7"}});
  EXPECT_EQ(from_safetensors(file, &b, {{"task", "grammar"}}), "The file's task is \"dates\", the model's is \"grammar\".");
  expect_equal(b, before);
  EXPECT_EQ(from_safetensors(file, &b, {{"task", "dates"}, {"network", "gat"}}), "") << "a file need not say everything";
  expect_equal(b, a);
  const std::string hostile = to_safetensors(a, Storage::kF32, {{"task", std::string(5000, 'x') + "\n"}});
  EXPECT_LT(from_safetensors(hostile, &b, {{"task", "grammar"}}).size(), 100u);
}

TEST(Checkpoint, NumbersThatAreNotFiniteAreRefused) {
  for (const Storage storage : {Storage::kF32, Storage::kF16})
    for (const Real bad : {std::numeric_limits<Real>::infinity(), std::numeric_limits<Real>::quiet_NaN()}) {
      Parameters p, q;
      fill(&p, 1);
      fill(&q, 2);
      p.find("encoder.b")->value(0, 3) = bad;
      EXPECT_EQ(from_safetensors(to_safetensors(p, storage), &q), "encoder.b holds a number that is not finite.");
    }
}

/// Bytes flipped, cut, doubled and overwritten at random: nothing breaks, and what is refused changes nothing.
TEST(Checkpoint, MutatedFilesNeverBreakAnything) {
  Parameters original;
  fill(&original, 1);
  const std::string file = to_safetensors(original, Storage::kF16, {{"model", "x"}});
  Rng rng(4);
  const auto below = [&rng](std::size_t n) { return static_cast<std::size_t>(rng.below(n)); };
  constexpr std::string_view kSigns = "{}[]\",:0123456789-e\\u ";
  int refused = 0;
  for (int round = 0; round < 5000; ++round) {
    std::string mutated = file;
    for (std::size_t i = 0; i < 1 + below(3); ++i) {
      const std::size_t at = below(mutated.size());
      switch (below(5)) {
        case 0:
          mutated[at] = static_cast<char>(below(256));
          break;
        case 1:
          mutated[at] = kSigns[below(kSigns.size())];
          break;
        case 2:
          mutated.erase(at, 1 + below(20));
          break;
        case 3:
          mutated.insert(at, mutated.substr(below(mutated.size()), below(30)));
          break;
        default:
          mutated[at] = static_cast<char>(mutated[at] ^ (1 << below(8)));
      }
      if (mutated.empty()) mutated = "x";
    }
    Parameters p, before;
    fill(&p, 2);
    fill(&before, 2);
    if (from_safetensors(mutated, &p).empty()) {
      for (const Parameter& parameter : p) EXPECT_TRUE(parameter.value.allFinite());
    } else {
      ++refused;
      expect_equal(p, before);
    }
  }
  EXPECT_GT(refused, 2000);
}

TEST(Half, EveryValueComesBack) {
  for (std::uint32_t bits = 0; bits < 0x10000u; ++bits) {
    const float value = from_half(static_cast<std::uint16_t>(bits));
    if (std::isnan(value)) {
      EXPECT_TRUE((bits & 0x7C00u) == 0x7C00u && (bits & 0x3FFu));
      EXPECT_TRUE(std::isnan(from_half(to_half(value))));
    } else {
      EXPECT_EQ(to_half(value), bits);
    }
  }
}

/// Against the definition: of the two halves around a number the nearer one, of two that are equally near the even one.
TEST(Half, RoundsToTheNearestAndTiesToEven) {
  for (std::uint16_t bits = 0; bits < 0x7BFFu; ++bits) {
    const float low = from_half(bits), high = from_half(static_cast<std::uint16_t>(bits + 1)), middle = low + (high - low) / 2;
    const std::uint16_t even = static_cast<std::uint16_t>(bits % 2 == 0 ? bits : bits + 1);
    EXPECT_EQ(to_half(middle), even);
    EXPECT_EQ(to_half(-middle), even | 0x8000u);
    EXPECT_EQ(to_half(std::nextafter(middle, 0.0f)), bits);
    EXPECT_EQ(to_half(std::nextafter(middle, 1e9f)), bits + 1);
  }
  EXPECT_EQ(to_half(65519.99f), 0x7BFF);
  EXPECT_EQ(to_half(65520), 0x7C00);
  EXPECT_EQ(to_half(1e30f), 0x7C00);
  EXPECT_EQ(to_half(-std::numeric_limits<float>::infinity()), 0xFC00);
  EXPECT_EQ(to_half(-0.0f), 0x8000);
  EXPECT_EQ(to_half(std::numeric_limits<float>::denorm_min()), 0);
}

TEST(Half, BfloatIsTheUpperHalfOfAFloat) {
  EXPECT_EQ(from_bfloat(0x3F80), 1.0f);
  EXPECT_EQ(from_bfloat(0xC040), -3.0f);
}

}  // namespace
}  // namespace attn::nn
