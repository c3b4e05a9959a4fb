#include "tasks/story_plots.h"

#include <array>

namespace attn::tasks {
namespace {

using Text = std::string_view;

// ---- lost and found --------------------------------------------------------------------------------------------------------------------

constexpr Text kHas[] = {"{M} had a {adj} {thing} .", "{M} loved {*hers} {adj} {thing} .", "One day {M} got a {adj} {thing} .",
                         "There was a child called {M} . {*she} had a {adj} {thing} ."};
constexpr Text kGoes[] = {"{*she} went to the {place} with it .", "One day {*she} took it to the {place} .",
                          "{*she} played with it in the {place} .", "{*she} showed it to {O} . Then {*she} went to the {place} ."};
constexpr Text kLoses[] = {"But there {*she} lost the {*thing} .", "On the way home {*she} lost the {*thing} .",
                           "A big wind came and took the {*thing} away .", "The {animal} took the {*thing} and ran away ."};
constexpr Text kSad[] = {"{*M} was sad , so {*she} cried .", "{*she} was very sad .",
                         "{*she} looked for it , but {*she} could not find it ."};
constexpr Text kFinds[] = {"{O} found the {*thing} .", "{O} saw the {*thing} under a tree .", "Then {O} came and found the {*thing} ."};
constexpr Text kGivesBack[] = {"{*she2} gave it back to {*M} .", "{*she2} gave the {*thing} back to {*M} .",
                               "\" Is this your {*thing} ? \" asked {*O} ."};
constexpr Text kHappyAgain[] = {"{*M} was happy again .", "\" Thank you , {*O} ! \" said {*M} .",
                                "Now {*M} was happy , and {*she} thanked {*O} ."};
constexpr StoryLine kLost[] = {kHas, kGoes, kLoses, kSad, kFinds, kGivesBack, kHappyAgain};

// ---- sharing ---------------------------------------------------------------------------------------------------------------------------

constexpr Text kHasMany[] = {"{M} had {n} {adj} {*things} .", "{M} found {n} {adj} {*things} in the {place} .",
                             "{M} went to the {place} . There {*she} got {n} {adj} {*things} ."};
constexpr Text kMeets[] = {"Then {*she} met {O} .", "Then {O} came , too .", "{*hers} friend {O} had no {*things} ."};
constexpr Text kShares[] = {"{*M} gave {m} {*things} to {*O} .", "{*she} gave {*her2} {m} {*things} .",
                            "{*O} asked for {m} {*things} , and {*M} gave {*her2} {m} ."};
constexpr Text kIsLeft[] = {"Then {*M} had {k} {*things} .", "Now {*M} had {k} {*things} and {*O} had {m} .",
                            "So {k} {*things} were left ."};
constexpr Text kShared[] = {"{*O} was happy .", "\" Thank you , {*M} ! \" said {*O} .",
                            "They played with the {*things} until it was dark .", "They were good friends ."};
constexpr StoryLine kSharing[] = {kHasMany, kMeets, kShares, kIsLeft, kShared};

// ---- rain ------------------------------------------------------------------------------------------------------------------------------

constexpr Text kWalks[] = {"{M} and {*hers} {animal} went to the {place} .", "{M} had a small {animal} . They went to the {place} ."};
constexpr Text kCarries[] = {"{M} had a {adj} {thing} with {*her} .", "{*she} took {*hers} {adj} {thing} with {*her} ."};
constexpr Text kRains[] = {"It rained , so {*M} was wet .", "It began to rain , and the {*thing} was wet .",
                           "It rained all day , so they were wet and cold ."};
constexpr Text kShelters[] = {"They ran to {O} . {*she2} had a warm house .",
                              "They sat under a tree until {O} came . {*she2} took them home .",
                              "{O} saw them from {*hers2} house . \" Come in ! \" {*she2} said ."};
constexpr Text kDries[] = {"There {*M} was soon dry again .", "{*O} gave {*her} some hot milk , so {*she} was warm again .",
                           "They sat by the fire , and the {*thing} was soon dry ."};
constexpr Text kSun[] = {"Then the sun came out , and {*M} went home .", "{*M} thanked {*O} and went home with {*hers} {*thing} .",
                         "The {*thing} was as good as new ."};
constexpr StoryLine kRain[] = {kWalks, kCarries, kRains, kShelters, kDries, kSun};

// ---- broken ----------------------------------------------------------------------------------------------------------------------------

constexpr Text kTakes[] = {"{M} played with the {adj} {thing} of {O} .", "{O} gave {M} {*hers2} {adj} {thing} for a day .",
                           "{M} saw the {adj} {thing} of {O} . {*she} took it ."};
constexpr Text kDrops[] = {"{*she} ran too fast and dropped the {*thing} , so it broke .", "The {*thing} fell down and broke .",
                           "{*she} dropped it , and it broke ."};
constexpr Text kSorry[] = {"{*M} was sorry .", "{*M} was afraid , but {*she} went to {*O} .", "\" I am sorry ! \" said {*M} ."};
constexpr Text kAnswers[] = {"{*O} was not angry .", "{*O} was sad , but {*she2} was not angry .", "\" We can fix it , \" said {*O} ."};
constexpr Text kMends[] = {"They fixed the {*thing} , and it was good again .", "{*M} fixed it and gave it back to {*O} .",
                           "So {*M} gave {*her2} a new {*thing} ."};
constexpr Text kFriends[] = {"Then they were happy .", "{*O} thanked {*M} .", "After that {*M} was always careful ."};
constexpr StoryLine kBroken[] = {kTakes, kDrops, kSorry, kAnswers, kMends, kFriends};

// ---- a present -------------------------------------------------------------------------------------------------------------------------

constexpr Text kBirthday[] = {"It was a big day for {M} .", "{M} was {n} years old today .", "{M} had {*hers} birthday ."};
constexpr Text kGets[] = {"{O} gave {*her} a {adj} {thing} .", "{O} came with a {adj} {thing} for {*her} .",
                          "{*she} got a {adj} {thing} from {O} ."};
constexpr Text kThanks[] = {"\" Thank you , {*O} ! \" said {*M} .", "{*M} was happy and thanked {*O} .", "{*she} loved the {*thing} ."};
constexpr Text kPlays[] = {"They went to the {place} and played with the {*thing} .", "Then {*M} and {*O} ate a lot of cake .",
                           "{*O} was happy , too , because {*M} loved the {*thing} ."};
constexpr Text kEvening[] = {"At night {*M} was tired , so {*she} went to bed with {*hers} {*thing} .",
                             "It was a good day for {*M} and {*O} .", "When it was dark , {*O} went home and {*M} went to bed ."};
constexpr StoryLine kPresent[] = {kBirthday, kGets, kThanks, kPlays, kEvening};

// ---- a hungry animal -------------------------------------------------------------------------------------------------------------------

constexpr Text kMeetsAnimal[] = {"{M} had a {adj} {thing} . In the {place} {*she} saw a {animal} .",
                                 "{M} played with {*hers} {adj} {thing} when {*she} saw a {animal} ."};
constexpr Text kHungry[] = {"It was hungry , so it ate the lunch of {*M} .", "It was cold and hungry .", "It was alone and very hungry ."};
constexpr Text kHelps[] = {"{*M} called {O} , and {*she2} came with some milk .", "{*she} asked {O} , and {*she2} gave it some bread ."};
constexpr Text kFull[] = {"It ate and ate until it was not hungry any more .", "Then it was full , so it slept ."};
constexpr Text kStays[] = {"\" It can live with me , \" said {*M} .", "{*O} took it home , and {*M} took {*hers} {*thing} .",
                           "After that it always came when {*M} called ."};
constexpr StoryLine kHungryAnimal[] = {kMeetsAnimal, kHungry, kHelps, kFull, kStays};

constexpr StoryPlot kPlots[] = {{kLost}, {kSharing}, {kRain}, {kBroken}, {kPresent}, {kHungryAnimal}};

}  // namespace

std::span<const StoryPlot> story_plots() { return kPlots; }

}  // namespace attn::tasks
