import { CircleDot, TriangleAlert } from 'lucide-react';

import { Key } from '#app/ui/key.tsx';
import { UtcTime } from '#app/ui/utc-time.tsx';
import { isMailed, type SecurityEvent } from '#domain/security-event.ts';

import { AccountPart } from './account-part.tsx';
import { AccountRow } from './account-row.tsx';
import { PartList } from './part-list.tsx';
import type { PartProps } from './use-account.ts';
import { useSecurityEvents } from './use-security-events.ts';

function EventRow({ event }: { event: SecurityEvent }) {
  const { kind, title, detail, at, device, address } = event;
  return (
    <AccountRow
      Icon={isMailed(kind) || kind === 'sign_in_failed' ? TriangleAlert : CircleDot}
      name={
        <>
          {title}
          {detail && <span className="acc-detail">{detail}</span>}
        </>
      }
      facts={
        <>
          <UtcTime iso={at} />
          <span>{device}</span>
          {address && <span className="num">{address}</span>}
        </>
      }
    />
  );
}

export function SecurityEventsPart({ round }: PartProps) {
  const { newest, events, more, busy, showMore } = useSecurityEvents(round);
  return (
    <AccountPart
      id="activity"
      about="What happened to your account, newest first. If something was not you, change your password and end the other sessions."
    >
      <PartList reading={newest} what="Your security events" rows={4}>
        {() =>
          events.length > 0 ? (
            <div className="sheet">
              <ul className="acc-list acc-events">
                {events.map((event) => (
                  <EventRow key={event.id} event={event} />
                ))}
              </ul>
              {more && (
                <div className="acc-more">
                  <Key size="sm" onClick={() => void showMore()} busy={busy && 'Loading...'}>
                    Show more
                  </Key>
                </div>
              )}
            </div>
          ) : (
            <p className="sheet acc-none muted">Nothing has happened yet.</p>
          )
        }
      </PartList>
    </AccountPart>
  );
}
