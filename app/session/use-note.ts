import { useCallback, useEffect, useState } from 'react';

import { keep, readKept } from './browser-store.ts';

/** Preference that disables single-key shortcuts (WCAG 2.1.4), in the builder and in lists. */
export const SINGLE_KEYS_OFF = 'single-keys-off';

/** A preference stored in this browser; undefined until it has been read. */
export function useNote(key: string): [boolean | undefined, (value: boolean) => void] {
  const [value, setValue] = useState<boolean | undefined>();
  useEffect(() => {
    let current = true;
    void readKept('notes', key).then((kept) => current && setValue((before) => before ?? kept === true));
    return () => {
      current = false;
    };
  }, [key]);
  const set = useCallback(
    (wanted: boolean) => {
      setValue(wanted);
      void keep('notes', key, wanted);
    },
    [key],
  );
  return [value, set];
}
