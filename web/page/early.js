// What waits for no other script: the program, the graphics process, the fonts, and the stills that are in sight.

import { fetchFonts } from './fonts.js';
import { fetchProgram, openWebGl2 } from './loader.js';
import { watchStills } from './stills.js';

fetchProgram(document.body.dataset.lesson);
fetchFonts();
openWebGl2(document.getElementById('canvas'));
watchStills(document);
