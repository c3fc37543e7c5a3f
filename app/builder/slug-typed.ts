import { slugForSaving } from '#domain/slug.ts';

/** What an address must become of one that buyers know already: null when it stays. */
export const leftSlug = (typed: string, liveSlug: string | null): string | null => {
  const slug = slugForSaving(typed);
  return liveSlug !== null && slug !== '' && slug !== liveSlug ? liveSlug : null;
};
