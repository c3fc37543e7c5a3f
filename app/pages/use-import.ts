import { useRef, useState } from 'react';

import { call } from '#app/session/call.ts';
import { failWords } from '#app/session/use-fail-toast.ts';
import { toast } from '#app/ui/toast.tsx';

import { readPageFile } from './read-page-file.ts';

const FAILED = 'Import failed';

/** Imports a page file. An unreadable file shows an error and changes nothing. */
export function useImport(onImported: (pageId: string) => void) {
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  async function take(chosen: File): Promise<void> {
    const read = await readPageFile(chosen);
    if ('refusal' in read) return toast({ title: FAILED, message: read.refusal }, { destructive: true });
    try {
      const { pageId } = await call('import-page', { file: read.file });
      toast({ title: 'Page imported', message: 'It is a draft. Buyers see it when you publish it.' });
      onImported(pageId);
    } catch (error) {
      toast(failWords(error, FAILED), { destructive: true });
    }
  }

  async function choose(files: FileList | null): Promise<void> {
    const chosen = files?.[0];
    if (!chosen || busy) return;
    setBusy(true);
    await take(chosen);
    setBusy(false);
    if (input.current) input.current.value = '';
  }

  return { busy, input, choose: (files: FileList | null) => void choose(files) };
}
