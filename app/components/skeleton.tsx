import { useEffect, useState } from 'react';

const SHOW_DELAY_MS = 100;
const WIDTHS = ['38%', '72%', '55%', '64%', '46%', '60%'];

/** Returns true once loading has taken 100 ms. */
export function useIsSlow(): boolean {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), SHOW_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return isSlow;
}

/** Announces to screen readers that something is loading. */
export const LoadingStatus = () => (
  <p className="vh" role="status">
    {useIsSlow() && 'Loading…'}
  </p>
);

/** Placeholder rows in the shape of the loading list. `hideStatus`: the screen has its own `LoadingStatus`. */
export function Skeleton({ rows = 4, hideStatus = false }: { rows?: number | undefined; hideStatus?: boolean }) {
  const isShown = useIsSlow();
  return (
    <>
      {!hideStatus && <LoadingStatus />}
      <div className="sheet skeleton" aria-hidden="true" data-shown={isShown}>
        {Array.from({ length: rows }, (_, index) => (
          <div key={index} className="skeleton__row">
            <div className="sk" style={{ width: WIDTHS[index % WIDTHS.length] }} />
            <div className="sk" style={{ width: 72 }} />
          </div>
        ))}
      </div>
    </>
  );
}
