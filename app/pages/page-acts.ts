import { call } from '#app/session/call.ts';
import { download } from '#app/ui/download.ts';
import { toast } from '#app/ui/toast.tsx';
import type { PageSummary } from '#domain/calls.ts';
import { fileNameFor } from '#domain/page-file-name.ts';

import { isOnSale, nameOf } from './page-look.ts';
import type { Pages } from './use-pages.ts';

/** An action on a page of the list. It shows its own success toast and throws the errors of its RPC calls. */
export type PageAct = {
  /** Title of the error toast. */
  failure: string;
  /** Returns the id of a page that it created. */
  run: (page: PageSummary, pages: Pages) => Promise<string | null>;
};

export const DUPLICATE: PageAct = {
  failure: 'Duplicating failed',
  async run(page, { refresh }) {
    const { pageId } = await call('duplicate-page', { pageId: page.id });
    await refresh();
    toast({ title: 'Page duplicated', message: 'The copy is a draft. Buyers see it when you publish it.' });
    return pageId;
  },
};

export const renameTo = (name: string): PageAct => ({
  failure: 'Renaming failed',
  async run(page, { change }) {
    const answer = await call('rename-page', { pageId: page.id, name });
    change(page.id, { name: answer.name });
    toast({ title: 'Page renamed' });
    return null;
  },
});

export const UNPUBLISH: PageAct = {
  failure: 'Unpublishing failed',
  async run(page, { change }) {
    const { state } = await call('unpublish-page', { pageId: page.id });
    change(page.id, { state });
    toast({ title: 'Page unpublished', message: 'Nobody can pay on it until you publish it again.' });
    return null;
  },
};

export const RESUME: PageAct = {
  failure: 'The page could not be resumed',
  async run(page, { change }) {
    change(page.id, await call('resume-page', { pageId: page.id }));
    toast({ title: 'The page takes payments again' });
    return null;
  },
};

/** Updates the row optimistically; after an error, the reloaded list restores it. */
export const ARCHIVE: PageAct = {
  failure: 'Archiving failed',
  async run(page, { change }) {
    change(page.id, { archived: true });
    await call('archive-page', { pageId: page.id, archived: true });
    const message = isOnSale(page) ? 'It is still on sale at its address.' : undefined;
    toast({ title: 'Page archived', message });
    return null;
  },
};

export const BRING_BACK: PageAct = {
  failure: 'Archiving failed',
  async run(page, { change }) {
    change(page.id, { archived: false });
    await call('archive-page', { pageId: page.id, archived: false });
    toast({ title: 'Page brought back' });
    return null;
  },
};

export const EXPORT: PageAct = {
  failure: 'Export failed',
  async run(page) {
    const file = await call('export-page', { pageId: page.id });
    const name = fileNameFor(nameOf(page));
    download(new Blob([`${JSON.stringify(file, null, 2)}\n`], { type: 'application/json' }), name);
    toast({ title: 'Page exported', message: name });
    return null;
  },
};

export const DELETE: PageAct = {
  failure: 'Deleting failed',
  async run(page, { remove }) {
    await call('delete-page', { pageId: page.id });
    remove(page.id);
    toast({ title: 'Page deleted' });
    return null;
  },
};
