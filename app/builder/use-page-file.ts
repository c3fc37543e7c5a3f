import { useNavigate } from 'react-router';

import type { PageFile } from '#domain/page-file.ts';

import { call } from '#app/session/call.ts';
import { useFailToast } from '#app/session/use-fail-toast.ts';
import { toast } from '#app/ui/toast.tsx';

import type { Autosave } from './autosave.ts';
import { download } from '#app/ui/download.ts';

const NOT_OURS = { title: 'Import failed', message: 'This file is not a page that was exported here.' };

/** Only whether it is JSON; the server judges the rest and says what is wrong. */
async function readFile(file: File): Promise<PageFile | null> {
  try {
    return JSON.parse(await file.text()) as PageFile;
  } catch {
    return null;
  }
}

/** The page as one file, and a file as a new page. */
export function usePageFile(autosave: Autosave) {
  const navigate = useNavigate();
  const failToast = useFailToast();

  async function exportPage(name: string) {
    try {
      await autosave.flush();
      const { pageId } = autosave.page;
      if (pageId === null)
        return toast({ title: 'Nothing to export yet', message: 'Type a name or a price first.' });
      const file = await call('export-page', { pageId });
      download(new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' }), `${name}.json`);
    } catch (error) {
      failToast(error, 'Export failed');
    }
  }
  async function importPage(chosen: File) {
    const file = await readFile(chosen);
    if (!file) return toast(NOT_OURS, { destructive: true });
    try {
      const { pageId } = await call('import-page', { file });
      toast({ title: 'Page imported', message: 'It is a new page: the one from before is as it was.' });
      await navigate(`/builder?page=${pageId}`);
    } catch (error) {
      failToast(error, 'Import failed');
    }
  }
  return { exportPage, importPage };
}
