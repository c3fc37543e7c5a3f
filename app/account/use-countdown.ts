import { useCallback, useEffect, useState } from 'react';

/** Counts down the seconds until an action may be repeated. `start` restarts the countdown. */
export function useCountdown(seconds: number, running: boolean): [left: number, start: () => void] {
  const [until, setUntil] = useState(() => (running ? Date.now() + seconds * 1000 : 0));
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, Math.ceil((until - now) / 1000));
  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => setNow(Date.now()), 1000);
    return () => clearTimeout(timer);
  }, [left, now]);
  const start = useCallback(() => {
    setNow(Date.now());
    setUntil(Date.now() + seconds * 1000);
  }, [seconds]);
  return [left, start];
}
