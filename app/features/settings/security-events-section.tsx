import { CircleDot, TriangleAlert } from 'lucide-react';
import { useState } from 'react';

import { Button } from '#app/components/button.tsx';
import { UtcTime } from '#app/components/utc-time.tsx';
import { useRpcMutation } from '#app/lib/rpc/use-rpc-mutation.ts';
import { useRpcQuery } from '#app/lib/rpc/use-rpc-query.ts';
import { settingsSecurityMessages } from '#content/messages/settings-security.ts';
import { isEmailed, type SecurityEvent } from '#domain/security-event.ts';

import { SettingsSection, SettingsRow, SectionQuery } from './settings-section.tsx';

const messages = settingsSecurityMessages.securityEvents;

/** Number of events shown before "Show more". */
const INITIAL_COUNT = 8;

type EventPage = { events: SecurityEvent[]; more: boolean };

const dedupeById = (events: readonly SecurityEvent[]): SecurityEvent[] => [
  ...new Map(events.map((event) => [event.id, event])).values(),
];

/** Security events, newest first. New events are prepended on refresh; older ones are loaded on request. */
function useSecurityEvents() {
  const newestQuery = useRpcQuery('list-security-events', {});
  const [olderPage, setOlderPage] = useState<EventPage | null>(null);
  const [count, setCount] = useState(INITIAL_COUNT);
  const firstPage: EventPage = newestQuery.data ?? { events: [], more: false };
  const loadedEvents = dedupeById([...firstPage.events, ...(olderPage?.events ?? [])]);
  const serverHasMore = (olderPage ?? firstPage).more;
  const { busy, run } = useRpcMutation('list-security-events', {
    failureTitle: messages.loadMoreFailed,
    onSuccess: (page) => {
      setOlderPage({ ...page, events: [...loadedEvents, ...page.events] });
      setCount(Number.POSITIVE_INFINITY);
    },
  });
  const showMore = () => {
    const lastEvent = loadedEvents.at(-1);
    if (loadedEvents.length > count) setCount(loadedEvents.length);
    else if (lastEvent) void run({ before: lastEvent.id });
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
          {detail && <span className="settings-row__detail">{detail}</span>}
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

export function SecurityEventsSection() {
  const { newestQuery, events, hasMore, busy, showMore } = useSecurityEvents();
  return (
    <SettingsSection id="activity" description={messages.description}>
      <SectionQuery query={newestQuery} errorText={messages.loadError} rows={4}>
        {() =>
          events.length > 0 ? (
            <div className="sheet">
              <ul className="settings-list--events">
                {events.map((event) => (
                  <EventRow key={event.id} event={event} />
                ))}
              </ul>
              {hasMore && (
                <div className="settings-section__more">
                  <Button size="sm" onClick={showMore} busyLabel={busy && messages.loading}>
                    {messages.showMore}
                  </Button>
                </div>
              )}
            </div>
          ) : (
            <p className="sheet settings-section__empty muted">{messages.empty}</p>
          )
        }
      </SectionQuery>
    </SettingsSection>
  );
}
