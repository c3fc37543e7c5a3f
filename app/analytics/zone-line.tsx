import { useState } from 'react';

import type { Analytics } from '#domain/analytics.ts';

import { timeText } from './point-text.ts';
import { ZoneDialog } from './zone-dialog.tsx';
import { zoneWords } from './zones.ts';

type Props = { analytics: Analytics; onChanged: () => void };

/** Time of the data, and the time zone of its days. */
export function ZoneLine({ analytics: { timeZone, asOf }, onChanged }: Props) {
  const [asked, setAsked] = useState(false);
  return (
    <p className="an-as-of small muted num">
      As of <time dateTime={asOf}>{timeText(asOf, timeZone)}</time> · days in {zoneWords(timeZone)}{' '}
      <button type="button" className="lab-key" onClick={() => setAsked(true)}>
        Change<span className="vh"> time zone</span>
      </button>
      {asked && <ZoneDialog timeZone={timeZone} onClose={() => setAsked(false)} onChanged={onChanged} />}
    </p>
  );
}
