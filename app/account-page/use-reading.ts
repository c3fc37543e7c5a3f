import { useCallback, useEffect, useRef, useState } from 'react';

export type Reading<T> = { state: 'loading' } | { state: 'ready'; value: T } | { state: 'failed' };

/**
 * Fetches data, again when `refreshKey` changes and on `retry`. Existing data stays while a request is pending and when
 * it fails. `fetchData` must be stable across renders.
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
