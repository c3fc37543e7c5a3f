import { useState } from 'react';

import { call } from '#app/session/call.ts';
import { problemWords } from '#app/session/problem-words.ts';
import { toast } from '#app/ui/toast.tsx';
import type { SecurityEvent } from '#domain/security-event.ts';

import { useReading } from './use-reading.ts';

type Page = { events: SecurityEvent[]; more: boolean };

const readNewest = (): Promise<Page> => call('list-security-events', {});

const onceEach = (events: readonly SecurityEvent[]): SecurityEvent[] => [
  ...new Map(events.map((event) => [event.id, event])).values(),
];

/** The events, newest first. New ones come in front of what was asked for already; older ones on wish. */
export function useSecurityEvents(round: number) {
  const newest = useReading(readNewest, round);
  const [older, setOlder] = useState<Page | null>(null);
  const [busy, setBusy] = useState(false);
  const shown = newest.state === 'ready' ? newest.value.events : [];
  const events = onceEach([...shown, ...(older?.events ?? [])]);
  const more = older?.more ?? (newest.state === 'ready' && newest.value.more);
  const last = events.at(-1)?.id;
  const showMore = async () => {
    if (last === undefined) return;
    setBusy(true);
    try {
      const page = await call('list-security-events', { before: last });
      setOlder({ ...page, events: [...events, ...page.events] });
    } catch (error) {
      toast({ title: 'Events not loaded', message: problemWords(error) }, { destructive: true });
    } finally {
      setBusy(false);
    }
  };
  return { newest, events, more, busy, showMore };
}
