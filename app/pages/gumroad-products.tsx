import { FileSpreadsheet } from 'lucide-react';
import { useRef, useState } from 'react';

import { call } from '#app/session/call.ts';
import { failWords } from '#app/session/use-fail-toast.ts';
import { Key } from '#app/ui/key.tsx';
import { hasEnding, TABLE_ENDINGS } from '#domain/file-ending.ts';
import {
  IMPORT_FILE_TOO_LARGE,
  MAX_IMPORT_FILE_BYTES,
  type ImportableProduct,
} from '#domain/import-calls.ts';

import { ProductList } from './product-list.tsx';

type Read = { csv: string; name: string; products: ImportableProduct[] };

async function read(file: File): Promise<Read | { refusal: string }> {
  if (!hasEnding(file.name, TABLE_ENDINGS))
    return { refusal: 'This file is not a table. Choose one whose name ends in .csv or .tsv.' };
  if (file.size > MAX_IMPORT_FILE_BYTES) return { refusal: IMPORT_FILE_TOO_LARGE };
  try {
    const csv = await file.text();
    const { products } = await call('find-products', { source: 'gumroad', csv });
    return { csv, name: file.name, products };
  } catch (error) {
    return { refusal: failWords(error, 'Import failed').message };
  }
}

/** Products from a Gumroad export file. */
export function GumroadProducts() {
  const [file, setFile] = useState<Read | { refusal: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  async function choose(files: FileList | null): Promise<void> {
    const chosen = files?.[0];
    if (!chosen || busy) return;
    setBusy(true);
    setFile(await read(chosen));
    setBusy(false);
    if (input.current) input.current.value = '';
  }
  return (
    <>
      <div
        className="drop import-drop"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          void choose(event.dataTransfer.files);
        }}
      >
        <FileSpreadsheet className="i" aria-hidden="true" />
        <p>
          In Gumroad, open <b>Sales</b> and press <b>Export</b>: the file that comes by email names everything
          you have sold. A table of products with columns <b>Name</b>, <b>Price</b> and <b>Description</b>{' '}
          will do, too.
        </p>
        <input
          ref={input}
          type="file"
          accept=".csv,.tsv,text/csv"
          aria-label="File from Gumroad"
          tabIndex={-1}
          hidden
          onChange={(event) => void choose(event.target.files)}
        />
        <Key busy={busy && 'Reading...'} onClick={() => input.current?.click()}>
          Choose file
        </Key>
        <p role="status" className={file && 'refusal' in file ? 'err' : 'small muted'}>
          {file && ('refusal' in file ? file.refusal : file.name)}
        </p>
      </div>
      {file && 'csv' in file && (
        <ProductList
          key={file.csv.length + file.name}
          from={{ source: 'gumroad', csv: file.csv }}
          products={file.products}
          none="This file names no products."
        />
      )}
    </>
  );
}
