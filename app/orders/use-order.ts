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
  /** Asks again while the order stays. */
  refresh: () => void;
  /** Puts what an act has answered. */
  put: (order: OrderDetail) => void;
};

const EVERY_MS = 30_000;
/** While a mail leaves. */
const MAIL_LEAVES_MS = 2000;
const AGAIN_AFTER_MS = 3_000;

/** Written, with nothing in its way: sent within seconds. */
const isLeaving = ({ state, reason }: OrderMail): boolean => state === 'waiting' && reason === null;

/** One order, looked at again calmly; one that is there survives a look that fails. */
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
