import { Upload } from 'lucide-react';
import { useRef, useState } from 'react';

import { Button } from '#app/components/button.tsx';
import { toast } from '#app/components/toast.tsx';
import { formatErrorToast } from '#app/lib/error-message.ts';
import { callRpc } from '#app/lib/rpc/call-rpc.ts';
import { hasExtension, PAGE_FILE_EXTENSIONS } from '#domain/file-extension.ts';
import { MAX_PAGE_FILE_BYTES, PAGE_FILE_FORMAT, PAGE_FILE_VERSION, type PageFile } from '#domain/page-file.ts';

const NOT_A_PAGE_FILE_ERROR =
  'This file is not a page. Choose one that was exported here: its name ends in .tillwright.json.';

type PageFileResult = { file: PageFile } | { error: string };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Client-side check of format and version; the server validates the rest. */
export function parsePageFileText(text: string): PageFileResult {
  const file = parseJson(text);
  if (!isRecord(file) || file.format !== PAGE_FILE_FORMAT) return { error: NOT_A_PAGE_FILE_ERROR };
  if (file.version !== PAGE_FILE_VERSION)
    return { error: 'This file comes from a newer version. Update this shop, then import it again.' };
  return { file: file as PageFile };
}

export async function readPageFile(selectedFile: File): Promise<PageFileResult> {
  if (!hasExtension(selectedFile.name, PAGE_FILE_EXTENSIONS)) return { error: NOT_A_PAGE_FILE_ERROR };
  if (selectedFile.size > MAX_PAGE_FILE_BYTES)
    return {
      error: `This file is bigger than ${MAX_PAGE_FILE_BYTES / 1024 / 1024} MB. A page with both of its images is smaller.`,
    };
  try {
    return parsePageFileText(await selectedFile.text());
  } catch {
    return { error: 'Your browser could not read this file. Was it moved or deleted?' };
  }
}

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
