#include "tasks/story_texts.h"

namespace attn::tasks::story {
namespace {

constexpr ThingText kThings[] = {
    {"ball", "-", "ts"},       {"kite", "-", "ts"},        {"hat", "-", "ts"},      {"scarf", "-", "ts"},  {"doll", "-", "t"},
    {"book", "-", "t"},        {"drum", "-", "t"},         {"car", "-", "t"},       {"balloon", "-", "s"}, {"shell", "shells", "c"},
    {"stone", "stones", "c"},  {"flower", "flowers", "c"}, {"leaf", "leaves", "c"}, {"nut", "nuts", "c"},  {"berry", "berries", "c"},
    {"apple", "apples", "cf"}, {"pear", "pears", "cf"},    {"plum", "plums", "cf"}, {"cake", "-", "f"},    {"cookie", "-", "f"},
    {"bun", "-", "f"},         {"pie", "-", "f"},          {"cup", "-", "b"},       {"plate", "-", "b"},   {"bowl", "-", "b"},
    {"vase", "-", "b"},        {"lamp", "-", "b"},         {"pot", "-", "b"},       {"dog", "-", "p"},     {"cat", "-", "p"},
    {"rabbit", "-", "p"},      {"duck", "-", "p"},         {"kitten", "-", "p"},    {"goat", "-", "p"},    {"pony", "-", "p"},
};

// Lost and found.
constexpr std::string_view kLost = R"($A was a little/happy/kind $ag who had a $J $O .
once there was a $ag called $A . $a! had a $J $O .
$A had a $J $O . it was a gift from $as! mom/dad .
$A got a $J $O from $as! mom/dad .

?
$a! loved/liked the $O very_much/- .
$a! played with it every day .
every day $a! took the $O $Q .

one day $a! lost it $P .
but one day $a! could not find the $O .
one day $a! went $Q and lost $as! $O .
one day $a! came home without $as! $O .

?
$A was so/very sad that $a! cried/began_to_cry .
$A looked and looked , but the $O was gone .
$A was sad because $a! loved/wanted the $O .

then/soon $B came , and $b! found it/the_$O under a tree .
$B saw this . $B looked under a tree and found the $O .
$as! friend $B helped $A! . $B looked for the $O and found it $P .
the next day $B found the $O $P .

$B gave the $J/- $O back to $A! .
$B ran to $A! and $b! gave $ao! the $O .
$B went to $A! and gave $ao! the $O .
$B knew that $A wanted the $O , so $b! took it back to $A! .

$A was happy again , and $a! said , ' thank you , $B! ! '
' thank you , $B! ! ' $A said .
$A laughed/smiled because $a! had $as! $O again .
$A hugged $B! , and they were friends from that day on .
)";

// Things that are found, counted and shared.
constexpr std::string_view kCounted = R"(one day $A went $Q . $a! found/saw $N $J $Os! .
$A was a little/happy/kind $ag . one day $a! found $N $J $Os! $P .
$A was $P . there $a! saw/found $N $Os! .

?
the $Os! $w! very/so pretty/nice , so $a! took $t! home .
$a! put the $Os! in $as! bag/basket .
$a! liked the $Os! because $y! $w! $J .
$a! counted : $C .

then/on_the_way $a! met $B , who had no $Os .
$as! friend $B came and saw the $N $Os! .
then $B came . $B was sad because $b! had no $Os .

$B said , ' can I have one , $A! ? '
$B wanted one too/- . ' please , $A! ! ' $b! said .
$A was kind and wanted to share with $B! .

$A gave $B! one $O! , so now $a! had $L $Ls! .
$A gave one $O! to $B! . then $a! had $L $Ls! .
so $B got one $O! from $A! , and $A! still had $L $Ls! .

$B was happy and said , ' thank you , $A! ! '
$B smiled/laughed because $b! had a $J/- $O .
$A went home with $L $Ls! , and $B went home with one $O! .
$A put the $L $Ls! on the table .
)";

// Things that are found and kept, or one of them.
constexpr std::string_view kKept = R"(one day $A went $Q . $a! found/saw $N $J $Os! .
$A was a little/happy/kind $ag . one day $a! found/saw $N $J $Os! $P .
$A liked to play $P . one day $a! found/saw $N $J $Os! .

