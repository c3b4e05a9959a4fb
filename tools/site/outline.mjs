// The parts of the course with their lessons: those that are built find their place by their numbers, the others are those that
// web/content/outline.json plans.

/** `outline`: [{title, summary, first, planned: [{number, slug, title, summary}]}]. Returns the same with `lessons` in order, [{number, slug, ...}]. */
export function partsOf(outline, built) {
  return outline.map((part, k) => {
    const end = outline[k + 1]?.first ?? Infinity;
    const here = built.filter(({ number }) => number >= part.first && number < end);
    const planned = part.planned.filter(({ slug }) => !built.some((lesson) => lesson.slug === slug));
    return { ...part, lessons: [...here, ...planned].sort((a, b) => a.number - b.number) };
  });
}
