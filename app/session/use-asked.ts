import { useCallback, useEffect, useRef, useState } from 'react';

import { useEvery } from '#app/ui/use-every.ts';
import { useLookAgain } from '#app/ui/use-look-again.ts';
import type { CallName, Calls } from '#domain/calls.ts';

import { call } from './call.ts';

export type Asked<Answer> = {
  /** The latest data; null before the first response. */
  answer: Answer | null;
  /** True while the data belongs to a previous request body. */
  late: boolean;
  /** Error of the current request body. Existing data stays when a poll fails. */
  error: unknown;
  /** Refetches in the background. */
  look: () => void;
  /** Clears the error and refetches. */
  retry: () => void;
  /** Updates the data optimistically after an action and refetches, because a pending poll may have older data. */
  alter: (change: (answer: Answer) => Answer) => void;
};

const AGAIN_AFTER_MS = 3_000;

type Question<N extends CallName> = { name: N; asked: string; everyMs: number };
type Held<N extends CallName> = { asked: string; answer: Calls[N]['answer'] };
type Failed = { asked: string; error: unknown };

/** Fetches now, at an interval, and when the tab regains focus. Only the response of the latest request counts. */
function useLooks<N extends CallName>(
  { name, asked, everyMs }: Question<N>,
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
  useEvery(look, everyMs);
  useLookAgain(look, AGAIN_AFTER_MS);
  return look;
}

/** Result of an RPC function, polled while the tab is visible. */
export function useAsked<N extends CallName>(
  name: N,
  body: Calls[N]['body'],
  everyMs: number,
): Asked<Calls[N]['answer']> {
  const asked = JSON.stringify(body);
  const [held, setHeld] = useState<Held<N> | null>(null);
  const [failed, setFailed] = useState<Failed | null>(null);
  const take = useCallback((answered: Held<N>) => {
    setHeld(answered);
    setFailed(null);
  }, []);
  const look = useLooks({ name, asked, everyMs }, take, setFailed);
  const isNow = held?.asked === asked;
  return {
    answer: held?.answer ?? null,
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
