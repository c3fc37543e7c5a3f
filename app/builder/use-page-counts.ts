import { useCallback, useEffect, useMemo, useState } from 'react';

import type { PageCounts } from '#domain/calls.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';

import { call } from '#app/session/call.ts';
import { requestOrder } from '#app/session/request-order.ts';
import { useLookAgain } from '#app/ui/use-look-again.ts';

import { countsOfLive } from './coupon-state.ts';

const LOOK_AGAIN_MS = 10_000;

/** Loads sold quantity and coupon usage, refetched on focus; null without a page and while loading. */
export function usePageCounts(
  pageId: string | null,
  version: number,
  published: CheckoutPageConfig | null,
): PageCounts | null {
  const [counts, setCounts] = useState<PageCounts | null>(null);
  const [startRequest] = useState(requestOrder);
  const look = useCallback(() => {
    if (pageId === null) return;
    const accept = startRequest();
    // These numbers are optional: a failed request hides them.
    call('get-page-counts', { pageId }).then(
      (answer) => accept() && setCounts(answer),
      () => undefined,
    );
  }, [pageId, startRequest]);
  useEffect(look, [look, version]);
  useLookAgain(look, LOOK_AGAIN_MS);
  return useMemo(() => countsOfLive(counts, published?.validCoupons ?? []), [counts, published]);
}
