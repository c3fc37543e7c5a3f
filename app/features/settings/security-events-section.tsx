import { CircleDot, TriangleAlert } from 'lucide-react';
import { useState } from 'react';

import { Button } from '#app/components/button.tsx';
import { toast } from '#app/components/toast.tsx';
import { UtcTime } from '#app/components/utc-time.tsx';
import { getErrorMessage } from '#app/lib/error-message.ts';
import { callRpc } from '#app/lib/rpc/call-rpc.ts';
import { isEmailed, type SecurityEvent } from '#domain/security-event.ts';

import { SettingsSection, SettingsRow, SectionQuery } from './settings-section.tsx';
import { type SectionProps, useRefreshableQuery } from './use-account.ts';

/** Number of events shown before "Show more". */
const INITIAL_COUNT = 8;

type EventPage = { events: SecurityEvent[]; more: boolean };

const fetchNewest = (): Promise<EventPage> => callRpc('list-security-events', {});

const dedupeById = (events: readonly SecurityEvent[]): SecurityEvent[] => [
  ...new Map(events.map((event) => [event.id, event])).values(),
];

/** Security events, newest first. New events are prepended on refresh; older ones are loaded on request. */
function useSecurityEvents(refreshKey: number) {
  const newestQuery = useRefreshableQuery(fetchNewest, refreshKey);
  const [olderPage, setOlderPage] = useState<EventPage | null>(null);
  const [count, setCount] = useState(INITIAL_COUNT);
  const [busy, setBusy] = useState(false);
  const firstPage: EventPage = newestQuery.status === 'ready' ? newestQuery.data : { events: [], more: false };
  const loadedEvents = dedupeById([...firstPage.events, ...(olderPage?.events ?? [])]);
  const serverHasMore = (olderPage ?? firstPage).more;
  const fetchMore = async (lastEvent: SecurityEvent) => {
    setBusy(true);
    try {
      const page = await callRpc('list-security-events', { before: lastEvent.id });
      setOlderPage({ ...page, events: [...loadedEvents, ...page.events] });
      setCount(Number.POSITIVE_INFINITY);
    } catch (error) {
      toast({ title: 'Events not loaded', message: getErrorMessage(error) }, { destructive: true });
    } finally {
      setBusy(false);
    }
  };
  const showMore = async () => {
    const lastEvent = loadedEvents.at(-1);
    if (loadedEvents.length > count) setCount(loadedEvents.length);
    else if (lastEvent) await fetchMore(lastEvent);
  };
  return {
    newestQuery,
    events: loadedEvents.slice(0, count),
    hasMore: loadedEvents.length > count || serverHasMore,
    busy,
    showMore,
  };
}

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
