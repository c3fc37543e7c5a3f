import { FileSpreadsheet, Landmark } from 'lucide-react';
import { useState, type ComponentType } from 'react';
import { useSearchParams } from 'react-router';

import { EmptyState } from '#app/components/empty-state.tsx';
import { FileButton } from '#app/components/file-button.tsx';
import { RichText } from '#app/components/rich-text.tsx';
import { Tabs } from '#app/components/tabs.tsx';
import { InputError } from '#app/lib/error-message.ts';
import { callRpc } from '#app/lib/rpc/call-rpc.ts';
import { QueryBoundary } from '#app/lib/rpc/query-boundary.tsx';
import { hasErrorCode } from '#app/lib/rpc/rpc-error.ts';
import { useAction } from '#app/lib/rpc/use-rpc-mutation.ts';
import { useRpcQuery } from '#app/lib/rpc/use-rpc-query.ts';
import { importProductsMessages as messages } from '#content/messages/import-products.ts';
import { IMPORT_FILE_TOO_LARGE } from '#content/messages/import-warnings.ts';
import { hasExtension, TABLE_FILE_EXTENSIONS } from '#domain/file-extension.ts';
import { MAX_IMPORT_FILE_BYTES, type ImportableProduct } from '#domain/product-import.ts';

import { ProductList } from './product-list.tsx';

type ParsedProductFile = { csv: string; name: string; products: ImportableProduct[] };

async function readProductFile(file: File): Promise<ParsedProductFile> {
  if (!hasExtension(file.name, TABLE_FILE_EXTENSIONS)) throw new InputError(messages.notATable);
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
          <RichText text={messages.gumroadHint} />
        </p>
        <FileButton
          inputLabel={messages.gumroadFile}
          accept=".csv,.tsv,text/csv"
          busyLabel={busy && messages.reading}
          onSelect={(file) => void run(file)}
        >
          {messages.chooseFile}
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
          emptyText={messages.gumroadEmpty}
        />
      )}
    </>
  );
}

const IMPORT_SOURCE = { source: 'stripe' } as const;

/** Button that connects the seller's Stripe account. */
type ConnectStripe = ComponentType<{ onConnected: () => void }>;

function StripeProducts({ ConnectStripe }: { ConnectStripe: ConnectStripe }) {
  // The selection belongs to the list as it was when the screen was opened.
  const productsQuery = useRpcQuery('find-products', IMPORT_SOURCE, { gcTime: 0, refetchOnWindowFocus: false });
  if (hasErrorCode(productsQuery.error, 'stripe_not_connected'))
    return (
      <EmptyState variant="icon" Icon={Landmark} title={messages.connect.title}>
        <p className="muted">{messages.connect.text}</p>
        <ConnectStripe onConnected={productsQuery.retry} />
      </EmptyState>
    );
  return (
    <QueryBoundary query={productsQuery} errorTitle={messages.stripeError}>
      {({ products }) => <ProductList source={IMPORT_SOURCE} products={products} emptyText={messages.stripeEmpty} />}
    </QueryBoundary>
  );
}

const SOURCES = ['stripe', 'gumroad'] as const;

/** Imports products from Stripe or Gumroad as drafts. The source stays unchanged. */
export function ImportProductsPage({ ConnectStripe }: { ConnectStripe: ConnectStripe }) {
  const [searchParams, setSearchParams] = useSearchParams();
  const source = SOURCES.find((candidate) => candidate === searchParams.get('from')) ?? 'stripe';
  return (
    <>
      <div className="ph">
        <div>
          <h1 className="h1" tabIndex={-1}>
            {messages.title}
          </h1>
          <p className="muted import-page__intro">{messages.intro}</p>
        </div>
      </div>
      <Tabs
        label={messages.sources.label}
        className="import-page__tabs"
        value={source}
        onChange={(from) => setSearchParams({ from }, { replace: true, preventScrollReset: true })}
        tabs={[
          {
            value: 'stripe',
            label: messages.sources.stripe,
            content: <StripeProducts ConnectStripe={ConnectStripe} />,
          },
          { value: 'gumroad', label: messages.sources.gumroad, content: <GumroadProducts /> },
        ]}
      />
    </>
  );
}
