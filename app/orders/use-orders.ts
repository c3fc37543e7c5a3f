import { useCallback, useEffect, useRef, useState } from 'react';

import { call } from '#app/session/call.ts';
import { useEvery } from '#app/ui/use-every.ts';
import { useLookAgain } from '#app/ui/use-look-again.ts';
import type { Calls } from '#domain/calls.ts';

type Body = Calls['list-orders']['body'];
export type ListedOrders = Calls['list-orders']['answer'];

export type OrderList =
  | { state: 'loading' }
  /** `late`: another list is asked for, and this one stays until it is there. */
  | { state: 'ready'; answer: ListedOrders; late: boolean }
  | { state: 'failed'; error: unknown };

type Held = { asked: string; answer: ListedOrders };

const EVERY_MS = 30_000;
const AGAIN_AFTER_MS = 3_000;

/** A seller's orders as they are asked for. Of several answers the one asked for last counts. */
export function useOrders(body: Body): OrderList & { retry: () => void } {
  const [held, setHeld] = useState<Held | null>(null);
  const [failed, setFailed] = useState<{ asked: string; error: unknown } | null>(null);
  const asked = JSON.stringify(body);
  const turn = useRef(0);
  const ask = useCallback(() => {
    turn.current += 1;
    const mine = turn.current;
    call('list-orders', JSON.parse(asked) as Body).then(
      (answer) => {
        if (mine !== turn.current) return;
        setHeld({ asked, answer });
        setFailed(null);
      },
      (error: unknown) => mine === turn.current && setFailed({ asked, error }),
    );
  }, [asked]);
  useEffect(() => {
    ask();
    const forget = turn;
    return () => {
      forget.current += 1;
    };
  }, [ask]);
  useEvery(ask, EVERY_MS);
  useLookAgain(ask, AGAIN_AFTER_MS);
  const retry = useCallback(() => {
    setFailed(null);
    ask();
  }, [ask]);
  return { ...listFrom(asked, held, failed), retry };
}

/** A list that is there survives a look that fails; another one that fails says so. */
function listFrom(
  asked: string,
  held: Held | null,
  failed: { asked: string; error: unknown } | null,
): OrderList {
  if (held?.asked === asked) return { state: 'ready', answer: held.answer, late: false };
  if (failed?.asked === asked) return { state: 'failed', error: failed.error };
  return held ? { state: 'ready', answer: held.answer, late: true } : { state: 'loading' };
}
