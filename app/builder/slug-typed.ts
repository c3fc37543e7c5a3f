import { slugForSaving } from '#domain/slug.ts';

/** Returns the slug that a published page gives up when this slug is published; null if it keeps its slug. */
export const leftSlug = (typed: string, liveSlug: string | null): string | null => {
  const slug = slugForSaving(typed);
  return liveSlug !== null && slug !== '' && slug !== liveSlug ? liveSlug : null;
};
