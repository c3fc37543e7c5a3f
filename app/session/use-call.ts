import { useCallback, useEffect, useState } from 'react';

import type { CallName, Calls } from '#domain/calls.ts';

import { call } from './call.ts';

export type CallState<N extends CallName> =
  | { state: 'loading' }
  | { state: 'ready'; answer: Calls[N]['answer'] }
  | { state: 'failed'; error: unknown };

type Settled<N extends CallName> = { key: string; outcome: CallState<N> };

/** Calls an RPC function on mount, when `body` changes, and on `retry`. */
export function useCall<N extends CallName>(
  name: N,
  body: Calls[N]['body'],
): CallState<N> & { retry: () => void } {
  const [round, setRound] = useState(0);
  const [settled, setSettled] = useState<Settled<N> | null>(null);
  const asked = JSON.stringify(body);
  const key = `${name} ${asked} ${round}`;
  useEffect(() => {
    let current = true;
    const settle = (outcome: CallState<N>) => current && setSettled({ key, outcome });
    call(name, JSON.parse(asked) as Calls[N]['body']).then(
      (answer) => settle({ state: 'ready', answer }),
      (error: unknown) => settle({ state: 'failed', error }),
    );
    return () => {
      current = false;
    };
  }, [name, asked, key]);
  const retry = useCallback(() => setRound((last) => last + 1), []);
  const outcome: CallState<N> = settled?.key === key ? settled.outcome : { state: 'loading' };
  return { ...outcome, retry };
}
