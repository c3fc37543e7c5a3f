import { useEffect, useSyncExternalStore } from 'react';
import { useSearchParams } from 'react-router';

import { callRpc } from '#app/lib/rpc/call-rpc.ts';
import type { RpcContract } from '#domain/rpc-contract.ts';
import { validateSlug } from '#domain/slug.ts';
import { normalizeSlug } from '#domain/slug.ts';

/** Returns the slug that a published page gives up when this slug is published; null if it keeps its slug. */
export const getReplacedSlug = (customSlug: string, liveSlug: string | null): string | null => {
  const slug = normalizeSlug(customSlug);
  return liveSlug !== null && slug !== '' && slug !== liveSlug ? liveSlug : null;
};

type SlugQuery = RpcContract['check-slug']['body'];
type SlugResponse = RpcContract['check-slug']['response'];

/** Availability of a slug. `unknown`: the check failed; publishing checks again. */
export type SlugStatus =
  | { kind: 'idle' | 'checking' | 'unknown' }
  | { kind: 'free'; url: string }
  | { kind: 'refused'; error: string };

export const SLUG_CHECK_DELAY_MS = 500;
const IDLE: SlugStatus = { kind: 'idle' };
const CHECKING: SlugStatus = { kind: 'checking' };
const UNKNOWN: SlugStatus = { kind: 'unknown' };
const TAKEN_MESSAGE = 'This address is already taken. Choose another one.';

const isSameQuery = (a: SlugQuery | null, b: SlugQuery | null): boolean =>
  a?.slug === b?.slug && a?.pageId === b?.pageId;

/** Checks the availability of a slug half a second after the last change, one request at a time. */
export class SlugChecker {
  #request: (query: SlugQuery) => Promise<SlugResponse>;
  #query: SlugQuery | null = null;
  #status: SlugStatus = IDLE;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isRequesting = false;
  #isDue = false;
  #listeners = new Set<() => void>();

  constructor(request: (query: SlugQuery) => Promise<SlugResponse>) {
    this.#request = request;
  }

  readonly status = (): SlugStatus => this.#status;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Sets the slug to check; null stops checking. */
  setQuery(query: SlugQuery | null): void {
    if (isSameQuery(query, this.#query)) return;
    this.#query = query;
    this.#isDue = false;
    clearTimeout(this.#timer);
    if (!query) return this.#setStatus(IDLE);
    this.#setStatus(CHECKING);
    this.#timer = setTimeout(() => {
      this.#isDue = true;
      void this.#sendNext();
    }, SLUG_CHECK_DELAY_MS);
  }

  async #sendNext(): Promise<void> {
    const query = this.#query;
    if (this.#isRequesting || !this.#isDue || !query) return;
    this.#isDue = false;
    this.#isRequesting = true;
    const status = await this.#request(query).then(toStatus, () => UNKNOWN);
    this.#isRequesting = false;
    // A response for an outdated query is dropped.
    if (isSameQuery(query, this.#query)) this.#setStatus(status);
    await this.#sendNext();
  }

  #setStatus(status: SlugStatus): void {
    if (status === this.#status) return;
    this.#status = status;
    for (const listener of this.#listeners) listener();
  }
}

const toStatus = ({ available, problem, url }: SlugResponse): SlugStatus =>
  available ? { kind: 'free', url } : { kind: 'refused', error: problem ?? TAKEN_MESSAGE };

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
