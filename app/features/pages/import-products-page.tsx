import { FileSpreadsheet } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';

import { FileButton } from '#app/components/file-button.tsx';
import { Tabs } from '#app/components/tabs.tsx';
import { InputError } from '#app/lib/error-message.ts';
import { callRpc } from '#app/lib/rpc/call-rpc.ts';
import { QueryBoundary } from '#app/lib/rpc/query-boundary.tsx';
import { useAction } from '#app/lib/rpc/use-rpc-mutation.ts';
import { useRpcQuery } from '#app/lib/rpc/use-rpc-query.ts';
import { hasExtension, TABLE_FILE_EXTENSIONS } from '#domain/file-extension.ts';
import { IMPORT_FILE_TOO_LARGE, MAX_IMPORT_FILE_BYTES, type ImportableProduct } from '#domain/product-import.ts';

import { ProductList } from './product-list.tsx';

type ParsedProductFile = { csv: string; name: string; products: ImportableProduct[] };

async function readProductFile(file: File): Promise<ParsedProductFile> {
  if (!hasExtension(file.name, TABLE_FILE_EXTENSIONS))
    throw new InputError('This file is not a table. Choose one whose name ends in .csv or .tsv.');
  if (file.size > MAX_IMPORT_FILE_BYTES) throw new InputError(IMPORT_FILE_TOO_LARGE);
  const csv = await file.text();
  const { products } = await callRpc('find-products', { source: 'gumroad', csv });
  return { csv, name: file.name, products };
}

function GumroadProducts() {
  const [productFile, setProductFile] = useState<ParsedProductFile | null>(null);
  const { busy, error, run } = useAction(readProductFile, {
    onSuccess: setProductFile,
    onError: () => setProductFile(null),
  });
  return (
    <>
      <div
        className="drop file-drop"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          const file = event.dataTransfer.files[0];
          if (file) void run(file);
        }}
      >
        <FileSpreadsheet className="i" aria-hidden="true" />
        <p>
          In Gumroad, open <b>Sales</b> and press <b>Export</b>: the file that comes by email names everything you have
          sold. A table of products with columns <b>Name</b>, <b>Price</b> and <b>Description</b> will do, too.
        </p>
        <FileButton
          inputLabel="File from Gumroad"
          accept=".csv,.tsv,text/csv"
          busyLabel={busy && 'Reading...'}
          onSelect={(file) => void run(file)}
        >
          Choose file
        </FileButton>
        <p role="status" className={error ? 'err' : 'small muted'}>
          {error ?? productFile?.name}
        </p>
      </div>
      {productFile && (
        <ProductList
          key={productFile.csv.length + productFile.name}
          source={{ source: 'gumroad', csv: productFile.csv }}
          products={productFile.products}
          emptyText="This file names no products."
        />
      )}
    </>
  );
}

const IMPORT_SOURCE = { source: 'stripe' } as const;

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
