import { useEffect, useRef } from 'react';

import { call } from '#app/session/call.ts';
import type { Analytics } from '#domain/analytics.ts';

/** Stores the browser's time zone once for sellers who never chose one. */
export function useOwnZone(analytics: Analytics | null, onSet: () => void): void {
  const tried = useRef(false);
  const unchosen = analytics !== null && !analytics.timeZoneChosen;
  useEffect(() => {
    if (!unchosen || tried.current) return;
    tried.current = true;
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    // On failure nothing changes: the seller can still choose manually.
    call('set-time-zone', { timeZone }).then(onSet, () => undefined);
  }, [unchosen, onSet]);
}
