import { CircleDot, TriangleAlert } from 'lucide-react';

import { Button } from '#app/ui/key.tsx';
import { UtcTime } from '#app/ui/utc-time.tsx';
import { isEmailed, type SecurityEvent } from '#domain/security-event.ts';

import { SettingsSection } from './account-part.tsx';
import { SettingsRow } from './account-row.tsx';
import { SectionQuery } from './part-list.tsx';
import type { SectionProps } from './use-account.ts';
import { useSecurityEvents } from './use-security-events.ts';

function EventRow({ event }: { event: SecurityEvent }) {
  const { kind, title, detail, at, device, address } = event;
  return (
    <SettingsRow
      Icon={isEmailed(kind) || kind === 'sign_in_failed' ? TriangleAlert : CircleDot}
      name={
        <>
          {title}
          {detail && <span className="acc-detail">{detail}</span>}
        </>
      }
      details={
        <>
          <UtcTime iso={at} />
          <span>{device}</span>
          {address && <span className="num">{address}</span>}
        </>
      }
    />
  );
}

export function SecurityEventsSection({ refreshKey }: SectionProps) {
  const { newestQuery, events, hasMore, busy, showMore } = useSecurityEvents(refreshKey);
  return (
    <SettingsSection
      id="activity"
      description="What happened to your account, newest first. If something was not you, change your password and end the other sessions."
    >
      <SectionQuery query={newestQuery} subject="Your security events" rows={4}>
        {() =>
          events.length > 0 ? (
            <div className="sheet">
              <ul className="acc-list acc-events">
                {events.map((event) => (
                  <EventRow key={event.id} event={event} />
                ))}
              </ul>
              {hasMore && (
                <div className="acc-more">
                  <Button size="sm" onClick={() => void showMore()} busyLabel={busy && 'Loading...'}>
                    Show more
                  </Button>
                </div>
              )}
            </div>
          ) : (
            <p className="sheet acc-none muted">Nothing has happened yet.</p>
          )
        }
      </SectionQuery>
    </SettingsSection>
  );
}
