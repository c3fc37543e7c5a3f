import { normalizeSlug } from '#domain/slug.ts';

/** Returns the slug that a published page gives up when this slug is published; null if it keeps its slug. */
export const getReplacedSlug = (customSlug: string, liveSlug: string | null): string | null => {
  const slug = normalizeSlug(customSlug);
  return liveSlug !== null && slug !== '' && slug !== liveSlug ? liveSlug : null;
};
