import { Upload } from 'lucide-react';
import { useRef, useState } from 'react';

import { Button } from '#app/components/button.tsx';
import { toast } from '#app/components/toast.tsx';
import { callRpc } from '#app/lib/rpc/call-rpc.ts';
import { formatErrorToast } from '#app/lib/use-error-toast.ts';

import { readPageFile } from './read-page-file.ts';

const ERROR_TITLE = 'Import failed';

/** Imports a page file. An unreadable file shows an error and changes nothing. */
function usePageFileImport(onImported: (pageId: string) => void) {
  const [busy, setBusy] = useState(false);
  const inputRef = useRef<HTMLInputElement>(null);

  async function importFile(selectedFile: File): Promise<void> {
    const fileResult = await readPageFile(selectedFile);
    if ('error' in fileResult) return toast({ title: ERROR_TITLE, message: fileResult.error }, { destructive: true });
    try {
      const { pageId } = await callRpc('import-page', { file: fileResult.file });
      toast({ title: 'Page imported', message: 'It is a draft. Buyers see it when you publish it.' });
      onImported(pageId);
    } catch (error) {
      toast(formatErrorToast(error, ERROR_TITLE), { destructive: true });
    }
  }

  async function handleFiles(files: FileList | null): Promise<void> {
    const selectedFile = files?.[0];
    if (!selectedFile || busy) return;
    setBusy(true);
    await importFile(selectedFile);
    setBusy(false);
    if (inputRef.current) inputRef.current.value = '';
  }

  return { busy, inputRef, handleFiles: (files: FileList | null) => void handleFiles(files) };
}

/** Button that imports an exported page file. */
export function ImportFileButton({ onImported }: { onImported: (pageId: string) => void }) {
  const { busy, inputRef, handleFiles } = usePageFileImport(onImported);
  return (
    <>
      <input
        ref={inputRef}
        className="page-file"
        type="file"
        accept=".json,application/json"
        aria-label="File of a page"
        tabIndex={-1}
        hidden
        onChange={(event) => handleFiles(event.target.files)}
      />
      <Button Icon={Upload} busyLabel={busy && 'Importing...'} onClick={() => inputRef.current?.click()}>
        Import file
      </Button>
    </>
  );
}
