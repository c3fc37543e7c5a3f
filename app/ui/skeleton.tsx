import { useEffect, useState } from 'react';

const AFTER_MS = 100;
const WIDTHS = ['38%', '72%', '55%', '64%', '46%', '60%'];

/** Returns true once loading has taken 100 ms. */
export function useIsSlow(): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return slow;
}

/** Announces to screen readers that something is loading. */
export const LoadingStatus = () => (
  <p className="vh" role="status">
    {useIsSlow() && 'Loading…'}
  </p>
);

/** Placeholder rows in the shape of the loading list. `hideStatus`: the screen has its own `LoadingStatus`. */
export function Skeleton({ rows = 4, silent = false }: { rows?: number; silent?: boolean }) {
  const shown = useIsSlow();
  return (
    <>
      {!silent && <LoadingStatus />}
      <div className="sheet skeleton" aria-hidden="true" data-shown={shown}>
        {Array.from({ length: rows }, (_, place) => (
          <div key={place} className="sk-row">
            <div className="sk" style={{ width: WIDTHS[place % WIDTHS.length] }} />
            <div className="sk" style={{ width: 72 }} />
          </div>
        ))}
      </div>
    </>
  );
}