the $Os! $w! very/so nice/pretty , so $a! took $t! home .
$a! took the $Os! because $y! $w! nice/pretty/so_nice .
$a! put the $Os! in $as! bag/basket .
$a! picked up the $Os! , and $y! $w! cold and/but pretty/nice .

then/on_the_way $a! met $B . ' what did you find ? ' $B said .
at home $as! $M saw $ao! . ' what did you find ? ' $m! said .
then $as! friend $B came . ' what did you find , $A! ? ' $b! said .

' I found $N $Os! , ' said $A! .
' I have $N $Os! , ' $A said .
$A said , ' look , $N $J $Os! ! '

?
$A was happy with the $Os! because $y! $w! so/very pretty .
the $Os! $w! so/very pretty that $A put $t! in a box .
$A put $t! on the table , and $y! $w! still/very pretty .

in the evening $A was tired , so $a! went to bed/sleep .
then $A went to play $P because $a! wanted to find more .
$A was happy because $a! had found the $Os! .
)";

// A thing breaks.
constexpr std::string_view kBroken = R"($A was in the kitchen . $a! had a $J $O in $as! hands .
$A wanted to help $as! $M . $a! took a $J $O from the table .
one day $A had a $J $O in $as! hand/hands .
$A was a little/happy $ag . one day $a! played in the kitchen with a $J $O .

the floor was wet , so $a! fell and dropped the $O .
$a! ran too fast , so $a! fell and dropped it/the_$O .
$a! was tired , so $a! did not look and dropped it/the_$O .
$a! heard a loud noise and dropped the $O .

it/the_$O broke into $N pieces .
there was a loud noise , and the $O broke into $N pieces .
the $O hit the floor and broke . $A picked up $N pieces .

?
$A was sad/afraid because the $O was broken .
$A began to cry because $a! had broken it/the_$O .
$A cried . ' I broke the $O ! ' $a! said .
$A wanted to hide the $N pieces .

then $as! $M came , but $m! was not angry .
$as! $M heard it/the_noise/this and ran to $A! . ' are you hurt ? ' $m! said .
$as! $M saw $A! . $m! said , ' it was only a $O . '

?
$A and $as! $M cleaned the floor together .
$A helped $as! $M to clean the floor .
$as! $M put the $N pieces in a bag/box .

the next day they bought a new $O .
$A was happy again , and $a! went to play .
from then on $A was careful , and $a! did not run in the kitchen .
$A said , ' thank you ! ' and $a! hugged $as! $M .
)";

// A wet animal.
constexpr std::string_view kWet = R"($A had a $J $O .
$A was a little/happy/kind $ag who had a $J $O .
once there was a $ag called $A . $a! had a $J $O .
$A lived at a farm with $as! $J $O .

?
the $O liked/loved to run/play/sleep $P .
$a! went $Q with the $O every day .
$a! loved the $O , and the $O loved $ao! .

one day it rained and rained , so the $O was/got wet/wet_and_cold .
one day the $O fell into the water , so it was/got wet and cold .
one day it was cold and it rained . the $O came home and it was wet .

$A saw that it was cold/wet , so $a! got a warm/dry blanket .
$A was sad too . $a! took a warm/dry blanket and dried it .
$A was sad because the $O was cold . $a! made a warm bed for it .

then/soon $as! friend $B came , and $b! brought some milk/food/bread .
$B saw the $O too , and $b! got/brought some milk/food/bread for it .
$B came to help $A! . $b gave the $O some milk/food/bread .

?
the $O was hungry , so it ate/had it all .
the $O ate because it was hungry . then it was warm and dry/happy .
soon the $O was dry and warm .

$A was happy and said , ' thank you , $B! ! '
the $O was tired , so it went to sleep . $A said to $B! , ' thank you ! '
in the evening $A was tired , so $a! went to bed with the $O .
then/- $A thanked $B! because $b! had helped $ao! .
)";

// Food that is shared.
constexpr std::string_view kShared = R"($A and $B were good/best/- friends . one day they went $Q .
$A was $P with $as! friend $B .
one day $A met $B $P .
$A and $B played $P all day .

$B was hungry because $b! had no food/lunch with $bo! .
$B had not eaten all day , so $b! was hungry/sad .
soon $B was hungry and tired . ' I want to eat , ' $b! said .
$B said , ' I am so/very hungry , $A! . '

