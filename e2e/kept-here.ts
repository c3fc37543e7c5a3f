import type { Page } from '@playwright/test';

type Kept = { copies: string; others: string };

/** Reads all browser data of this tab: unsaved drafts in `copies`, everything else in `others`. */
export const keptHere = (page: Page): Promise<Kept> =>
  page.evaluate(async () => {
    const opened = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('tillwright-drafts');
      request.addEventListener('error', () => reject(new Error('IndexedDB')));
      request.addEventListener('success', () => resolve(request.result));
    });
    const asked = <Row>(request: IDBRequest<Row[]>) =>
      new Promise<Row[]>((resolve) => request.addEventListener('success', () => resolve(request.result)));
    const stores: Record<string, string> = {};
    for (const name of opened.objectStoreNames) {
      const store = opened.transaction(name).objectStore(name);
      const [keys, values] = [asked(store.getAllKeys()), asked(store.getAll())];
      const rows = [...(await keys), ...(await values)];
      stores[name] = rows.length > 0 ? JSON.stringify(rows) : '';
    }
    opened.close();
    const { copies = '', ...rest } = stores;
    const texts = [localStorage, sessionStorage].flatMap((storage) =>
      Object.entries(storage).filter(([key]) => key !== 'react-router-scroll-positions'),
    );
    return { copies, others: [...Object.values(rest), ...texts.flat()].join('') };
  });

export const NOTHING: Kept = { copies: '', others: '' };
