import { useState } from 'react';

import type { ToastContent } from '#app/components/toast-card.tsx';
import { toast } from '#app/components/toast.tsx';
import { downloadBlob } from '#app/components/utils/download-blob.ts';
import { showErrorToast } from '#app/lib/error-message.ts';
import { callRpc } from '#app/lib/rpc/call-rpc.ts';
import { useRpcCache, type RpcCache } from '#app/lib/rpc/use-rpc-query.ts';
import { pageMessages } from '#content/messages/pages.ts';
import { getPageFileName } from '#domain/page-file.ts';
import { getPageName } from '#domain/page-name.ts';
import type { PageSummary } from '#domain/rpc-contract.ts';

import { isOnSale } from './page-display.ts';

const messages = pageMessages.actions;

/** Toast after an action; `newPageId`: the page that the action created. */
type PageActionResult = ToastContent & { newPageId?: string };

/** An action on a page of the list. Throws the errors of its RPC calls. */
export type PageAction = {
  errorTitle: string;
  run: (page: PageSummary, cache: RpcCache) => Promise<PageActionResult>;
};

/** Changes a page of the list before the list is reloaded. */
const changePage = (cache: RpcCache, { id }: PageSummary, changes: Partial<PageSummary>): void =>
  cache.update('list-pages', (list) => ({
    ...list,
    pages: list.pages.map((page) => (page.id === id ? { ...page, ...changes } : page)),
  }));

export const DUPLICATE: PageAction = {
  errorTitle: messages.duplicate.failure,
  async run(page, cache) {
    const { pageId: newPageId } = await callRpc('duplicate-page', { pageId: page.id });
    await cache.invalidate('list-pages');
    return { title: messages.duplicate.success, message: messages.duplicate.message, newPageId };
  },
};

export const createRenameAction = (newName: string): PageAction => ({
  errorTitle: messages.rename.failure,
  async run(page, cache) {
    const { name } = await callRpc('rename-page', { pageId: page.id, name: newName });
    changePage(cache, page, { name });
    return { title: messages.rename.success };
  },
});

export const UNPUBLISH: PageAction = {
  errorTitle: messages.unpublish.failure,
  async run(page, cache) {
    const { state } = await callRpc('unpublish-page', { pageId: page.id });
    changePage(cache, page, { state });
    return { title: messages.unpublish.success, message: messages.unpublish.message };
  },
};

export const RESUME: PageAction = {
  errorTitle: messages.resume.failure,
  async run(page, cache) {
    changePage(cache, page, await callRpc('resume-page', { pageId: page.id }));
    return { title: messages.resume.success };
  },
};

/** Updates the row optimistically; after an error, the reloaded list restores it. */
const createArchiveAction = (archived: boolean): PageAction => ({
  errorTitle: archived ? messages.archive.failure : messages.restore.failure,
  async run(page, cache) {
    changePage(cache, page, { archived });
    await callRpc('archive-page', { pageId: page.id, archived });
    if (!archived) return { title: messages.restore.success };
    return { title: messages.archive.success, message: isOnSale(page) ? messages.archive.stillLive : undefined };
  },
});

export const ARCHIVE = createArchiveAction(true);
export const UNARCHIVE = createArchiveAction(false);

export const EXPORT: PageAction = {
  errorTitle: messages.export.failure,
  async run(page) {
    const file = await callRpc('export-page', { pageId: page.id });
    const name = getPageFileName(getPageName(page));
    downloadBlob(new Blob([`${JSON.stringify(file, null, 2)}\n`], { type: 'application/json' }), name);
    return { title: messages.export.success, message: name };
  },
};

export const DELETE: PageAction = {
  errorTitle: messages.delete.failure,
  async run(page, cache) {
    await callRpc('delete-page', { pageId: page.id });
    cache.update('list-pages', (list) => ({ ...list, pages: list.pages.filter(({ id }) => id !== page.id) }));
    return { title: messages.delete.success };
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
      const { newPageId = null, ...toastContent } = await action.run(page, cache);
      setHighlightedId(newPageId);
      toast(toastContent);
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
