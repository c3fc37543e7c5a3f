import { useEffect, useState, useSyncExternalStore } from 'react';

import { callRpc } from '#app/lib/rpc/call-rpc.ts';
import { RpcError } from '#app/lib/rpc/rpc-error.ts';
import { getStoredUserId } from '#app/lib/session/session.ts';
import { registerSaveBeforeSignOut } from '#app/lib/session/unsaved-changes.ts';
import { builderMessages } from '#content/messages/builder.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';

const toNumber = (value: unknown): number | null => (typeof value === 'number' ? value : null);

const isConflict = (error: unknown): error is RpcError => error instanceof RpcError && error.code === 'draft_changed';

/** Returns the current revision from a conflict error; null for any other error. */
export const getConflictRevision = (error: unknown): { revision: number | null } | null =>
  isConflict(error) ? { revision: toNumber(error.details.revision) } : null;

/** Returns the version published elsewhere from a conflict error; null for any other error. */
export const getConflictVersion = (error: unknown): number | null =>
  isConflict(error) ? toNumber(error.details.version) : null;

/** Rejects saves after another user signed in, so that a draft is never saved to the wrong account. */
const sendAs =
  (userId: string | null): AutosaveOptions['send'] =>
  (config, { pageId, revision }) => {
    if (getStoredUserId() !== userId) return Promise.reject(signedOut());
    return callRpc('save-draft', pageId === null ? { config } : { config, pageId, baseRevision: revision });
  };

const signedOut = () =>
  new RpcError({ code: 'unauthorized', title: null, message: builderMessages.saveStatus.signedOut, status: 401 });

const toFailure: AutosaveOptions['toFailure'] = (error) => {
  const conflict = getConflictRevision(error);
  if (conflict) return { kind: 'changed-elsewhere', ...conflict };
  const status = error instanceof RpcError ? error.status : 0;
  if (status === 0 || status === 429 || status >= 500) return { kind: 'offline', serverReached: status !== 0 };
  return { kind: 'refused', message: error instanceof Error ? error.message : '' };
};

/**
 * Autosaves the page while it is edited, and also on tab hide, on unmount and after reconnecting. Calls `onCreated` once
 * when a new page has got its id.
 */
export function useAutosave(
  page: SavedPage,
  initialConfig: CheckoutPageConfig,
  config: CheckoutPageConfig,
  onCreated: (pageId: string) => void,
) {
  const [autosave] = useState(
    () =>
      new Autosave({
        page,
        config: initialConfig,
        send: sendAs(getStoredUserId()),
        toFailure,
        readRevision: async (pageId) => (await callRpc('get-page', { pageId })).revision,
        now: () => Date.now(),
      }),
  );
  const status = useSyncExternalStore(autosave.subscribe, autosave.status, autosave.status);
  const pageId = status.kind === 'clean' ? page.pageId : autosave.page.pageId;
  const isNew = page.pageId === null;
  useEffect(() => {
    if (isNew && pageId !== null) onCreated(pageId);
  }, [isNew, pageId, onCreated]);
  useEffect(() => autosave.handleEdit(config), [autosave, config]);
  useEffect(() => {
    const flush = () => void autosave.flush().catch(() => undefined);
    const unregister = registerSaveBeforeSignOut(() => autosave.flush());
    const flushIfHidden = () => document.visibilityState === 'hidden' && flush();
    document.addEventListener('visibilitychange', flushIfHidden);
    window.addEventListener('online', flush);
    return () => {
      document.removeEventListener('visibilitychange', flushIfHidden);
      window.removeEventListener('online', flush);
      // A failed save keeps retrying after unmount.
      autosave.flush().then(unregister, () => undefined);
    };
  }, [autosave]);
  return { autosave, status, pageId };
}

/** Server state of a page: `pageId` is null before the first draft exists, `revision` counts its saved drafts. */
export type SavedPage = { pageId: string | null; revision: number };

export type SaveStatus =
  | { kind: 'clean' | 'unsaved' | 'saving' }
  | { kind: 'saved'; at: number }
  /** No usable response (network error, 429 or 5xx): the save is retried. */
  | { kind: 'offline'; serverReached: boolean }
  | { kind: 'refused'; message: string }
  /** Another session saved in between: nothing is sent until the seller resolves the conflict. */
  | { kind: 'changed-elsewhere'; revision: number | null };

type SaveFailure = Extract<SaveStatus, { kind: 'offline' | 'refused' | 'changed-elsewhere' }>;

type AutosaveOptions = {
  page: SavedPage;
  config: CheckoutPageConfig;
  send: (config: CheckoutPageConfig, page: SavedPage) => Promise<{ pageId: string; revision: number }>;
  toFailure: (error: unknown) => SaveFailure;
  readRevision: (pageId: string) => Promise<number>;
  now: () => number;
};

