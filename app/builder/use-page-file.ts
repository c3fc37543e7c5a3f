import { useNavigate } from 'react-router';

import { hasExtension, PAGE_FILE_EXTENSIONS } from '#domain/file-ending.ts';
import { getPageFileName } from '#domain/page-file-name.ts';
import { MAX_PAGE_FILE_BYTES, type PageFile } from '#domain/page-file.ts';

import { callRpc } from '#app/session/call.ts';
import { useErrorToast } from '#app/session/use-fail-toast.ts';
import { toast } from '#app/ui/toast.tsx';

import type { Autosave } from './autosave.ts';
import { downloadBlob } from '#app/ui/download.ts';

const INVALID_FILE = {
  title: 'Import failed',
  message: 'This file is not a page that was exported here: the name of one ends in .tillwright.json.',
};

/** Parses a page file. Only name, size and JSON syntax are checked; the server validates the content. */
async function parsePageFile(file: File): Promise<PageFile | null> {
  if (!hasExtension(file.name, PAGE_FILE_EXTENSIONS) || file.size > MAX_PAGE_FILE_BYTES) return null;
  try {
    return JSON.parse(await file.text()) as PageFile;
  } catch {
    return null;
  }
}

/** Exports the page to a file and imports a file as a new page. */
export function usePageFile(autosave: Autosave) {
  const navigate = useNavigate();
  const failToast = useErrorToast();

  async function exportPage(name: string) {
    try {
      await autosave.flush();
      const { pageId } = autosave.page;
      if (pageId === null) return toast({ title: 'Nothing to export yet', message: 'Type a name or a price first.' });
      const file = await callRpc('export-page', { pageId });
      const text = JSON.stringify(file, null, 2);
      downloadBlob(new Blob([text], { type: 'application/json' }), getPageFileName(name));
    } catch (error) {
      failToast(error, 'Export failed');
    }
  }
  async function importPage(selectedFile: File) {
    const file = await parsePageFile(selectedFile);
    if (!file) return toast(INVALID_FILE, { destructive: true });
    try {
      const { pageId } = await callRpc('import-page', { file });
      toast({ title: 'Page imported', message: 'It is a new page: the one from before is as it was.' });
      await navigate(`/builder?page=${pageId}`);
    } catch (error) {
      failToast(error, 'Import failed');
    }
  }
  return { exportPage, importPage };
}
