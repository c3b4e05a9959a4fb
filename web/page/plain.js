// A page without a figure.

import { closeMenus } from './menus.js';

closeMenus(document);
