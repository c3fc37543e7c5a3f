import { useCallback, useEffect, useMemo, useState } from 'react';

import type { PageCounts } from '#domain/calls.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';

import { callRpc } from '#app/session/call.ts';
import { createRequestOrder } from '#app/session/request-order.ts';
import { useRefetchOnFocus } from '#app/ui/use-look-again.ts';

import { withUnusedCoupons } from './coupon-state.ts';

const MIN_REFETCH_INTERVAL_MS = 10_000;

/** Loads sold quantity and coupon usage, refetched on focus; null without a page and while loading. */
export function usePageCounts(
  pageId: string | null,
  version: number,
  published: CheckoutPageConfig | null,
): PageCounts | null {
  const [counts, setCounts] = useState<PageCounts | null>(null);
  const [startRequest] = useState(createRequestOrder);
  const refetch = useCallback(() => {
    if (pageId === null) return;
    const isLatest = startRequest();
    // These numbers are optional: a failed request hides them.
    callRpc('get-page-counts', { pageId }).then(
      (answer) => isLatest() && setCounts(answer),
      () => undefined,
    );
  }, [pageId, startRequest]);
  useEffect(refetch, [refetch, version]);
  useRefetchOnFocus(refetch, MIN_REFETCH_INTERVAL_MS);
  return useMemo(() => withUnusedCoupons(counts, published?.validCoupons ?? []), [counts, published]);
}
