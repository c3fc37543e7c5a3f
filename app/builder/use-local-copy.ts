import { useCallback, useEffect, useRef, useState } from 'react';

import type { CheckoutPageConfig } from '#domain/checkout-page.ts';

import type { Autosave, SaveStatus } from './autosave.ts';
import { dropCopy, readCopy, writeCopy, type LocalCopy } from './local-copy.ts';
import { isSameConfig } from './same-config.ts';

const WRITE_AFTER_MS = 300;

type Watched = {
  userId: string;
  autosave: Autosave;
  status: SaveStatus;
  opened: CheckoutPageConfig;
  config: CheckoutPageConfig;
};

type Written = Pick<Watched, 'userId' | 'autosave' | 'config'> & { on: boolean };

/** Writes the copy a moment after the last key press, or when the form goes. */
function useCopyWriter({ userId, autosave, config, on }: Written): void {
  const waiting = useRef<(() => void) | null>(null);
  // The form goes at once when the session ends: what was typed just before is written then.
  useEffect(() => () => waiting.current?.(), []);
  // Counted from the last key press alone: a try to save that fails meanwhile must not put the copy off.
  useEffect(() => {
    if (!on) return;
    const key = `${userId} ${autosave.page.pageId ?? 'new'}`;
    const write = () => {
      waiting.current = null;
      void writeCopy(key, { config, at: Date.now() });
    };
    waiting.current = write;
    const timer = setTimeout(write, WRITE_AFTER_MS);
    return () => {
      waiting.current = null;
      clearTimeout(timer);
    };
  }, [userId, autosave, config, on]);
}

/**
 * Drops the copy once its changes are saved. The listener stays after unmounting, since the last save may end later; the
 * same function again, after a remount in StrictMode, is one listener.
 */
function useDroppedWhenSaved(userId: string, autosave: Autosave, openedKey: string): void {
  const dropSaved = useCallback(() => {
    if (autosave.status().kind !== 'saved') return;
    void dropCopy(openedKey);
    void dropCopy(`${userId} ${autosave.page.pageId ?? 'new'}`);
  }, [userId, autosave, openedKey]);
  useEffect(() => void autosave.subscribe(dropSaved), [autosave, dropSaved]);
}

/** Keeps a copy in this browser of what is not saved yet, and offers the one that an earlier visit left. */
export function useLocalCopy({ userId, autosave, status, opened, config }: Watched) {
  const [offer, setOffer] = useState<LocalCopy | null>(null);
  const [givenUp, setGivenUp] = useState(false);
  const [openedKey] = useState(() => `${userId} ${autosave.page.pageId ?? 'new'}`);

  useEffect(() => {
    let current = true;
    void readCopy(openedKey, opened).then((copy) => {
      if (!current || !copy) return;
      if (isSameConfig(copy.config, opened)) void dropCopy(openedKey);
      else setOffer(copy);
    });
    return () => {
      current = false;
    };
  }, [openedKey, opened]);

  const unsaved = status.kind !== 'clean' && status.kind !== 'saved';
  useDroppedWhenSaved(userId, autosave, openedKey);
  useCopyWriter({ userId, autosave, config, on: unsaved && !givenUp });

  const forget = () => {
    setOffer(null);
    if (status.kind === 'clean') void dropCopy(openedKey);
  };
  /** What is typed here is given up on purpose. */
  const giveUp = () => {
    setGivenUp(true);
    return dropCopy(`${userId} ${autosave.page.pageId ?? 'new'}`);
  };
  return { offer, forget, giveUp };
}
