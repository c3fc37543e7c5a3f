import { failWords } from '#app/session/use-fail-toast.ts';
import { useCall } from '#app/session/use-call.ts';
import { LoadFailure } from '#app/ui/load-failure.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';

import { ProductList } from './product-list.tsx';

const FAILED = 'Your products could not be loaded';
const FROM = { source: 'stripe' } as const;

/** Products of the connected Stripe account. */
export function StripeProducts() {
  const { retry, ...found } = useCall('find-products', FROM);
  if (found.state === 'loading') return <Skeleton />;
  if (found.state === 'failed')
    return <LoadFailure what={FAILED} why={failWords(found.error, FAILED).message} onRetry={retry} />;
  return (
    <ProductList
      from={FROM}
      products={found.answer.products}
      none="Your Stripe account has no active products. What you add there under Product catalogue shows up here."
    />
  );
}
