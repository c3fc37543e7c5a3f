import { useState } from 'react';

import { callRpc } from '#app/session/call.ts';
import { getErrorMessage } from '#app/session/problem-words.ts';
import { toast } from '#app/ui/toast.tsx';
import type { SecurityEvent } from '#domain/security-event.ts';

import { useRefreshableQuery } from './use-reading.ts';

/** Number of events shown before "Show more". */
const INITIAL_COUNT = 8;

type EventPage = { events: SecurityEvent[]; more: boolean };

const fetchNewest = (): Promise<EventPage> => callRpc('list-security-events', {});

const dedupeById = (events: readonly SecurityEvent[]): SecurityEvent[] => [
  ...new Map(events.map((event) => [event.id, event])).values(),
];

/** Security events, newest first. New events are prepended on refresh; older ones are loaded on request. */
export function useSecurityEvents(refreshKey: number) {
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
