import { Upload } from 'lucide-react';

import { FileButton } from '#app/components/file-button.tsx';
import { toast } from '#app/components/toast.tsx';
import { InputError } from '#app/lib/error-message.ts';
import { callRpc } from '#app/lib/rpc/call-rpc.ts';
import { useAction } from '#app/lib/rpc/use-rpc-mutation.ts';
import { importPageFileMessages as messages } from '#content/messages/import-page-file.ts';
import { pageFileMessages } from '#content/messages/page-files.ts';
import { hasExtension, PAGE_FILE_EXTENSIONS } from '#domain/file-extension.ts';
import { isRecord } from '#domain/is-record.ts';
import { MAX_PAGE_FILE_BYTES, PAGE_FILE_FORMAT, PAGE_FILE_VERSION, type PageFile } from '#domain/page-file.ts';

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
  if (!isRecord(file) || file.format !== PAGE_FILE_FORMAT) throw new InputError(messages.notAPage);
  if (file.version !== PAGE_FILE_VERSION) throw new InputError(messages.newerVersion);
  return file as PageFile;
}

export async function readPageFile(selectedFile: File): Promise<PageFile> {
  if (!hasExtension(selectedFile.name, PAGE_FILE_EXTENSIONS)) throw new InputError(messages.notAPage);
  if (selectedFile.size > MAX_PAGE_FILE_BYTES)
    throw new InputError(messages.tooLarge({ megabytes: MAX_PAGE_FILE_BYTES / 1024 / 1024 }));
  const text = await selectedFile.text().catch(() => {
    throw new InputError(messages.unreadable);
  });
  return parsePageFileText(text);
}

/** Button that imports an exported page file. An unreadable file shows an error and changes nothing. */
export function ImportFileButton({ onImported }: { onImported: (pageId: string) => void }) {
  const { busy, run } = useAction(
    async (selectedFile: File) => callRpc('import-page', { file: await readPageFile(selectedFile) }),
    {
      success: { title: messages.success, message: messages.successMessage },
      failureTitle: messages.failure,
      onSuccess: ({ pageId, missing }) => {
        if (missing.length > 0) toast(pageFileMessages.missing({ names: missing }));
        onImported(pageId);
      },
    },
  );
  return (
    <FileButton
      Icon={Upload}
      inputLabel={messages.inputLabel}
      accept=".json,application/json"
      busyLabel={busy && messages.busy}
      onSelect={(file) => void run(file)}
    >
      {messages.button}
    </FileButton>
  );
}
