import { onTestFinished } from 'vitest';

import { keysKept, readKept, type StoreName } from '#app/session/browser-store.ts';

/** Data stored in this browser, as text: unsaved changes in `copies`, everything else in `others`. */
export type BrowserData = { copies: string; others: string };

export const NO_DATA: BrowserData = { copies: '', others: '' };

async function textOf(store: StoreName): Promise<string> {
  const keys = await keysKept(store);
  const rows = await Promise.all(keys.map(async (key) => [key, await readKept(store, key)]));
  return rows.length > 0 ? JSON.stringify(rows) : '';
}

const isOwn = ([key]: [string, unknown]): boolean => key.startsWith('tillwright-');

export async function browserData(): Promise<BrowserData> {
  const [copies, histories, notes] = [
    await textOf('copies'),
    await textOf('histories'),
    await textOf('notes'),
  ];
  const texts = [localStorage, sessionStorage].flatMap((storage) => Object.entries(storage).filter(isOwn));
  return { copies, others: [histories, notes, ...texts.flat()].join('') };
}

/** Local storage of another tab. Writes there reach this document as `storage` events. */
export function storageOfAnotherTab(): Storage {
  const tab = document.createElement('iframe');
  document.body.append(tab);
  onTestFinished(() => tab.remove());
  if (!tab.contentWindow) throw new Error('The iframe has no window');
  return tab.contentWindow.localStorage;
}

/** Sends a message from the auth client of another tab. */
export function announceFromAnotherTab(event: string, session: unknown = null): void {
  const channel = new BroadcastChannel('tillwright-session');
  channel.postMessage({ event, session });
  channel.close();
}
