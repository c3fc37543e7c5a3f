import { useEffect, useState, useSyncExternalStore } from 'react';

import { callRpc } from '#app/lib/rpc/call-rpc.ts';
import { RpcError } from '#app/lib/rpc/rpc-error.ts';
import { getStoredUserId } from '#app/lib/session/session.ts';
import { registerSaveBeforeSignOut } from '#app/lib/session/unsaved-changes.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';

import { Autosave, type AutosaveOptions, type SavedPage, type SaveStatus } from './autosave.ts';
import { getConflictRevision } from './server-errors.ts';

/** Calls `onCreated` once when a new page has got its id. */
export function useOnPageCreated(
  autosave: Autosave,
  status: SaveStatus,
  initialId: string | null,
  onCreated: (pageId: string) => void,
): void {
  const pageId = status.kind === 'clean' ? null : autosave.page.pageId;
  useEffect(() => {
    if (initialId === null && pageId !== null) onCreated(pageId);
  }, [initialId, pageId, onCreated]);
}

/** Rejects saves after another user signed in, so that a draft is never saved to the wrong account. */
const sendAs =
  (userId: string | null): AutosaveOptions['send'] =>
  (config, { pageId, revision }) => {
    if (getStoredUserId() !== userId) return Promise.reject(signedOut());
    return callRpc('save-draft', pageId === null ? { config } : { config, pageId, baseRevision: revision });
  };

const signedOut = () =>
  new RpcError({ code: 'unauthorized', title: null, message: 'You are signed out.', status: 401 });

const toFailure: AutosaveOptions['toFailure'] = (error) => {
  const conflict = getConflictRevision(error);
  if (conflict) return { kind: 'changed-elsewhere', ...conflict };
  const status = error instanceof RpcError ? error.status : 0;
  if (status === 0 || status === 429 || status >= 500) return { kind: 'offline', serverReached: status !== 0 };
  return { kind: 'refused', message: error instanceof Error ? error.message : '' };
};

/** Autosaves the page while it is edited, and also on tab hide, on unmount and after reconnecting. */
export function useAutosave(page: SavedPage, initialConfig: CheckoutPageConfig, config: CheckoutPageConfig) {
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
  return { autosave, status };
}
