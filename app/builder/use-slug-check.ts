import { useEffect, useSyncExternalStore } from 'react';
import { useSearchParams } from 'react-router';

import { slugProblem } from '#domain/page-problems.ts';
import { slugForSaving } from '#domain/slug.ts';

import { call } from '#app/session/call.ts';

import { SlugCheck, type SlugStatus } from './slug-check.ts';

/** Shared instance: only one page is open at a time. */
const check = new SlugCheck((question) => call('check-slug', question));

const refusal = (): string | null => {
  const status = check.status();
  return status.kind === 'refused' ? status.problem : null;
};

/** Returns why the slug is not available, as far as known. Renders only if this message changes. */
export const useSlugRefusal = (): string | null => useSyncExternalStore(check.subscribe, refusal, refusal);

/** Checks the slug while its field is mounted. Invalid slugs and the page's own slug are not sent to the server. */
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
