// What waits for no other script: the fonts, and the stills that are in sight.

import { fetchFonts } from './fonts.js';
import { watchStills } from './stills.js';

fetchFonts();
watchStills(document);
