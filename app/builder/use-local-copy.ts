import { useEffect, useState } from 'react';

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

/** Keeps a copy in this browser of what is not saved yet, and offers the one that an earlier visit left. */
export function useLocalCopy({ userId, autosave, status, opened, config }: Watched) {
  const [offer, setOffer] = useState<LocalCopy | null>(null);
  const [givenUp, setGivenUp] = useState(false);
  const [openedKey] = useState(() => `${userId} ${autosave.page.pageId ?? 'new'}`);

  useEffect(() => {
    let current = true;
    void readCopy(openedKey).then((copy) => {
      if (current && copy && !isSameConfig(copy.config, opened)) setOffer(copy);
    });
    return () => {
      current = false;
    };
  }, [openedKey, opened]);

  const unsaved = status.kind !== 'clean' && status.kind !== 'saved';
  const saved = status.kind === 'saved';
  useEffect(() => {
    if (!saved || givenUp) return;
    const key = `${userId} ${autosave.page.pageId ?? 'new'}`;
    void dropCopy(key);
    if (openedKey !== key) void dropCopy(openedKey);
  }, [userId, autosave, saved, openedKey, givenUp]);

  // Counted from the last key press alone: a try to save that fails meanwhile must not put the copy off.
  useEffect(() => {
    if (!unsaved || givenUp) return;
    const key = `${userId} ${autosave.page.pageId ?? 'new'}`;
    const timer = setTimeout(() => void writeCopy(key, { config, at: Date.now() }), WRITE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [userId, autosave, unsaved, config, givenUp]);

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
