import { MAX_SLUG, slugForSaving } from '#domain/slug.ts';

/** What a typed address keeps while it is typed. Longer than allowed it stays, and is told of. */
export const slugTyped = (text: string): string => text.toLowerCase().replace(/[^a-z0-9-]/g, '');

/** Told beside the domain's own problems, which look at what is left of an address after it was cut. */
export function slugLengthProblem(typed: string): string | null {
  const { length } = slugTyped(typed).replace(/^-+|-+$/g, '');
  return length > MAX_SLUG
    ? `The custom slug can have at most ${MAX_SLUG} characters; this one has ${length}`
    : null;
}

/** What an address must become of one that buyers know already: null when it stays. */
export const leftSlug = (typed: string, liveSlug: string | null): string | null => {
  const slug = slugForSaving(typed);
  return liveSlug !== null && slug !== '' && slug !== liveSlug ? liveSlug : null;
};
