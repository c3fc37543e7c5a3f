import { useSearchParams } from 'react-router';

import { ErrorState } from '#app/components/error-state.tsx';
import { Skeleton } from '#app/components/skeleton.tsx';
import { Tabs } from '#app/components/tabs.tsx';
import { useRpcQuery } from '#app/lib/rpc/use-rpc-query.ts';
import { formatErrorToast } from '#app/lib/use-error-toast.ts';

import { GumroadProducts } from './gumroad-products.tsx';
import { ProductList } from './product-list.tsx';

const LOAD_ERROR_TITLE = 'Your products could not be loaded';
const IMPORT_SOURCE = { source: 'stripe' } as const;

/** Products of the connected Stripe account. */
function StripeProducts() {
  const { retry, ...productsQuery } = useRpcQuery('find-products', IMPORT_SOURCE);
  if (productsQuery.status === 'loading') return <Skeleton />;
  if (productsQuery.status === 'failed')
    return (
      <ErrorState
        title={LOAD_ERROR_TITLE}
        description={formatErrorToast(productsQuery.error, LOAD_ERROR_TITLE).message}
        onRetry={retry}
      />
    );
  return (
    <ProductList
      source={IMPORT_SOURCE}
      products={productsQuery.data.products}
      emptyText="Your Stripe account has no active products. What you add there under Product catalogue shows up here."
    />
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
          <p className="muted import-intro">
            Each product becomes a draft with its name, price, words and picture. Buyers see nothing until you publish
            it, and nothing changes where it comes from.
          </p>
        </div>
      </div>
      <Tabs
        label="Where from"
        className="import-tabs"
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
