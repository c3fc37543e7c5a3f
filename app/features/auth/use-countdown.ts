import { useCallback, useEffect, useState } from 'react';

/** Counts down the seconds until an action may be repeated. `start` restarts the countdown. */
export function useCountdown(seconds: number, startsRunning: boolean): [left: number, start: () => void] {
  const [endsAt, setEndsAt] = useState(() => (startsRunning ? Date.now() + seconds * 1000 : 0));
  const [now, setNow] = useState(() => Date.now());
  const secondsLeft = Math.max(0, Math.ceil((endsAt - now) / 1000));
  useEffect(() => {
    if (secondsLeft === 0) return;
    const timer = setTimeout(() => setNow(Date.now()), 1000);
    return () => clearTimeout(timer);
  }, [secondsLeft, now]);
  const start = useCallback(() => {
    setNow(Date.now());
    setEndsAt(Date.now() + seconds * 1000);
  }, [seconds]);
  return [secondsLeft, start];
}
