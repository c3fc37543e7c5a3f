import { toast } from '#app/components/toast.tsx';
import { downloadBlob } from '#app/components/utils/download-blob.ts';
import { callRpc } from '#app/lib/rpc/call-rpc.ts';
import { getPageFileName } from '#domain/page-file.ts';
import type { PageSummary } from '#domain/rpc-contract.ts';

import { isOnSale, getPageName } from './page-display.ts';
import type { PagesQuery } from './use-pages.ts';

/** An action on a page of the list. It shows its own success toast and throws the errors of its RPC calls. */
export type PageAction = {
  /** Title of the error toast. */
  errorTitle: string;
  /** Returns the id of a page that it created. */
  run: (page: PageSummary, pages: PagesQuery) => Promise<string | null>;
};

export const DUPLICATE: PageAction = {
  errorTitle: 'Duplicating failed',
  async run(page, { refresh }) {
    const { pageId } = await callRpc('duplicate-page', { pageId: page.id });
    await refresh();
    toast({ title: 'Page duplicated', message: 'The copy is a draft. Buyers see it when you publish it.' });
    return pageId;
  },
};

export const createRenameAction = (name: string): PageAction => ({
  errorTitle: 'Renaming failed',
  async run(page, { change }) {
    const response = await callRpc('rename-page', { pageId: page.id, name });
    change(page.id, { name: response.name });
    toast({ title: 'Page renamed' });
    return null;
  },
});

export const UNPUBLISH: PageAction = {
  errorTitle: 'Unpublishing failed',
  async run(page, { change }) {
    const { state } = await callRpc('unpublish-page', { pageId: page.id });
    change(page.id, { state });
    toast({ title: 'Page unpublished', message: 'Nobody can pay on it until you publish it again.' });
    return null;
  },
};

export const RESUME: PageAction = {
  errorTitle: 'The page could not be resumed',
  async run(page, { change }) {
    change(page.id, await callRpc('resume-page', { pageId: page.id }));
    toast({ title: 'The page takes payments again' });
    return null;
  },
};

/** Updates the row optimistically; after an error, the reloaded list restores it. */
export const ARCHIVE: PageAction = {
  errorTitle: 'Archiving failed',
  async run(page, { change }) {
    change(page.id, { archived: true });
    await callRpc('archive-page', { pageId: page.id, archived: true });
    const message = isOnSale(page) ? 'It is still on sale at its address.' : undefined;
    toast({ title: 'Page archived', message });
    return null;
  },
};

export const UNARCHIVE: PageAction = {
  errorTitle: 'Archiving failed',
  async run(page, { change }) {
    change(page.id, { archived: false });
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
  async run(page, { remove }) {
    await callRpc('delete-page', { pageId: page.id });
    remove(page.id);
    toast({ title: 'Page deleted' });
    return null;
  },
};
