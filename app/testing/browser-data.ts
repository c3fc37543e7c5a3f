import { onTestFinished } from 'vitest';

import { listRecordKeys, readRecord, type StoreName } from '#app/lib/browser-database.ts';

/** Data stored in this browser, as text: unsaved changes in `copies`, everything else in `others`. */
export type BrowserData = { copies: string; others: string };

export const NO_DATA: BrowserData = { copies: '', others: '' };

async function readStoreText(store: StoreName): Promise<string> {
  const keys = await listRecordKeys(store);
  const rows = await Promise.all(keys.map(async (key) => [key, await readRecord(store, key)]));
  return rows.length > 0 ? JSON.stringify(rows) : '';
}

const isAppEntry = ([key]: [string, unknown]): boolean => key.startsWith('tillwright-');

export async function readBrowserData(): Promise<BrowserData> {
  const [copies, histories, notes] = [
    await readStoreText('copies'),
    await readStoreText('histories'),
    await readStoreText('notes'),
  ];
  const texts = [localStorage, sessionStorage].flatMap((storage) => Object.entries(storage).filter(isAppEntry));
  return { copies, others: [histories, notes, ...texts.flat()].join('') };
}

/** Local storage of another tab. Writes there reach this document as `storage` events. */
export function openStorageOfOtherTab(): Storage {
  const otherTab = document.createElement('iframe');
  document.body.append(otherTab);
  onTestFinished(() => otherTab.remove());
  if (!otherTab.contentWindow) throw new Error('The iframe has no window');
  return otherTab.contentWindow.localStorage;
}

/** Sends a message from the auth client of another tab. */
export function broadcastFromOtherTab(event: string, session: unknown = null): void {
  const channel = new BroadcastChannel('tillwright-session');
  channel.postMessage({ event, session });
  channel.close();
}
