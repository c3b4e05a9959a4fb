// The network that tells pictures, and how it looks: weights that are its own, bent, drawn or all alike, and what depends on them.
#include "models/captioner.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include "kernels/softmax.h"
#include "unit/compare.h"
#include "unit/models/captioner_kinds.h"

namespace attn::models {
namespace {

using test::close;
using test::make_captioner;
using test::random_pictures;
using test::same_bits;
using test::small_captioner;

const Tokens kGivenWords{3, 1, 4, 2};

std::string kind_name(const CaptionerSettings& s) {
  return std::string(s.look == Look::soft ? "soft" : s.look == Look::hard ? "hard" : "none") + (s.remembers ? " remembers" : "");
}

TEST(Captioner, ATellingHasARowForEachWordAndForTheEnd) {
  for (const CaptionerSettings& s : test::captioner_kinds()) {
    SCOPED_TRACE(kind_name(s));
    const Captioner model = make_captioner(s);
    const Telling telling = tell(model, random_pictures(1, s.side), {.given = &kGivenWords});
    EXPECT_EQ(telling.words, kGivenWords);
    EXPECT_TRUE(telling.ended);
    const bool attends = s.look != Look::none;
    EXPECT_EQ(shape(telling.annotations), "[4,4]");
    EXPECT_EQ(shape(telling.states), "[5,5]");
    EXPECT_EQ(shape(telling.scores), attends ? "[5,4]" : "[0,0]");
    EXPECT_EQ(shape(telling.weights), attends ? "[5,4]" : "[0,0]");
    EXPECT_EQ(shape(telling.used), "[5,4]");
    EXPECT_EQ(shape(telling.contexts), "[5,4]");
    EXPECT_EQ(shape(telling.logits), "[5,6]");
    EXPECT_EQ(shape(telling.expected), s.look == Look::hard ? "[5,1]" : "[0,0]");
  }
}

TEST(Captioner, WeightsAreTheSoftmaxOfScoresAndContextsTheSumsByWhatIsUsed) {
  for (const CaptionerSettings& s : test::captioner_kinds()) {
    SCOPED_TRACE(kind_name(s));
    const Captioner model = make_captioner(s);
    const Telling telling = tell(model, random_pictures(1, s.side), {.given = &kGivenWords});
    EXPECT_TRUE(close(telling.contexts, telling.used * telling.annotations));
    for (Index t = 0; t < telling.used.rows(); ++t) EXPECT_NEAR(telling.used.row(t).sum(), 1, 1e-6);
    if (s.look == Look::none) {
      EXPECT_EQ(telling.used, Mat::Constant(5, 4, Real(0.25)));
      for (Index t = 0; t < 5; ++t) EXPECT_TRUE(close(telling.contexts.row(t), telling.annotations.colwise().mean()));
      continue;
    }
    EXPECT_TRUE(close(telling.weights, kernels::softmax_rows_reference(telling.scores)));
    EXPECT_GT((telling.weights.rowwise() - telling.weights.row(0)).norm(), 1e-3) << "each word looks elsewhere";
    for (Index t = 0; t < 5; ++t) EXPECT_NEAR(telling.weights.row(t).sum(), 1, 1e-6);
    if (s.look == Look::soft) {
      EXPECT_TRUE(same_bits(telling.used, telling.weights));
    }
  }
}

TEST(Captioner, AHardLookGoesToTheLikeliestPlace) {
  for (const bool remembers : {false, true}) {
    const Captioner model = make_captioner(small_captioner(Look::hard, remembers));
    const Telling telling = tell(model, random_pictures(1, 8), {.given = &kGivenWords});
    for (Index t = 0; t < telling.used.rows(); ++t) {
      Index place = 0;
      telling.weights.row(t).maxCoeff(&place);
      EXPECT_TRUE(same_bits(telling.used.row(t), test::all_on(static_cast<int>(place), 4)));
    }
  }
}

/// More pictures than are told at once, near those that captions of different lengths were learnt of.
TEST(Captioner, CaptionsOfManyAreThoseOfEach) {
  constexpr int kMost = 4;
  const std::vector<Tokens> learnt{{3, 1}, {}, {2, 5, 1, 1, 4}};
  for (const CaptionerSettings& s : test::captioner_kinds()) {
    SCOPED_TRACE(kind_name(s));
    Rng rng(3);
    Captioner model(s, rng);
    const Mat originals = random_pictures(3, s.side);
    test::learn(&model, originals, learnt, 100);
    Mat images = random_pictures(40, s.side, 6) * Real(0.1);
    for (Index i = 0; i < images.rows(); ++i) images.row(i) += originals.row(i % 3);
    const std::vector<Tokens> captions = captions_of(model, images, kMost);
    ASSERT_EQ(captions.size(), 40u);
    std::set<std::size_t> lengths;
    for (Index i = 0; i < images.rows(); ++i) {
      const Tokens& caption = captions[static_cast<std::size_t>(i)];
      const Telling telling = tell(model, images.row(i), {.most = kMost});
      EXPECT_EQ(caption, telling.words) << i;
      EXPECT_EQ(telling.states.rows(), static_cast<Index>(telling.words.size()) + (telling.ended ? 1 : 0));
      EXPECT_EQ(telling.ended, telling.words.size() < kMost);
      for (Index t = 0; t < telling.logits.rows(); ++t) {
        Index said = 0;
        telling.logits.row(t).maxCoeff(&said);
        EXPECT_EQ(said, test::with_end(telling.words)[static_cast<std::size_t>(t)]) << "the likeliest word";
      }
      lengths.insert(caption.size());
    }
    EXPECT_GE(lengths.size(), 3u);
  }
}

/// Where places differ much, a soft look of the same weights tells something else of some of the pictures.
TEST(Captioner, CaptionsOfAHardLookAreToldFromItsPlaces) {
  for (const bool remembers : {false, true}) {
    int different = 0;
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      Captioner hard = make_captioner(small_captioner(Look::hard, remembers), seed);
      Captioner soft = make_captioner(small_captioner(Look::soft, remembers), seed);
      hard.parameters().find("places")->value *= Real(10);
      for (nn::Parameter& p : soft.parameters()) p.value = hard.parameters().find(p.name)->value;
      const Mat images = random_pictures(10, 8);
      const std::vector<Tokens> captions = captions_of(hard, images, 4), softly = captions_of(soft, images, 4);
      for (std::size_t i = 0; i < captions.size(); ++i) {
        EXPECT_EQ(captions[i], tell(hard, images.row(static_cast<Index>(i)), {.most = 4}).words);
        different += captions[i] != softly[i];
      }
    }
    EXPECT_GT(different, 5);
  }
}

TEST(Captioner, TakesAnImageInAnyShapeAndStaysTheSameWhereItMoves) {
  Captioner model = make_captioner(small_captioner(Look::soft, true));
  const Mat image = random_pictures(1, 8), pixels = Eigen::Map<const Mat>(image.data(), 64, 3);
  const Mat logits = tell(model, image, {.given = &kGivenWords}).logits;
  EXPECT_TRUE(same_bits(tell(model, pixels, {.given = &kGivenWords}).logits, logits));
  const Captioner moved = std::move(model);
  EXPECT_TRUE(same_bits(tell(moved, pixels, {.given = &kGivenWords}).logits, logits));
}

// ---- weights that are bent -------------------------------------------------------------------------------------------------------------

TEST(BentWeights, MakeTheContextOfTheirWordAndChangeNothingBefore) {
  for (const bool remembers : {false, true}) {
    const Captioner model = make_captioner(small_captioner(Look::soft, remembers));
    const Mat image = random_pictures(1, 8), bent = (Mat(1, 4) << 0.1, 0.2, 0, 0.7).finished();
    const Telling own = tell(model, image, {.given = &kGivenWords});
    for (int word = 0; word < 5; ++word) {
      const Telling told = tell(model, image, {.bent = {{word, bent}}, .given = &kGivenWords});
      EXPECT_TRUE(same_bits(told.used.row(word), bent));
      EXPECT_TRUE(close(told.contexts.row(word), bent * own.annotations));
      EXPECT_GT((told.logits.row(word) - own.logits.row(word)).norm(), 1e-3);
      EXPECT_TRUE(same_bits(told.states.topRows(word + 1), own.states.topRows(word + 1)));
      EXPECT_TRUE(same_bits(told.weights.topRows(word + 1), own.weights.topRows(word + 1))) << "its own are still said";
      for (const auto& [a, b] : {std::pair{&told.used, &own.used}, {&told.contexts, &own.contexts}, {&told.logits, &own.logits}})
        EXPECT_TRUE(same_bits(a->topRows(word), b->topRows(word)));
    }
  }
}

/// The words are given, so that only what is remembered of the look can reach the next state.
TEST(BentWeights, ReachTheNextStateOnlyIfTheLookIsRemembered) {
  for (const Look look : {Look::soft, Look::hard})
    for (const bool remembers : {false, true}) {
      const Captioner model = make_captioner(small_captioner(look, remembers));
      const Mat image = random_pictures(1, 8);
      const Telling own = tell(model, image, {.given = &kGivenWords});
      for (int word = 0; word < 4; ++word) {
        Index used = 0;
        own.used.row(word).maxCoeff(&used);
        const Telling told = tell(model, image, {.bent = {{word, test::all_on(static_cast<int>(3 - used), 4)}}, .given = &kGivenWords});
        if (remembers) {
          EXPECT_GT((told.states.row(word + 1) - own.states.row(word + 1)).norm(), 1e-4) << word;
        } else {
          EXPECT_TRUE(same_bits(told.states, own.states)) << word;
          EXPECT_TRUE(same_bits(told.logits.bottomRows(4 - word), own.logits.bottomRows(4 - word))) << word;
        }
      }
    }
}

TEST(BentWeights, ToldByPlaceIsWhatIsSaidWhereTheyAreOnOnePlace) {
  for (const Look look : {Look::soft, Look::hard})
    for (const bool remembers : {false, true}) {
      const Captioner model = make_captioner(small_captioner(look, remembers));
      const Mat image = random_pictures(1, 8);
      const Telling own = tell(model, image, {.given = &kGivenWords});
      for (int word = 0; word < 5; ++word) {
        const Mat by_place = told_by_place(model, own, word);
        ASSERT_EQ(shape(by_place), "[4,6]");
        for (int place = 0; place < 4; ++place) {
          const Telling told = tell(model, image, {.bent = {{word, test::all_on(place, 4)}}, .given = &kGivenWords});
          const Mat probabilities = kernels::softmax_rows_reference(told.logits.row(word));
          EXPECT_TRUE(close(by_place.row(place), probabilities.array().log().matrix())) << word << " at " << place;
        }
      }
    }
}

TEST(BentWeights, OfAHardLookAreTakenAtTheirLikeliestPlaceOrDrawn) {
  const Captioner model = make_captioner(small_captioner(Look::hard));
  const Mat image = random_pictures(1, 8), bent = (Mat(1, 4) << 0.1, 0.2, 0.5, 0.2).finished();
  const Telling likeliest = tell(model, image, {.bent = {{1, bent}}, .given = &kGivenWords});
  EXPECT_TRUE(same_bits(likeliest.used.row(1), test::all_on(2, 4)));
  Rng rng(4);
  const Telling drawn = tell(model, image, {.bent = {{1, test::all_on(3, 4)}}, .given = &kGivenWords, .draws = &rng});
  EXPECT_TRUE(same_bits(drawn.used.row(1), test::all_on(3, 4)));
}

// ---- draws -----------------------------------------------------------------------------------------------------------------------------

TEST(HardLooks, AreDrawnAsOftenAsTheWeightsSay) {
  constexpr int kDrawn = 4000;
  const Captioner model = make_captioner(small_captioner(Look::hard));
  const Mat image = random_pictures(1, 8);
  const Tokens one_word{2};
  Rng rng(7);
  Mat counts = Mat::Zero(2, 4), weights;
  for (int i = 0; i < kDrawn; ++i) {
    const Telling telling = tell(model, image, {.given = &one_word, .draws = &rng});
    counts += telling.used, weights = telling.weights;
    ASSERT_TRUE(((telling.used.array() == 0) || (telling.used.array() == 1)).all());
  }
  EXPECT_LT(weights.maxCoeff(), 0.9);
  for (Index t = 0; t < 2; ++t)
    for (Index place = 0; place < 4; ++place) {
      const auto p = static_cast<double>(weights(t, place));
      EXPECT_NEAR(counts(t, place) / kDrawn, p, 4 * std::sqrt(p * (1 - p) / kDrawn)) << t << " at " << place;
    }
}

/// Sums of rounded weights may be less than a number that is drawn.
TEST(HardLooks, NeverGoToAPlaceWithoutWeight) {
  const Captioner model = make_captioner(small_captioner(Look::hard));
  const Mat image = random_pictures(1, 8), short_of_one = (Mat(1, 4) << 0.2, 0, 0.3, 0).finished();
  const Tokens no_words;
  Rng rng(7);
  std::set<int> places;
  for (int i = 0; i < 50; ++i) {
    const Telling telling = tell(model, image, {.bent = {{0, short_of_one}}, .given = &no_words, .draws = &rng});
    Index place = 0;
    telling.used.row(0).maxCoeff(&place);
    places.insert(static_cast<int>(place));
  }
  EXPECT_EQ(places, (std::set<int>{0, 2}));
}

TEST(HardLooks, ASeedDrawsTheSame) {
  const Captioner model = make_captioner(small_captioner(Look::hard, true));
  const Mat image = random_pictures(1, 8);
  const auto drawn = [&](std::uint64_t seed) {
    Rng rng(seed);
    return tell(model, image, {.given = &kGivenWords, .draws = &rng}).used;
  };
  EXPECT_TRUE(same_bits(drawn(1), drawn(1)));
  std::set<bool> same;
  for (std::uint64_t seed = 2; seed < 8; ++seed) same.insert(same_bits(drawn(1), drawn(seed)));
  EXPECT_TRUE(same.contains(false));
}

// ---- what a place sees -----------------------------------------------------------------------------------------------------------------

TEST(Captioner, APlaceSeesTheTenByTenPixelsAboutItsFourByFour) {
  constexpr int kSide = 20, kAside = 5;
  CaptionerSettings s = small_captioner(Look::soft);
  s.side = kSide;
  Captioner model = make_captioner(s);
  for (nn::Parameter& p : model.parameters())
    if (p.name.starts_with("conv.") && p.name.ends_with(".bias")) p.value.setConstant(20);  // so that no relu hides a change
  const Tokens no_words;
  const Mat image = random_pictures(1, kSide), before = tell(model, image, {.given = &no_words}).annotations;
  ASSERT_EQ(before.rows(), s.places());
  for (int y = 0; y < kSide; ++y)
    for (int x = 0; x < kSide; ++x) {
      Mat changed = image;
      changed(0, (y * kSide + x) * 3 + (x + y) % 3) += 1;
      const Mat after = tell(model, changed, {.given = &no_words}).annotations;
      for (int row = 0; row < kAside; ++row)
        for (int col = 0; col < kAside; ++col) {
          const bool sees = y >= 4 * row - 3 && y < 4 * row + 7 && x >= 4 * col - 3 && x < 4 * col + 7;
          const Index place = row * kAside + col;
          ASSERT_EQ(!same_bits(before.row(place), after.row(place)), sees) << y << "," << x << " at " << row << "," << col;
        }
    }
}

TEST(Captioner, CountsAndNamesItsWeights) {
  const auto shapes_of = [](Look look, bool remembers) {
    std::vector<std::string> out;
    const Captioner model = make_captioner(small_captioner(look, remembers));
    for (const nn::Parameter& p : model.parameters()) out.push_back(p.name + " " + shape(p.value));
    return out;
  };
  const std::vector<std::string> all{
      "conv.0.weight [48,2]", "conv.0.bias [1,2]", "conv.1.weight [32,4]", "conv.1.bias [1,4]", "conv.2.weight [4,4]", "conv.2.bias [1,4]",
      "places [4,4]",         "start.h.w [4,5]",   "start.h.b [1,5]",      "start.c.w [4,5]",   "start.c.b [1,5]",     "words.table [6,3]",
      "lstm.wx [3,20]",       "lstm.wh [5,20]",    "lstm.bx [1,20]",       "lstm.bh [1,20]",    "lstm.context [4,20]", "alignment.wq [5,3]",
      "alignment.wk [4,3]",   "alignment.v [3,1]", "baseline.w [5,1]",     "baseline.b [1,1]",  "readout.h.w [5,3]",   "readout.z.w [4,3]",
      "words.out.w [3,6]",    "words.out.b [1,6]"};
  const auto without = [&](std::initializer_list<std::string> prefixes) {
    std::vector<std::string> out;
    for (const std::string& name : all)
      if (std::none_of(prefixes.begin(), prefixes.end(), [&](const std::string& prefix) { return name.starts_with(prefix); }))
        out.push_back(name);
    return out;
  };
  EXPECT_EQ(shapes_of(Look::hard, true), all);
  EXPECT_EQ(shapes_of(Look::hard, false), without({"lstm.context"}));
  EXPECT_EQ(shapes_of(Look::soft, false), without({"lstm.context", "baseline"}));
  EXPECT_EQ(shapes_of(Look::none, true), without({"alignment", "baseline"}));
}

}  // namespace
}  // namespace attn::models
