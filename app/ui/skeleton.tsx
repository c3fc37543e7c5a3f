import { useEffect, useState } from 'react';

const AFTER_MS = 100;
const WIDTHS = ['38%', '72%', '55%', '64%', '46%', '60%'];

/** Rows in the shape of a list that is on its way; nothing at all for the first tenth of a second. */
export function Skeleton({ rows = 4 }: { rows?: number }) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="sheet skeleton" aria-hidden="true" data-shown={shown}>
      {Array.from({ length: rows }, (_, place) => (
        <div key={place} className="sk-row">
          <div className="sk" style={{ width: WIDTHS[place % WIDTHS.length] }} />
          <div className="sk" style={{ width: 72 }} />
        </div>
      ))}
    </div>
  );
}
