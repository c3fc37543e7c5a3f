import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

import { useRpcQuery } from '#app/lib/rpc/use-rpc-query.ts';
import { AppError } from '#domain/errors.ts';
import { normalizeSlug, validateSlug } from '#domain/slug.ts';

/** Returns the slug that a published page gives up when this slug is published; null if it keeps its slug. */
export const getReplacedSlug = (customSlug: string, liveSlug: string | null): string | null => {
  const slug = normalizeSlug(customSlug);
  return liveSlug !== null && slug !== '' && slug !== liveSlug ? liveSlug : null;
};

/** Availability of a slug. `unknown`: the check failed; publishing checks again. */
export type SlugStatus = 'idle' | 'checking' | 'unknown' | 'free' | 'refused';

const SLUG_CHECK_DELAY_MS = 500;
const TAKEN_MESSAGE = new AppError('slug_taken').message;

/**
 * Checks the availability of a slug half a second after the last change, and returns why it is refused. Invalid slugs and
 * the page's own slug are not sent to the server. TanStack Query drops responses for an earlier slug.
 */
export function useSlugStatus(
  customSlug: string,
  ownSlug: string | null,
): { status: SlugStatus; error: string | null } {
  const [searchParams] = useSearchParams();
  const pageId = searchParams.get('page');
  const slug = normalizeSlug(customSlug);
  const [debouncedSlug, setDebouncedSlug] = useState('');
  useEffect(() => {
    const timer = setTimeout(setDebouncedSlug, SLUG_CHECK_DELAY_MS, slug);
    return () => clearTimeout(timer);
  }, [slug]);
  const isChecked = slug !== '' && slug !== ownSlug && validateSlug(slug) === null;
  const isDebounced = slug === debouncedSlug;
  const { data, error, isPlaceholderData } = useRpcQuery(
    'check-slug',
    { slug, ...(pageId ? { pageId } : {}) },
    { enabled: isChecked && isDebounced, gcTime: 0, staleTime: Infinity, refetchOnWindowFocus: false },
  );
  if (!isChecked) return { status: 'idle', error: null };
  if (error && isDebounced) return { status: 'unknown', error: null };
  if (!data || isPlaceholderData || !isDebounced) return { status: 'checking', error: null };
  return data.available ? { status: 'free', error: null } : { status: 'refused', error: data.problem ?? TAKEN_MESSAGE };
}
