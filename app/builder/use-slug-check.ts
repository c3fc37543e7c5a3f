import { useEffect, useSyncExternalStore } from 'react';
import { useSearchParams } from 'react-router';

import { slugProblem } from '#domain/page-problems.ts';
import { slugForSaving } from '#domain/slug.ts';

import { call } from '#app/session/call.ts';

import { SlugCheck, type SlugStatus } from './slug-check.ts';

/** One page is open at a time, and so is one address. */
const check = new SlugCheck((question) => call('check-slug', question));

const refusal = (): string | null => {
  const status = check.status();
  return status.kind === 'refused' ? status.problem : null;
};

/** Why the typed address cannot be had, as far as that is known. Whatever else becomes known draws nothing anew. */
export const useSlugRefusal = (): string | null => useSyncExternalStore(check.subscribe, refusal, refusal);

/** Has the typed address checked while its field is there. What the form refuses, or the page has, needs no asking. */
export function useSlugCheck(typed: string, liveSlug: string | null): SlugStatus {
  const [query] = useSearchParams();
  const pageId = query.get('page');
  const slug = slugForSaving(typed);
  const asked = slug !== '' && slug !== liveSlug && slugProblem(slug) === null;
  useEffect(() => {
    check.want(asked ? { slug, ...(pageId ? { pageId } : {}) } : null);
  }, [asked, slug, pageId]);
  useEffect(() => () => check.want(null), []);
  return useSyncExternalStore(check.subscribe, check.status, check.status);
}
