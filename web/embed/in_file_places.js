// Where things lie for a page in a single file, in place of page/places.js: the site that it was saved from, and inside of itself.

/** The site that the file was saved from: links lead there. */
export const SITE_ROOT = new URL(document.querySelector('meta[name="attention-lab-site"]').content);

/** Addresses that in_file.js answers. */
export const ASSETS = new URL('inside:/assets/');
