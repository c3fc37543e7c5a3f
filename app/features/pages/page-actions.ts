import { useState } from 'react';

import { toast } from '#app/components/toast.tsx';
import { downloadBlob } from '#app/components/utils/download-blob.ts';
import { showErrorToast } from '#app/lib/error-message.ts';
import { callRpc } from '#app/lib/rpc/call-rpc.ts';
import { useRpcCache, type RpcCache } from '#app/lib/rpc/use-rpc-query.ts';
import { getPageFileName } from '#domain/page-file.ts';
import type { PageSummary } from '#domain/rpc-contract.ts';

import { isOnSale, getPageName } from './page-display.ts';

/** An action on a page of the list. It shows its own success toast and throws the errors of its RPC calls. */
export type PageAction = {
  /** Title of the error toast. */
  errorTitle: string;
  /** Returns the id of a page that it created. */
  run: (page: PageSummary, cache: RpcCache) => Promise<string | null>;
};

/** Updates a page of the list optimistically. */
const changePage = (cache: RpcCache, { id }: PageSummary, changes: Partial<PageSummary>): void =>
  cache.update('list-pages', (list) => ({
    ...list,
    pages: list.pages.map((page) => (page.id === id ? { ...page, ...changes } : page)),
  }));

export const DUPLICATE: PageAction = {
  errorTitle: 'Duplicating failed',
  async run(page, cache) {
    const { pageId } = await callRpc('duplicate-page', { pageId: page.id });
    await cache.invalidate('list-pages');
    toast({ title: 'Page duplicated', message: 'The copy is a draft. Buyers see it when you publish it.' });
    return pageId;
  },
};

export const createRenameAction = (name: string): PageAction => ({
  errorTitle: 'Renaming failed',
  async run(page, cache) {
    const response = await callRpc('rename-page', { pageId: page.id, name });
    changePage(cache, page, { name: response.name });
    toast({ title: 'Page renamed' });
    return null;
  },
});

export const UNPUBLISH: PageAction = {
  errorTitle: 'Unpublishing failed',
  async run(page, cache) {
    const { state } = await callRpc('unpublish-page', { pageId: page.id });
    changePage(cache, page, { state });
    toast({ title: 'Page unpublished', message: 'Nobody can pay on it until you publish it again.' });
    return null;
  },
};

export const RESUME: PageAction = {
  errorTitle: 'The page could not be resumed',
  async run(page, cache) {
    changePage(cache, page, await callRpc('resume-page', { pageId: page.id }));
    toast({ title: 'The page takes payments again' });
    return null;
  },
};

/** Updates the row optimistically; after an error, the reloaded list restores it. */
export const ARCHIVE: PageAction = {
  errorTitle: 'Archiving failed',
  async run(page, cache) {
    changePage(cache, page, { archived: true });
    await callRpc('archive-page', { pageId: page.id, archived: true });
    const message = isOnSale(page) ? 'It is still on sale at its address.' : undefined;
    toast({ title: 'Page archived', message });
    return null;
  },
};

export const UNARCHIVE: PageAction = {
  errorTitle: 'Archiving failed',
  async run(page, cache) {
    changePage(cache, page, { archived: false });
    await callRpc('archive-page', { pageId: page.id, archived: false });
    toast({ title: 'Page brought back' });
    return null;
  },
};

export const EXPORT: PageAction = {
  errorTitle: 'Export failed',
  async run(page) {
    const file = await callRpc('export-page', { pageId: page.id });
    const name = getPageFileName(getPageName(page));
    downloadBlob(new Blob([`${JSON.stringify(file, null, 2)}\n`], { type: 'application/json' }), name);
    toast({ title: 'Page exported', message: name });
    return null;
  },
};

export const DELETE: PageAction = {
  errorTitle: 'Deleting failed',
  async run(page, cache) {
    await callRpc('delete-page', { pageId: page.id });
    cache.update('list-pages', (list) => ({ ...list, pages: list.pages.filter(({ id }) => id !== page.id) }));
    toast({ title: 'Page deleted' });
    return null;
  },
};

export type PageActions = {
  /** Id of the page with a running action. */
  busyPageId: string | null;
  /** Id of the page added last, for highlighting. */
  highlightedId: string | null;
  highlight: (pageId: string | null) => void;
  /** True on success. The list is reloaded in any case. */
  run: (page: PageSummary, action: PageAction) => Promise<boolean>;
};

/** Runs actions on the rows of the list. Actions on two pages may run at the same time. */
export function usePageActions(): PageActions {
  const cache = useRpcCache();
  const [busyPageId, setBusyPageId] = useState<string | null>(null);
  const [highlightedId, setHighlightedId] = useState<string | null>(null);

  async function run(page: PageSummary, action: PageAction): Promise<boolean> {
    setBusyPageId(page.id);
    setHighlightedId(null);
    try {
      setHighlightedId(await action.run(page, cache));
      return true;
    } catch (error) {
      showErrorToast(error, action.errorTitle);
      return false;
    } finally {
      setBusyPageId(null);
      void cache.invalidate('list-pages');
    }
  }
  return { busyPageId, highlightedId, highlight: setHighlightedId, run };
}
