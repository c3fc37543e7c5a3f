import { useEffect, useRef } from 'react';

import { callRpc } from '#app/session/call.ts';
import type { Analytics } from '#domain/analytics.ts';

/** Stores the browser's time zone once for sellers who never chose one. */
export function useBrowserTimeZone(analytics: Analytics | null, onSet: () => void): void {
  const wasTried = useRef(false);
  const isUnset = analytics !== null && !analytics.timeZoneChosen;
  useEffect(() => {
    if (!isUnset || wasTried.current) return;
    wasTried.current = true;
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    // On failure nothing changes: the seller can still choose manually.
    callRpc('set-time-zone', { timeZone }).then(onSet, () => undefined);
  }, [isUnset, onSet]);
}
