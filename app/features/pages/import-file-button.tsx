import { Upload } from 'lucide-react';

import { FileButton } from '#app/components/file-button.tsx';
import { InputError } from '#app/lib/error-message.ts';
import { callRpc } from '#app/lib/rpc/call-rpc.ts';
import { useAction } from '#app/lib/rpc/use-rpc-mutation.ts';
import { hasExtension, PAGE_FILE_EXTENSIONS } from '#domain/file-extension.ts';
import { isRecord } from '#domain/is-record.ts';
import { MAX_PAGE_FILE_BYTES, PAGE_FILE_FORMAT, PAGE_FILE_VERSION, type PageFile } from '#domain/page-file.ts';

const NOT_A_PAGE_FILE_ERROR =
  'This file is not a page. Choose one that was exported here: its name ends in .tillwright.json.';

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Client-side check of format and version; the server validates the rest. Throws an `InputError`. */
export function parsePageFileText(text: string): PageFile {
  const file = parseJson(text);
  if (!isRecord(file) || file.format !== PAGE_FILE_FORMAT) throw new InputError(NOT_A_PAGE_FILE_ERROR);
  if (file.version !== PAGE_FILE_VERSION)
    throw new InputError('This file comes from a newer version. Update this shop, then import it again.');
  return file as PageFile;
}

export async function readPageFile(selectedFile: File): Promise<PageFile> {
  if (!hasExtension(selectedFile.name, PAGE_FILE_EXTENSIONS)) throw new InputError(NOT_A_PAGE_FILE_ERROR);
  if (selectedFile.size > MAX_PAGE_FILE_BYTES)
    throw new InputError(
      `This file is bigger than ${MAX_PAGE_FILE_BYTES / 1024 / 1024} MB. A page with both of its images is smaller.`,
    );
  const text = await selectedFile.text().catch(() => {
    throw new InputError('Your browser could not read this file. Was it moved or deleted?');
  });
  return parsePageFileText(text);
}

/** Button that imports an exported page file. An unreadable file shows an error and changes nothing. */
export function ImportFileButton({ onImported }: { onImported: (pageId: string) => void }) {
  const { busy, run } = useAction(
    async (selectedFile: File) => callRpc('import-page', { file: await readPageFile(selectedFile) }),
    {
      success: { title: 'Page imported', message: 'It is a draft. Buyers see it when you publish it.' },
      failureTitle: 'Import failed',
      onSuccess: ({ pageId }) => onImported(pageId),
    },
  );
  return (
    <FileButton
      Icon={Upload}
      inputLabel="File of a page"
      accept=".json,application/json"
      busyLabel={busy && 'Importing...'}
      onSelect={(file) => void run(file)}
    >
      Import file
    </FileButton>
  );
}
