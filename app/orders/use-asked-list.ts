import { useCallback, useEffect, useRef, useState } from 'react';

import { call } from '#app/session/call.ts';
import { useEvery } from '#app/ui/use-every.ts';
import { useLookAgain } from '#app/ui/use-look-again.ts';
import type { Calls } from '#domain/calls.ts';

type ListCall = 'list-orders' | 'list-buyer-subscriptions';

export type AskedList<Answer> = {
  /** What came last; null before anything came. */
  list: Answer | null;
  /** Another list is asked for, and this one stays until it is there. */
  late: boolean;
  /** Why the list that is asked for is not there. A list that is there survives a look that fails. */
  error: unknown;
  /** Asks again without a word. */
  look: () => void;
  /** Asks again after an error, which is forgotten. */
  retry: () => void;
  /** Changes what is shown, as an act has changed it; a look that was under way may have seen it as it was. */
  alter: (change: (list: Answer) => Answer) => void;
};

const EVERY_MS = 30_000;
const AGAIN_AFTER_MS = 3_000;

type Asked<N extends ListCall> = { name: N; asked: string };
type Held<N extends ListCall> = { asked: string; answer: Calls[N]['answer'] };
type Failed = { asked: string; error: unknown };

/** Asks now, every half minute and when somebody comes back. Of several answers the one asked for last counts. */
function useLooks<N extends ListCall>(
  { name, asked }: Asked<N>,
  onAnswer: (held: Held<N>) => void,
  onFailure: (failed: Failed) => void,
): () => void {
  const turn = useRef(0);
  const look = useCallback(() => {
    turn.current += 1;
    const mine = turn.current;
    call(name, JSON.parse(asked) as Calls[N]['body']).then(
      (answer) => mine === turn.current && onAnswer({ asked, answer }),
      (error: unknown) => mine === turn.current && onFailure({ asked, error }),
    );
  }, [name, asked, onAnswer, onFailure]);
  useEffect(() => {
    look();
    const turns = turn;
    return () => {
      turns.current += 1;
    };
  }, [look]);
  useEvery(look, EVERY_MS);
  useLookAgain(look, AGAIN_AFTER_MS);
  return look;
}

/** A list as it is asked for. */
export function useAskedList<N extends ListCall>(
  name: N,
  body: Calls[N]['body'],
): AskedList<Calls[N]['answer']> {
  const asked = JSON.stringify(body);
  const [held, setHeld] = useState<Held<N> | null>(null);
  const [failed, setFailed] = useState<Failed | null>(null);
  const take = useCallback((answered: Held<N>) => {
    setHeld(answered);
    setFailed(null);
  }, []);
  const look = useLooks({ name, asked }, take, setFailed);
  const isNow = held?.asked === asked;
  return {
    list: held?.answer ?? null,
    late: !isNow,
    error: !isNow && failed?.asked === asked ? failed.error : null,
    look,
    retry: () => {
      setFailed(null);
      look();
    },
    alter: (change) => {
      look();
      setHeld((last) => last && { ...last, answer: change(last.answer) });
    },
  };
}
