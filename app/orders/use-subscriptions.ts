import { useCallback, useEffect, useRef, useState } from 'react';

import { call } from '#app/session/call.ts';
import { useLookAgain } from '#app/ui/use-look-again.ts';
import type { BuyerSubscription } from '#domain/buyer-subscription.ts';
import type { Calls } from '#domain/calls.ts';

type Body = Calls['list-buyer-subscriptions']['body'];
export type ListedSubscriptions = Calls['list-buyer-subscriptions']['answer'];

type Held = { asked: string; answer: ListedSubscriptions };
type Failed = { asked: string; error: unknown };

const AGAIN_AFTER_MS = 3_000;

/** Buyers' subscriptions as they are asked for. The last list stays until the next one is there; so does one that is not. */
export function useSubscriptions(body: Body) {
  const asked = JSON.stringify(body);
  const [held, setHeld] = useState<Held | null>(null);
  const [failed, setFailed] = useState<Failed | null>(null);
  const turn = useRef(0);
  const look = useCallback(() => {
    turn.current += 1;
    const mine = turn.current;
    call('list-buyer-subscriptions', JSON.parse(asked) as Body).then(
      (answer) => {
        if (mine !== turn.current) return;
        setHeld({ asked, answer });
        setFailed(null);
      },
      (error: unknown) => mine === turn.current && setFailed({ asked, error }),
    );
  }, [asked]);
  useEffect(() => {
    look();
    const turns = turn;
    return () => {
      turns.current += 1;
    };
  }, [look]);
  useLookAgain(look, AGAIN_AFTER_MS);
  const put = (changed: BuyerSubscription) => {
    // A look that was under way may have seen it as it was.
    look();
    setHeld((last) => last && { ...last, answer: withRow(last.answer, changed) });
  };
  const isNow = held?.asked === asked;
  return {
    list: held?.answer ?? null,
    late: !isNow,
    error: !isNow && failed?.asked === asked ? failed.error : null,
    look,
    put,
  };
}

const withRow = (list: ListedSubscriptions, row: BuyerSubscription): ListedSubscriptions => ({
  ...list,
  subscriptions: list.subscriptions.map((one) => (one.id === row.id ? row : one)),
});
