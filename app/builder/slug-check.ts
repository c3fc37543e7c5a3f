import type { RpcContract } from '#domain/calls.ts';

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
