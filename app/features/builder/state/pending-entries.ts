import { useEffect, useEffectEvent } from 'react';
import { flushSync } from 'react-dom';

import { useBuilder } from './builder-context.ts';

/** Text in a form that is not part of the page until it is added. `add` returns false if the text is refused. */
export type PendingEntry = { field: string; add: () => boolean };

/** Registers a form while it contains text that is not added yet. */
export function usePendingEntry(field: string, isPending: boolean, add: () => boolean): void {
  const { pendingEntries } = useBuilder();
  const addText = useEffectEvent(add);
  useEffect(() => {
    if (!isPending) return;
    const entry: PendingEntry = { field, add: () => addText() };
    pendingEntries.add(entry);
    return () => void pendingEntries.delete(entry);
  }, [pendingEntries, field, isPending]);
}

/** Adds every pending text, as if the seller had added it. Returns the first field whose text is refused. */
export function addPendingEntries(entries: ReadonlySet<PendingEntry>): string | null {
  const refused = flushSync(() => [...entries].filter((entry) => !entry.add()));
  return refused[0]?.field ?? null;
}
