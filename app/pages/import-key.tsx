import { Upload } from 'lucide-react';

import { Button } from '#app/ui/key.tsx';

import { usePageFileImport } from './use-import.ts';

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
      <Button busyLabel={busy && 'Importing...'} onClick={() => inputRef.current?.click()}>
        <Upload className="i" aria-hidden="true" />
        Import file
      </Button>
    </>
  );
}
