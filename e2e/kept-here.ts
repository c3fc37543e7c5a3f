import type { Page } from '@playwright/test';

type BrowserData = { copies: string; others: string };

/** Reads all browser data of this tab: unsaved drafts in `copies`, everything else in `others`. */
export const readBrowserData = (page: Page): Promise<BrowserData> =>
  page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('tillwright-drafts');
      request.addEventListener('error', () => reject(new Error('IndexedDB')));
      request.addEventListener('success', () => resolve(request.result));
    });
    const resolveRequest = <Row>(request: IDBRequest<Row[]>) =>
      new Promise<Row[]>((resolve) => request.addEventListener('success', () => resolve(request.result)));
    const stores: Record<string, string> = {};
    for (const name of database.objectStoreNames) {
      const store = database.transaction(name).objectStore(name);
      const [keys, values] = [resolveRequest(store.getAllKeys()), resolveRequest(store.getAll())];
      const rows = [...(await keys), ...(await values)];
      stores[name] = rows.length > 0 ? JSON.stringify(rows) : '';
    }
    database.close();
    const { copies = '', ...rest } = stores;
    const texts = [localStorage, sessionStorage].flatMap((storage) =>
      Object.entries(storage).filter(([key]) => key !== 'react-router-scroll-positions'),
    );
    return { copies, others: [...Object.values(rest), ...texts.flat()].join('') };
  });

export const NO_DATA: BrowserData = { copies: '', others: '' };
