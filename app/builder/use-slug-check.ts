import { useEffect, useSyncExternalStore } from 'react';
import { useSearchParams } from 'react-router';

import { validateSlug } from '#domain/page-problems.ts';
import { normalizeSlug } from '#domain/slug.ts';

import { callRpc } from '#app/session/call.ts';

import { SlugChecker, type SlugStatus } from './slug-check.ts';

/** Shared instance: only one page is open at a time. */
const slugChecker = new SlugChecker((slugQuery) => callRpc('check-slug', slugQuery));

const getSlugError = (): string | null => {
  const status = slugChecker.status();
  return status.kind === 'refused' ? status.error : null;
};

/** Returns why the slug is not available, as far as known. Renders only if this message changes. */
export const useSlugError = (): string | null =>
  useSyncExternalStore(slugChecker.subscribe, getSlugError, getSlugError);

/** Checks the slug while its field is mounted. Invalid slugs and the page's own slug are not sent to the server. */
export function useSlugCheck(customSlug: string, liveSlug: string | null): SlugStatus {
  const [query] = useSearchParams();
  const pageId = query.get('page');
  const slug = normalizeSlug(customSlug);
  const shouldCheck = slug !== '' && slug !== liveSlug && validateSlug(slug) === null;
  useEffect(() => {
    slugChecker.setQuery(shouldCheck ? { slug, ...(pageId ? { pageId } : {}) } : null);
  }, [shouldCheck, slug, pageId]);
  useEffect(() => () => slugChecker.setQuery(null), []);
  return useSyncExternalStore(slugChecker.subscribe, slugChecker.status, slugChecker.status);
}
