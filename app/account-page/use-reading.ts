import { useCallback, useEffect, useRef, useState } from 'react';

export type Reading<T> = { state: 'loading' } | { state: 'ready'; value: T } | { state: 'failed' };

/**
 * Reads something of the account, again with every `round` and on `retry`. What is there stays until the next
 * answer, and survives one that fails. `read` must be the same at every drawing.
 */
export function useReading<T>(read: () => Promise<T>, round: number): Reading<T> & { retry: () => void } {
  const [reading, setReading] = useState<Reading<T>>({ state: 'loading' });
  const turn = useRef(0);
  const look = useCallback(() => {
    turn.current += 1;
    const mine = turn.current;
    read().then(
      (value) => mine === turn.current && setReading({ state: 'ready', value }),
      () =>
        mine === turn.current && setReading((last) => (last.state === 'ready' ? last : { state: 'failed' })),
    );
  }, [read]);
  useEffect(() => {
    look();
    const turns = turn;
    return () => {
      turns.current += 1;
    };
  }, [look, round]);
  const retry = () => {
    setReading({ state: 'loading' });
    look();
  };
  return { ...reading, retry };
}
