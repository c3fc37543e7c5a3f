import { useState } from 'react';

import type { Analytics } from '#domain/analytics.ts';

import { formatTime } from './format-point.ts';
import { ZoneDialog } from './time-zone-dialog.tsx';
import { getZoneLabel } from './time-zones.ts';

type Props = { analytics: Analytics; onChanged: () => void };

/** Time of the data, and the time zone of its days. */
export function TimeZoneLine({ analytics: { timeZone, asOf }, onChanged }: Props) {
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  return (
    <p className="an-as-of small muted num">
      As of <time dateTime={asOf}>{formatTime(asOf, timeZone)}</time> · days in {getZoneLabel(timeZone)}{' '}
      <button type="button" className="lab-key" onClick={() => setIsDialogOpen(true)}>
        Change<span className="vh"> time zone</span>
      </button>
      {isDialogOpen && <ZoneDialog timeZone={timeZone} onClose={() => setIsDialogOpen(false)} onChanged={onChanged} />}
    </p>
  );
}
