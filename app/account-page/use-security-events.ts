import { useState } from 'react';

import { call } from '#app/session/call.ts';
import { problemWords } from '#app/session/problem-words.ts';
import { toast } from '#app/ui/toast.tsx';
import type { SecurityEvent } from '#domain/security-event.ts';

import { useReading } from './use-reading.ts';

/** Number of events shown before "Show more". */
const AT_FIRST = 8;

type Page = { events: SecurityEvent[]; more: boolean };

const readNewest = (): Promise<Page> => call('list-security-events', {});

const onceEach = (events: readonly SecurityEvent[]): SecurityEvent[] => [
  ...new Map(events.map((event) => [event.id, event])).values(),
];

/** Security events, newest first. New events are prepended on refresh; older ones are loaded on request. */
export function useSecurityEvents(round: number) {
  const newest = useReading(readNewest, round);
  const [older, setOlder] = useState<Page | null>(null);
  const [count, setCount] = useState(AT_FIRST);
  const [busy, setBusy] = useState(false);
  const first: Page = newest.state === 'ready' ? newest.value : { events: [], more: false };
  const known = onceEach([...first.events, ...(older?.events ?? [])]);
  const moreThere = (older ?? first).more;
  const fetchMore = async (last: SecurityEvent) => {
    setBusy(true);
    try {
      const page = await call('list-security-events', { before: last.id });
      setOlder({ ...page, events: [...known, ...page.events] });
      setCount(Number.POSITIVE_INFINITY);
    } catch (error) {
      toast({ title: 'Events not loaded', message: problemWords(error) }, { destructive: true });
    } finally {
      setBusy(false);
    }
  };
  const showMore = async () => {
    const last = known.at(-1);
    if (known.length > count) setCount(known.length);
    else if (last) await fetchMore(last);
  };
  return { newest, events: known.slice(0, count), more: known.length > count || moreThere, busy, showMore };
}
