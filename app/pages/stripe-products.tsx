import { formatErrorToast } from '#app/session/use-fail-toast.ts';
import { useRpcQuery } from '#app/session/use-call.ts';
import { ErrorState } from '#app/ui/load-failure.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';

import { ProductList } from './product-list.tsx';

const LOAD_ERROR_TITLE = 'Your products could not be loaded';
const IMPORT_SOURCE = { source: 'stripe' } as const;

/** Products of the connected Stripe account. */
export function StripeProducts() {
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
