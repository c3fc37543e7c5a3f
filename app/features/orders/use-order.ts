import { useCallback, useEffect, useRef, useState } from 'react';

import { useVisibleInterval, useRefetchOnFocus } from '#app/components/utils/use-page-visibility.ts';
import { callRpc } from '#app/lib/rpc/call-rpc.ts';
import type { OrderDetail, OrderEmail } from '#domain/order-detail.ts';

type OrderState = { state: 'loading' } | { state: 'ready'; order: OrderDetail } | { state: 'failed'; error: unknown };

export type OrderQuery = OrderState & {
  /** Reloads; the current order stays visible. */
  refresh: () => void;
  /** Replaces the order with the response of an action. */
  setOrder: (order: OrderDetail) => void;
};

const POLL_INTERVAL_MS = 30_000;
/** Polling interval while an email is being sent. */
const EMAIL_POLL_INTERVAL_MS = 2000;
const REFETCH_AFTER_MS = 3_000;

/** True for a queued email without an error; it is sent within seconds. */
const isBeingSent = ({ state, reason }: OrderEmail): boolean => state === 'waiting' && reason === null;

/** Loads and polls an order. A loaded order survives a failed request. */
export function useOrder(orderId: string): OrderQuery {
  const [data, setData] = useState<OrderState & { of?: string }>({ state: 'loading' });
  const requestId = useRef(0);
  const refresh = useCallback(() => {
    requestId.current += 1;
    const ownId = requestId.current;
    callRpc('get-order', { orderId }).then(
      (order) => ownId === requestId.current && setData({ state: 'ready', order, of: orderId }),
      (error: unknown) =>
        ownId === requestId.current &&
        setData((previous) =>
          previous.state === 'ready' && previous.of === orderId ? previous : { state: 'failed', error, of: orderId },
        ),
    );
  }, [orderId]);
  const setOrder = useCallback(
    (order: OrderDetail) => {
      requestId.current += 1;
      setData({ state: 'ready', order, of: orderId });
    },
    [orderId],
  );
  useEffect(() => {
    refresh();
    const latestId = requestId;
    return () => {
      latestId.current += 1;
    };
  }, [refresh]);
  useVisibleInterval(
    refresh,
    data.state === 'ready' && data.order.mails.some(isBeingSent) ? EMAIL_POLL_INTERVAL_MS : POLL_INTERVAL_MS,
  );
  useRefetchOnFocus(refresh, REFETCH_AFTER_MS);
  const current: OrderState = data.of === orderId ? data : { state: 'loading' };
  return { ...current, refresh, setOrder };
}
