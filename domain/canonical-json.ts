import { isRecord } from './is-record.ts';

/** Serializes a value as JSON with sorted keys and no whitespace, so that equal values give equal texts. */
export const toCanonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_, item: unknown) =>
    isRecord(item)
      ? Object.fromEntries(Object.entries(item).toSorted(([keyA], [keyB]) => (keyA < keyB ? -1 : 1)))
      : item,
  );
