// What waits for no other script: the program, the fonts, and the stills that are in sight.

import { fetchFonts } from './fonts.js';
import { fetchProgram } from './loader.js';
import { watchStills } from './stills.js';

fetchProgram(document.body.dataset.lesson);
fetchFonts();
watchStills(document);
