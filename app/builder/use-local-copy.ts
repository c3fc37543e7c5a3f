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

/** Writes the local copy shortly after the last change, or on unmount. */
function useCopyWriter({ userId, autosave, config, on }: Written): void {
  const waiting = useRef<(() => void) | null>(null);
  // The form unmounts as soon as the session ends: pending changes are written then.
  useEffect(() => () => waiting.current?.(), []);
  // The delay depends on the last change only: a failed save in between must not postpone the copy.
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
 * Deletes the local copy once its changes are saved. The listener stays after unmounting, since the last save may end
 * later; after a remount in StrictMode, the same function is subscribed only once.
 */
function useDroppedWhenSaved(userId: string, autosave: Autosave, openedKey: string): void {
  const dropSaved = useCallback(() => {
    if (autosave.status().kind !== 'saved') return;
    void dropCopy(openedKey);
    void dropCopy(`${userId} ${autosave.page.pageId ?? 'new'}`);
  }, [userId, autosave, openedKey]);
  useEffect(() => void autosave.subscribe(dropSaved), [autosave, dropSaved]);
}

/** Keeps a local copy of unsaved changes and offers the copy of an earlier session. */
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
  /** Discards the current changes on purpose. */
  const giveUp = () => {
    setGivenUp(true);
    return dropCopy(`${userId} ${autosave.page.pageId ?? 'new'}`);
  };
  return { offer, forget, giveUp };
}
