import { useEffect, useRef } from 'react';

import { call } from '#app/session/call.ts';
import type { Analytics } from '#domain/analytics.ts';

/** Who has never chosen a time zone gets that of their browser, once and without a word. */
export function useOwnZone(analytics: Analytics | null, onSet: () => void): void {
  const tried = useRef(false);
  const unchosen = analytics !== null && !analytics.timeZoneChosen;
  useEffect(() => {
    if (!unchosen || tried.current) return;
    tried.current = true;
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    // Refused, it stays as it is: the choice is there for them.
    call('set-time-zone', { timeZone }).then(onSet, () => undefined);
  }, [unchosen, onSet]);
}
