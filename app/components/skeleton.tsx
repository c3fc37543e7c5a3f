import { useEffect, useState } from 'react';

const SHOW_DELAY_MS = 100;
/** After this time, sections below a loading section no longer wait for it (`app.css`). */
const LATE_DELAY_MS = 1000;
const WIDTHS = ['38%', '72%', '55%', '64%', '46%', '60%'];

/** Returns true once loading has taken this long. */
export function useIsSlow(delayMs = SHOW_DELAY_MS): boolean {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), delayMs);
    return () => clearTimeout(timer);
  }, [delayMs]);
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
  const isLate = useIsSlow(LATE_DELAY_MS);
  return (
    <>
      {!hideStatus && <LoadingStatus />}
      <div className="sheet skeleton" aria-hidden="true" data-shown={isShown} data-late={isLate || undefined}>
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
