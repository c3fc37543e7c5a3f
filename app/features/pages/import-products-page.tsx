import { FileSpreadsheet } from 'lucide-react';
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router';

import { Button } from '#app/components/button.tsx';
import { Tabs } from '#app/components/tabs.tsx';
import { formatErrorToast } from '#app/lib/error-message.ts';
import { callRpc } from '#app/lib/rpc/call-rpc.ts';
import { QueryBoundary } from '#app/lib/rpc/query-boundary.tsx';
import { useRpcQuery } from '#app/lib/rpc/use-rpc-query.ts';
import { hasExtension, TABLE_FILE_EXTENSIONS } from '#domain/file-extension.ts';
import { IMPORT_FILE_TOO_LARGE, MAX_IMPORT_FILE_BYTES, type ImportableProduct } from '#domain/product-import.ts';

import { ProductList } from './product-list.tsx';

type ParsedProductFile = { csv: string; name: string; products: ImportableProduct[] };

async function readProductFile(file: File): Promise<ParsedProductFile | { error: string }> {
  if (!hasExtension(file.name, TABLE_FILE_EXTENSIONS))
    return { error: 'This file is not a table. Choose one whose name ends in .csv or .tsv.' };
  if (file.size > MAX_IMPORT_FILE_BYTES) return { error: IMPORT_FILE_TOO_LARGE };
  try {
    const csv = await file.text();
    const { products } = await callRpc('find-products', { source: 'gumroad', csv });
    return { csv, name: file.name, products };
  } catch (error) {
    return { error: formatErrorToast(error, 'Import failed').message };
  }
}

/** Products from a Gumroad export file. */
function GumroadProducts() {
  const [fileResult, setFileResult] = useState<ParsedProductFile | { error: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const inputRef = useRef<HTMLInputElement>(null);
  async function handleFiles(files: FileList | null): Promise<void> {
    const selectedFile = files?.[0];
    if (!selectedFile || busy) return;
    setBusy(true);
    setFileResult(await readProductFile(selectedFile));
    setBusy(false);
    if (inputRef.current) inputRef.current.value = '';
  }
  return (
    <>
      <div
        className="drop file-drop"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          void handleFiles(event.dataTransfer.files);
        }}
      >
        <FileSpreadsheet className="i" aria-hidden="true" />
        <p>
          In Gumroad, open <b>Sales</b> and press <b>Export</b>: the file that comes by email names everything you have
          sold. A table of products with columns <b>Name</b>, <b>Price</b> and <b>Description</b> will do, too.
        </p>
        <input
          ref={inputRef}
          type="file"
          accept=".csv,.tsv,text/csv"
          aria-label="File from Gumroad"
          tabIndex={-1}
          hidden
          onChange={(event) => void handleFiles(event.target.files)}
        />
        <Button busyLabel={busy && 'Reading...'} onClick={() => inputRef.current?.click()}>
          Choose file
        </Button>
        <p role="status" className={fileResult && 'error' in fileResult ? 'err' : 'small muted'}>
          {fileResult && ('error' in fileResult ? fileResult.error : fileResult.name)}
        </p>
      </div>
      {fileResult && 'csv' in fileResult && (
        <ProductList
          key={fileResult.csv.length + fileResult.name}
          source={{ source: 'gumroad', csv: fileResult.csv }}
          products={fileResult.products}
          emptyText="This file names no products."
        />
      )}
    </>
  );
}

const IMPORT_SOURCE = { source: 'stripe' } as const;

/** Products of the connected Stripe account. */
function StripeProducts() {
  // The selection belongs to the list as it was when the screen was opened.
  const productsQuery = useRpcQuery('find-products', IMPORT_SOURCE, { gcTime: 0, refetchOnWindowFocus: false });
  return (
    <QueryBoundary query={productsQuery} errorTitle="Your products could not be loaded">
      {({ products }) => (
        <ProductList
          source={IMPORT_SOURCE}
          products={products}
          emptyText="Your Stripe account has no active products. What you add there under Product catalogue shows up here."
        />
      )}
    </QueryBoundary>
  );
}

const SOURCES = ['stripe', 'gumroad'] as const;

/** Imports products from Stripe or Gumroad as drafts. The source stays unchanged. */
export function ImportProductsPage() {
  const [searchParams, setSearchParams] = useSearchParams();
  const source = SOURCES.find((candidate) => candidate === searchParams.get('from')) ?? 'stripe';
  return (
    <>
      <div className="ph">
        <div>
          <h1 className="h1" tabIndex={-1}>
            Bring products along
          </h1>
          <p className="muted import-page__intro">
            Each product becomes a draft with its name, price, words and picture. Buyers see nothing until you publish
            it, and nothing changes where it comes from.
          </p>
        </div>
      </div>
      <Tabs
        label="Where from"
        className="import-page__tabs"
        value={source}
        onChange={(from) => setSearchParams({ from }, { replace: true, preventScrollReset: true })}
        tabs={[
          { value: 'stripe', label: 'Stripe account', content: <StripeProducts /> },
          { value: 'gumroad', label: 'Gumroad file', content: <GumroadProducts /> },
        ]}
      />
    </>
  );
}
