import { Upload } from 'lucide-react';

import { Key } from '#app/ui/key.tsx';

import { useImport } from './use-import.ts';

/** Button that imports an exported page file. */
export function ImportKey({ onImported }: { onImported: (pageId: string) => void }) {
  const { busy, input, choose } = useImport(onImported);
  return (
    <>
      <input
        ref={input}
        className="page-file"
        type="file"
        accept=".json,application/json"
        aria-label="File of a page"
        tabIndex={-1}
        hidden
        onChange={(event) => choose(event.target.files)}
      />
      <Key busy={busy && 'Importing...'} onClick={() => input.current?.click()}>
        <Upload className="i" aria-hidden="true" />
        Import file
      </Key>
    </>
  );
}