but/- $A had a $J $O in $as! bag/basket .
$A had a $J $O because $as! mom/dad had made/bought it for $ao! .
$A looked in $as! bag/basket and found a $J $O .

$A was kind , so $a! gave half of the $O to $B! .
$A cut/broke the $O in two and gave one half to $B! .
' you can have half of it , $B! , ' $A said .
$A gave the $O to $B! because $a! was not hungry .

$B ate it and was not hungry any more .
$B ate it and smiled/laughed because it was so/very good/sweet .
$B said , ' thank you , $A! ! ' and ate it .

?
the next day $B brought some/more food/lunch/bread for $A! .
then they were happy , and $B played with $A! until the evening .
then they laughed and played with their toys until the evening .
in the evening $B was tired , so $b! went home . $A! went home too .
from then on $B and $A! were best friends .
)";

// A gift.
constexpr std::string_view kGift = R"($A had a friend called $B .
$A and $B were good/best/- friends .
$A was a little/happy/kind $ag . $as! friend/best_friend was called $B .

one day $B was sad because $b! had no toys .
it was a big/happy day for $B because $b! was six/five/four .
one day $B was ill , so $b! had to stay in bed .
one day $B could not play because $b! had hurt $bs! hand .

$A wanted to make $B! happy , so $a! made/bought a $J $O .
$A bought/made a $J $O for $B! because $a! was kind .
$A went to $as! mom/dad and got a $J $O for $B! .

$a put it in a box/bag and went to see $B! .
$A put the $O in a box/bag and gave it to $B! .
$A put it in a box/bag and took it to $B! .

$B opened it and saw the $J $O .
when $B saw the $O , $b! was so/very happy .
$B laughed/smiled when $b! saw the $O .

?
' this is for you , $B! , ' said $A! .
$B said , ' I love this $O , $A! ! '
$B said , ' thank you , $A! ! '
$B thanked $A! and played with it all day .

?
now $B had a $J $O , and $A! had a happy friend .
$B and $A! were happy and played until the evening .
then $A was tired , so $a! went home .
)";

// A thing in a tree.
constexpr std::string_view kStuck = R"($A went $Q with a $J $O .
one day $A was $P with $as! $J $O .
$A was a little/happy $ag who had a $J $O . one day $a! took it $Q .

the wind was strong , so the $O flew into a tree .
$a! threw the $O up , and it got stuck in a tree .
the wind took the $O from $as! hand/hands and it got stuck in a tree .

?
$A jumped and jumped , but $a! was too small .
$A was sad because $a! could not get it/the_$O down .
the tree was so/very tall that $A could not get $as! $O .
$A could not climb the tree because $a! was afraid .

then/soon $B came . $b said , ' I can help you , $A! ! '
' please help me ! ' $A said to $B .
$B heard $A! and came to help $ao! .
$as! friend $B saw that $A was sad .

$B was tall , so $b! could get the $O down .
$B climbed up/the_tree because $b! was strong/not_afraid .
$B hit the tree with $N stones!stone , and the $O fell down .
$B climbed and climbed until $b! had the $O in $bs! hand .

then/- $B gave the $O back to $A! .
$B climbed down and $b! gave the $O to $A! .
$B gave the $J/- $O to $A! , and $b! was happy too .

?
' thank you , $B! ! ' $A said .
$A was happy because $a! had $as! $O again .
$A smiled/laughed , and $a! hugged $B! .
then $A and $B! played with the $O until the evening .
)";

constexpr PlotText kPlots[] = {
    {"t", "red blue green yellow big small new old pretty", kLost},
    {"c", "red green big small pretty nice", kCounted},
    {"c", "red green big small white", kKept, 1},
    {"b", "red blue green white big small new old pretty", kBroken},
    {"p", "white black brown big small little old", kWet},
    {"f", "big small nice sweet good little", kShared},
    {"t", "red blue green yellow big small new pretty nice", kGift},
    {"s", "red blue green yellow white big small new old", kStuck},
};

}  // namespace

std::span<const ThingText> thing_texts() { return kThings; }
std::span<const PlotText> plot_texts() { return kPlots; }

}  // namespace attn::tasks::story
