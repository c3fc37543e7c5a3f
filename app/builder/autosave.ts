import type { CheckoutPageConfig } from '#domain/checkout-page.ts';

/** Server state of a page: `pageId` is null before the first draft exists, `revision` counts its saved drafts. */
export type SavedPage = { pageId: string | null; revision: number };

export type SaveStatus =
  | { kind: 'clean' | 'unsaved' | 'saving' }
  | { kind: 'saved'; at: number }
  /** No usable response (network error, 429 or 5xx): the save is retried. */
  | { kind: 'offline'; reached: boolean }
  | { kind: 'refused'; message: string }
  /** Another session saved in between: nothing is sent until the seller resolves the conflict. */
  | { kind: 'changed-elsewhere'; revision: number | null };

type SaveFailure = Extract<SaveStatus, { kind: 'offline' | 'refused' | 'changed-elsewhere' }>;

export type AutosaveOptions = {
  page: SavedPage;
  config: CheckoutPageConfig;
  send: (config: CheckoutPageConfig, page: SavedPage) => Promise<{ pageId: string; revision: number }>;
  failureOf: (error: unknown) => SaveFailure;
  /** Reads the current revision of the page from the server. */
  readRevision: (pageId: string) => Promise<number>;
  now: () => number;
};

const QUIET_MS = 1000;
const RETRY_MS = [2000, 5000, 10_000, 30_000] as const;

/** Saves the config one second after the last change, one request at a time; later changes follow in the next request. */
export class Autosave {
  page: SavedPage;
  #options: AutosaveOptions;
  #wanted: CheckoutPageConfig;
  #kept: CheckoutPageConfig;
  #status: SaveStatus = { kind: 'clean' };
  #queue: Promise<unknown> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #tries = 0;
  #conflict: unknown = null;
  #listeners = new Set<() => void>();

  constructor(options: AutosaveOptions) {
    this.#options = options;
    this.page = options.page;
    this.#wanted = options.config;
    this.#kept = options.config;
  }

  readonly status = (): SaveStatus => this.#status;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Records the current config and schedules a save. */
  edited(config: CheckoutPageConfig): void {
    if (config === this.#wanted) return;
    this.#wanted = config;
    if (this.#status.kind === 'changed-elsewhere') return;
    if (this.#status.kind !== 'saving') this.#tell({ kind: 'unsaved' });
    this.#later(QUIET_MS);
  }

  /** Saves pending changes immediately. Rejects with the error of the request. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    return this.#alone(() => this.#save());
  }

  /** Resolves a conflict by saving over the remote draft. */
  async keepMine(): Promise<void> {
    if (this.#status.kind !== 'changed-elsewhere') return;
    const { pageId } = this.page;
    const known = this.#status.revision;
    const revision = known ?? (pageId === null ? null : await this.#options.readRevision(pageId));
    if (revision !== null) this.page = { ...this.page, revision };
    this.#tell({ kind: 'unsaved' });
    await this.flush();
  }

  /** Publishes the saved config. No save runs in between, because drafts and publications share one revision counter. */
  publish<Answer extends { pageId: string; revision: number }>(
    work: (config: CheckoutPageConfig, page: SavedPage) => Promise<Answer>,
  ): Promise<Answer> {
    clearTimeout(this.#timer);
    return this.#alone(async () => {
      await this.#save();
      const config = this.#kept;
      const answer = await work(config, this.page).catch((error: unknown) => {
        const failure = this.#options.failureOf(error);
        if (failure.kind === 'changed-elsewhere') {
          this.#conflict = error;
          this.#tell(failure);
        }
        throw error;
      });
      this.page = { pageId: answer.pageId, revision: answer.revision };
      if (this.#wanted !== this.#kept) this.#later(QUIET_MS);
      return answer;
    });
  }

  async #save(): Promise<void> {
    const config = this.#wanted;
    if (this.#status.kind === 'changed-elsewhere') throw this.#conflict;
    if (config === this.#kept) return this.#settle();
    this.#tell({ kind: 'saving' });
    try {
      this.page = await this.#options.send(config, this.page);
    } catch (error) {
      this.#conflict = error;
      this.#fail(this.#options.failureOf(error));
      throw error;
    }
    this.#kept = config;
    this.#tries = 0;
    this.#settle();
  }

  #settle(): void {
    if (this.#status.kind === 'clean') return;
    if (this.#wanted === this.#kept)
      this.#tell(this.page.pageId ? { kind: 'saved', at: this.#options.now() } : { kind: 'clean' });
    else {
      this.#tell({ kind: 'unsaved' });
      this.#later(QUIET_MS);
    }
  }

  #fail(failure: SaveFailure): void {
    this.#tell(failure);
    if (failure.kind !== 'offline') return;
    this.#later(RETRY_MS[Math.min(this.#tries, RETRY_MS.length - 1)] ?? QUIET_MS);
    this.#tries += 1;
  }

  #later(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.flush().catch(() => undefined);
    }, ms);
  }

  #alone<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#queue.then(work);
    this.#queue = result.catch(() => undefined);
    return result;
  }

  #tell(status: SaveStatus): void {
    this.#status = status;
    for (const listener of this.#listeners) listener();
  }
}