const SAVE_DELAY_MS = 1000;
const RETRY_DELAYS_MS = [2000, 5000, 10_000, 30_000] as const;

/** Saves the config one second after the last change, one request at a time; later changes follow in the next request. */
export class Autosave {
  page: SavedPage;
  #options: AutosaveOptions;
  #current: CheckoutPageConfig;
  #saved: CheckoutPageConfig;
  #status: SaveStatus = { kind: 'clean' };
  #queue: Promise<unknown> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #tries = 0;
  #conflict: unknown = null;
  #listeners = new Set<() => void>();

  constructor(options: AutosaveOptions) {
    this.#options = options;
    this.page = options.page;
    this.#current = options.config;
    this.#saved = options.config;
  }

  readonly status = (): SaveStatus => this.#status;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Records the current config and schedules a save. */
  handleEdit(config: CheckoutPageConfig): void {
    if (config === this.#current) return;
    this.#current = config;
    if (this.#status.kind === 'changed-elsewhere') return;
    if (this.#status.kind !== 'saving') this.#setStatus({ kind: 'unsaved' });
    this.#schedule(SAVE_DELAY_MS);
  }

  /** Saves pending changes immediately. Rejects with the error of the request. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    return this.#enqueue(() => this.#save());
  }

  /** Saves a new page, even without changes, and returns the id of the page. Rejects with the error of the request. */
  async savePage(): Promise<string> {
    if (this.page.pageId === null) {
      clearTimeout(this.#timer);
      await this.#enqueue(() => this.#save(true));
    }
    const { pageId } = this.page;
    if (pageId === null) throw new Error('The page has no id');
    return pageId;
  }

  /** Resolves a conflict by saving over the remote draft. */
  async overwriteRemote(): Promise<void> {
    if (this.#status.kind !== 'changed-elsewhere') return;
    const { pageId } = this.page;
    const knownRevision = this.#status.revision;
    const revision = knownRevision ?? (pageId === null ? null : await this.#options.readRevision(pageId));
    if (revision !== null) this.page = { ...this.page, revision };
    this.#setStatus({ kind: 'unsaved' });
    await this.flush();
  }

  /** Publishes the saved config. No save runs in between, because drafts and publications share one revision counter. */
  publish<Answer extends { pageId: string; revision: number }>(
    publishConfig: (config: CheckoutPageConfig, page: SavedPage) => Promise<Answer>,
  ): Promise<Answer> {
    clearTimeout(this.#timer);
    return this.#enqueue(async () => {
      await this.#save();
      const config = this.#saved;
      const answer = await publishConfig(config, this.page).catch((error: unknown) => {
        const failure = this.#options.toFailure(error);
        if (failure.kind === 'changed-elsewhere') {
          this.#conflict = error;
          this.#setStatus(failure);
        }
        throw error;
      });
      this.page = { pageId: answer.pageId, revision: answer.revision };
      if (this.#current !== this.#saved) this.#schedule(SAVE_DELAY_MS);
      return answer;
    });
  }

  async #save(createsPage = false): Promise<void> {
    const config = this.#current;
    if (this.#status.kind === 'changed-elsewhere') throw this.#conflict;
    const needsPage = createsPage && this.page.pageId === null;
    if (config === this.#saved && !needsPage) return this.#finishSave();
    this.#setStatus({ kind: 'saving' });
    try {
      this.page = await this.#options.send(config, this.page);
    } catch (error) {
      this.#conflict = error;
      this.#handleFailure(this.#options.toFailure(error));
      throw error;
    }
    this.#saved = config;
    this.#tries = 0;
    this.#finishSave();
  }

  #finishSave(): void {
    if (this.#status.kind === 'clean') return;
    if (this.#current === this.#saved)
      this.#setStatus(this.page.pageId ? { kind: 'saved', at: this.#options.now() } : { kind: 'clean' });
    else {
      this.#setStatus({ kind: 'unsaved' });
      this.#schedule(SAVE_DELAY_MS);
    }
  }

  #handleFailure(failure: SaveFailure): void {
    this.#setStatus(failure);
    if (failure.kind !== 'offline') return;
    this.#schedule(RETRY_DELAYS_MS[Math.min(this.#tries, RETRY_DELAYS_MS.length - 1)] ?? SAVE_DELAY_MS);
    this.#tries += 1;
  }

  #schedule(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.flush().catch(() => undefined);
    }, ms);
  }

  #enqueue<Result>(task: () => Promise<Result>): Promise<Result> {
    const result = this.#queue.then(task);
    this.#queue = result.catch(() => undefined);
    return result;
  }

  #setStatus(status: SaveStatus): void {
    this.#status = status;
    for (const listener of this.#listeners) listener();
  }
}
