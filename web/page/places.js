// Where things lie around a script of the site.

/** The folder that holds the lessons' folders. */
export const SITE_ROOT = new URL('../../', import.meta.url);

/** The versioned folder of scripts, styles and the module. */
export const ASSETS = new URL('../', import.meta.url);
