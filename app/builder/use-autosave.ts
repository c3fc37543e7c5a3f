import { useEffect, useState, useSyncExternalStore } from 'react';

import type { CheckoutPageConfig } from '#domain/checkout-page.ts';

import { CallError } from '#app/session/call-error.ts';
import { call } from '#app/session/call.ts';
import { keptUserId } from '#app/session/session.ts';
import { saveBeforeSignOut } from '#app/session/unsaved-work.ts';

import { Autosave, type AutosaveOptions, type SavedPage } from './autosave.ts';
import { changedRevision } from './refused-problems.ts';

/** Rejects saves after another user signed in, so that a draft is never saved to the wrong account. */
const sendAs =
  (userId: string | null): AutosaveOptions['send'] =>
  (config, { pageId, revision }) => {
    if (keptUserId() !== userId) return Promise.reject(signedOut());
    return call('save-draft', pageId === null ? { config } : { config, pageId, baseRevision: revision });
  };

const signedOut = () =>
  new CallError({ code: 'unauthorized', title: null, message: 'You are signed out.', status: 401 });

const failureOf: AutosaveOptions['failureOf'] = (error) => {
  const elsewhere = changedRevision(error);
  if (elsewhere) return { kind: 'changed-elsewhere', ...elsewhere };
  const status = error instanceof CallError ? error.status : 0;
  if (status === 0 || status === 429 || status >= 500) return { kind: 'offline', reached: status !== 0 };
  return { kind: 'refused', message: error instanceof Error ? error.message : '' };
};

/** Autosaves the page while it is edited, and also on tab hide, on unmount and after reconnecting. */
export function useAutosave(page: SavedPage, opened: CheckoutPageConfig, config: CheckoutPageConfig) {
  const [autosave] = useState(
    () =>
      new Autosave({
        page,
        config: opened,
        send: sendAs(keptUserId()),
        failureOf,
        readRevision: async (pageId) => (await call('get-page', { pageId })).revision,
        now: () => Date.now(),
      }),
  );
  const status = useSyncExternalStore(autosave.subscribe, autosave.status, autosave.status);
  useEffect(() => autosave.edited(config), [autosave, config]);
  useEffect(() => {
    const flush = () => void autosave.flush().catch(() => undefined);
    const leaveOff = saveBeforeSignOut(() => autosave.flush());
    const hidden = () => document.visibilityState === 'hidden' && flush();
    document.addEventListener('visibilitychange', hidden);
    window.addEventListener('online', flush);
    return () => {
      document.removeEventListener('visibilitychange', hidden);
      window.removeEventListener('online', flush);
      // A failed save keeps retrying after unmount.
      autosave.flush().then(leaveOff, () => undefined);
    };
  }, [autosave]);
  return { autosave, status };
}
