import { useState } from 'react';

import { RichText } from '#app/components/rich-text.tsx';
import { loadOnDemand } from '#app/components/utils/load-on-demand.tsx';
import { formatTime } from '#app/components/utils/reader-formats.ts';
import { analyticsMessages } from '#content/messages/analytics.ts';
import type { Analytics } from '#domain/analytics.ts';

const TimeZoneDialog = loadOnDemand(async () => (await import('./time-zone-dialog.tsx')).TimeZoneDialog);

const messages = analyticsMessages.timeZone;

export const getZoneLabel = (name: string): string => name.replaceAll('_', ' ');

/** Time of the data, and the time zone of its days. */
export function TimeZoneLine({ analytics: { timeZone, asOf } }: { analytics: Analytics }) {
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  return (
    <p className="analytics-header__as-of small muted num">
      <RichText
        text={messages.asOf({ timeZone: getZoneLabel(timeZone) })}
        tags={{ time: () => <time dateTime={asOf}>{formatTime(asOf, timeZone)}</time> }}
      />{' '}
      <button type="button" className="label-button" onClick={() => setIsDialogOpen(true)}>
        <RichText text={messages.change} tags={{ hidden: (text) => <span className="vh">{text}</span> }} />
      </button>
      {isDialogOpen && <TimeZoneDialog timeZone={timeZone} onClose={() => setIsDialogOpen(false)} />}
    </p>
  );
}
