import { useCallback, useEffect, useRef, useState } from 'react';

import { call } from '#app/session/call.ts';
import { useEvery } from '#app/ui/use-every.ts';
import { useLookAgain } from '#app/ui/use-look-again.ts';
import type { OrderDetail, OrderMail } from '#domain/order-detail.ts';

type Held =
  | { state: 'loading' }
  | { state: 'ready'; order: OrderDetail }
  | { state: 'failed'; error: unknown };

export type OneOrder = Held & {
  /** Reloads; the current order stays visible. */
  refresh: () => void;
  /** Replaces the order with the response of an action. */
  put: (order: OrderDetail) => void;
};

const EVERY_MS = 30_000;
/** Polling interval while an email is being sent. */
const MAIL_LEAVES_MS = 2000;
const AGAIN_AFTER_MS = 3_000;

/** True for a queued email without an error; it is sent within seconds. */
const isLeaving = ({ state, reason }: OrderMail): boolean => state === 'waiting' && reason === null;

/** Loads and polls an order. A loaded order survives a failed request. */
export function useOrder(orderId: string): OneOrder {
  const [held, setHeld] = useState<Held & { of?: string }>({ state: 'loading' });
  const turn = useRef(0);
  const refresh = useCallback(() => {
    turn.current += 1;
    const mine = turn.current;
    call('get-order', { orderId }).then(
      (order) => mine === turn.current && setHeld({ state: 'ready', order, of: orderId }),
      (error: unknown) =>
        mine === turn.current &&
        setHeld((last) =>
          last.state === 'ready' && last.of === orderId ? last : { state: 'failed', error, of: orderId },
        ),
    );
  }, [orderId]);
  const put = useCallback(
    (order: OrderDetail) => {
      turn.current += 1;
      setHeld({ state: 'ready', order, of: orderId });
    },
    [orderId],
  );
  useEffect(() => {
    refresh();
    const forget = turn;
    return () => {
      forget.current += 1;
    };
  }, [refresh]);
  useEvery(refresh, held.state === 'ready' && held.order.mails.some(isLeaving) ? MAIL_LEAVES_MS : EVERY_MS);
  useLookAgain(refresh, AGAIN_AFTER_MS);
  const current: Held = held.of === orderId ? held : { state: 'loading' };
  return { ...current, refresh, put };
}
