import { useEffect, useState, useSyncExternalStore } from 'react';

import type { CheckoutPageConfig } from '#domain/checkout-page.ts';

import { CallError } from '#app/session/call-error.ts';
import { call } from '#app/session/call.ts';

import { Autosave, type AutosaveOptions, type SavedPage } from './autosave.ts';
import { changedRevision } from './refused-problems.ts';

const send: AutosaveOptions['send'] = (config, { pageId, revision }) =>
  call('save-draft', pageId === null ? { config } : { config, pageId, baseRevision: revision });

const failureOf: AutosaveOptions['failureOf'] = (error) => {
  const elsewhere = changedRevision(error);
  if (elsewhere) return { kind: 'changed-elsewhere', ...elsewhere };
  const status = error instanceof CallError ? error.status : 0;
  if (status === 0 || status === 429 || status >= 500) return { kind: 'offline', reached: status !== 0 };
  return { kind: 'refused', message: error instanceof Error ? error.message : '' };
};

/** Keeps the page saved while it is edited; also when the tab is left, hidden, or back online. */
export function useAutosave(page: SavedPage, opened: CheckoutPageConfig, config: CheckoutPageConfig) {
  const [autosave] = useState(
    () => new Autosave({ page, config: opened, send, failureOf, now: () => Date.now() }),
  );
  const status = useSyncExternalStore(autosave.subscribe, autosave.status, autosave.status);
  useEffect(() => autosave.edited(config), [autosave, config]);
  useEffect(() => {
    const flush = () => void autosave.flush().catch(() => undefined);
    const hidden = () => document.visibilityState === 'hidden' && flush();
    document.addEventListener('visibilitychange', hidden);
    window.addEventListener('online', flush);
    return () => {
      document.removeEventListener('visibilitychange', hidden);
      window.removeEventListener('online', flush);
      flush();
    };
  }, [autosave]);
  return { autosave, status };
}
