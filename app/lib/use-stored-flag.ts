import { useCallback, useEffect, useState } from 'react';

import { writeRecord, readRecord } from './browser-database.ts';

/** Preference that disables single-key shortcuts (WCAG 2.1.4), in the builder and in lists. */
export const SINGLE_KEY_SHORTCUTS_OFF = 'single-keys-off';

/** A preference stored in this browser; undefined until it has been read. */
export function useStoredFlag(key: string): [boolean | undefined, (value: boolean) => void] {
  const [value, setValue] = useState<boolean | undefined>();
  useEffect(() => {
    let isMounted = true;
    void readRecord('notes', key).then((stored) => isMounted && setValue((current) => current ?? stored === true));
    return () => {
      isMounted = false;
    };
  }, [key]);
  const storeValue = useCallback(
    (newValue: boolean) => {
      setValue(newValue);
      void writeRecord('notes', key, newValue);
    },
    [key],
  );
  return [value, storeValue];
}
