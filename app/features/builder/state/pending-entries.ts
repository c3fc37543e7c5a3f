import { useEffect, useEffectEvent, useState, type Dispatch, type SetStateAction } from 'react';
import { flushSync } from 'react-dom';

import { safeSessionStorage } from '#app/components/utils/safe-storage.ts';
import { PENDING_ENTRIES_KEY } from '#app/lib/session/clear-seller-data.ts';
import { hasSessionExpired } from '#app/lib/session/session.ts';
import { isRecord } from '#domain/is-record.ts';

import { useBuilder } from './builder-context.ts';

/**
 * Text in a form that is not part of the page until it is added. `add` returns false if the text is refused. `getValues`
 * returns the content of a form that adds an entry, and null for one that edits an entry.
 */
export type PendingEntry = { field: string; add: () => boolean; getValues: () => unknown };

/** Registers a form while it contains text that is not added yet. */
export function usePendingEntry(field: string, isPending: boolean, add: () => boolean, values: unknown): void {
  const { pendingEntries } = useBuilder();
  const addText = useEffectEvent(add);
  const getValues = useEffectEvent(() => values);
  useEffect(() => {
    if (!isPending) return;
    const entry: PendingEntry = { field, add: () => addText(), getValues: () => getValues() };
    pendingEntries.add(entry);
    return () => void pendingEntries.delete(entry);
  }, [pendingEntries, field, isPending]);
}

/** Adds every pending text, as if the seller had added it. Returns the first field whose text is refused. */
export function addPendingEntries(entries: ReadonlySet<PendingEntry>): string | null {
  const refused = flushSync(() => [...entries].filter((entry) => !entry.add()));
  return refused[0]?.field ?? null;
}

/** Content of the add forms of a page when the session expired, by field. */
export type RestoredEntries = Map<string, unknown>;

function readEntries(owner: string): RestoredEntries {
  const stored: unknown = JSON.parse(safeSessionStorage.read(PENDING_ENTRIES_KEY) ?? 'null');
  if (!isRecord(stored) || stored['owner'] !== owner || !isRecord(stored['entries'])) return new Map();
  return new Map(Object.entries(stored['entries']));
}

/**
 * Stores the content of the add forms in this tab when the session expires, and returns it once the same user opens the
 * same page again. The effect of a parent is cleaned up before those of the forms.
 */
export function useStoredEntries(
  userId: string,
  getPageId: () => string | null,
  entries: ReadonlySet<PendingEntry>,
): RestoredEntries {
  const getOwner = useEffectEvent(() => `${userId} ${getPageId() ?? 'new'}`);
  const [restoredEntries] = useState(() => readEntries(`${userId} ${getPageId() ?? 'new'}`));
  useEffect(() => {
    safeSessionStorage.remove(PENDING_ENTRIES_KEY);
    return () => {
      if (!hasSessionExpired()) return;
      const values = [...entries].map(({ field, getValues }) => [field, getValues()] as const);
      const pending = Object.fromEntries([...restoredEntries, ...values].filter(([, value]) => value !== null));
      safeSessionStorage.write(PENDING_ENTRIES_KEY, JSON.stringify({ owner: getOwner(), entries: pending }));
    };
  }, [entries, restoredEntries]);
  return restoredEntries;
}

/** Like `useState`, but starts with what the add form of this field contained when the session expired. */
export function useRestoredState<Values>(
  field: string,
  initialValues: Values,
  isAddForm = true,
): [Values, Dispatch<SetStateAction<Values>>] {
  const { restoredEntries } = useBuilder();
  const state = useState(() =>
    isAddForm && restoredEntries.has(field) ? (restoredEntries.get(field) as Values) : initialValues,
  );
  useEffect(() => {
    if (isAddForm) restoredEntries.delete(field);
  }, [restoredEntries, field, isAddForm]);
  return state;
}
