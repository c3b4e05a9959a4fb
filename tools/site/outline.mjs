// The parts of the course with their lessons: those that are built find their place by their numbers, the others are those that
// web/content/outline.json plans.

/** `outline`: [{title, summary, first, planned: [{number, slug, title, summary}]}]. Returns the same with `lessons` in order, [{number, slug, ...}]. */
export function partsOf(outline, built) {
  for (const { number, slug } of outline.flatMap(({ planned }) => planned)) {
    const taken = built.find((lesson) => lesson.number === number && lesson.slug !== slug);
    if (taken) throw new Error(`web/content/outline.json plans ${slug} as lesson ${number}, which is ${taken.slug}: give the plan another number`);
  }
  return outline.map((part, k) => {
    const end = outline[k + 1]?.first ?? Infinity;
    const here = built.filter(({ number }) => number >= part.first && number < end);
    const planned = part.planned.filter(({ slug }) => !built.some((lesson) => lesson.slug === slug));
    return { ...part, lessons: [...here, ...planned].sort((a, b) => a.number - b.number) };
  });
}
