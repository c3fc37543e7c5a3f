import { useEffect, useEffectEvent, useState, type Dispatch, type SetStateAction } from 'react';
import { flushSync } from 'react-dom';

import { safeSessionStorage } from '#app/components/utils/safe-storage.ts';
import { PENDING_ENTRIES_KEY } from '#app/lib/session/clear-seller-data.ts';
import { hasSessionExpired } from '#app/lib/session/session.ts';
import { isRecord } from '#domain/is-record.ts';

import { useBuilder } from './builder-context.ts';

/** Text in a form that is not part of the page until it is added. `add` returns false if the text is refused. */
export type PendingEntry = { field: string; key: string; add: () => boolean; getValues: () => unknown };

/** Key of a form's content: the field, and for an edited entry also what it was before. */
export const getEntryKey = (field: string, edited?: unknown): string =>
  edited === undefined ? field : `${field} ${JSON.stringify(edited)}`;

/** Registers a form while it contains text that is not added yet. */
export function usePendingEntry(
  field: string,
  isPending: boolean,
  add: () => boolean,
  values: unknown,
  edited?: unknown,
): void {
  const { pendingEntries } = useBuilder();
  const key = getEntryKey(field, edited);
  const addText = useEffectEvent(add);
  const getValues = useEffectEvent(() => values);
  useEffect(() => {
    if (!isPending) return;
    const entry: PendingEntry = { field, key, add: () => addText(), getValues: () => getValues() };
    pendingEntries.add(entry);
    return () => void pendingEntries.delete(entry);
  }, [pendingEntries, field, key, isPending]);
}

/** Adds every pending text, as if the seller had added it. Returns the first field whose text is refused. */
export function addPendingEntries(entries: ReadonlySet<PendingEntry>): string | null {
  const refused = flushSync(() => [...entries].filter((entry) => !entry.add()));
  return refused[0]?.field ?? null;
}

/** Content of the forms of a page when the session expired, by `getEntryKey`. */
export type RestoredEntries = Map<string, unknown>;

function readEntries(owner: string): RestoredEntries {
  const stored: unknown = JSON.parse(safeSessionStorage.read(PENDING_ENTRIES_KEY) ?? 'null');
  if (!isRecord(stored) || stored['owner'] !== owner || !isRecord(stored['entries'])) return new Map();
  return new Map(Object.entries(stored['entries']));
}

/**
 * Stores the content of the forms in this tab when the session expires, and returns it once the same user opens the
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
      const values = [...entries].map(({ key, getValues }) => [key, getValues()] as const);
      const pending = Object.fromEntries([...restoredEntries, ...values]);
      safeSessionStorage.write(PENDING_ENTRIES_KEY, JSON.stringify({ owner: getOwner(), entries: pending }));
    };
  }, [entries, restoredEntries]);
  return restoredEntries;
}

/** Like `useState`, but starts with what the form contained when the session expired. */
export function useRestoredState<Values>(
  key: string,
  initialValues: Values,
): [Values, Dispatch<SetStateAction<Values>>] {
  const { restoredEntries } = useBuilder();
  const state = useState(() => (restoredEntries.has(key) ? (restoredEntries.get(key) as Values) : initialValues));
  useEffect(() => void restoredEntries.delete(key), [restoredEntries, key]);
  return state;
}
