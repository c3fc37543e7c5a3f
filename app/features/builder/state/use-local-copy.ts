import { useCallback, useEffect, useRef, useState } from 'react';

import type { CheckoutPageConfig } from '#domain/checkout-page.ts';

import type { Autosave, SaveStatus } from './autosave.ts';
import { isSameConfig } from './config-keys.ts';
import { deleteCopy, readCopy, writeCopy, type LocalCopy } from './local-copies.ts';

const WRITE_AFTER_MS = 300;

type LocalCopyOptions = {
  userId: string;
  autosave: Autosave;
  status: SaveStatus;
  initialConfig: CheckoutPageConfig;
  config: CheckoutPageConfig;
};

type CopyWriterOptions = Pick<LocalCopyOptions, 'userId' | 'autosave' | 'config'> & { enabled: boolean };

/** Writes the local copy shortly after the last change, or on unmount. */
function useCopyWriter({ userId, autosave, config, enabled }: CopyWriterOptions): void {
  const pendingWrite = useRef<(() => void) | null>(null);
  // The form unmounts as soon as the session ends: pending changes are written then.
  useEffect(() => () => pendingWrite.current?.(), []);
  // The delay depends on the last change only: a failed save in between must not postpone the copy.
  useEffect(() => {
    if (!enabled) return;
    const key = `${userId} ${autosave.page.pageId ?? 'new'}`;
    const write = () => {
      pendingWrite.current = null;
      void writeCopy(key, { config, at: Date.now() });
    };
    pendingWrite.current = write;
    const timer = setTimeout(write, WRITE_AFTER_MS);
    return () => {
      pendingWrite.current = null;
      clearTimeout(timer);
    };
  }, [userId, autosave, config, enabled]);
}

/**
 * Deletes the local copy once its changes are saved. The listener stays after unmounting, since the last save may end
 * later; after a remount in StrictMode, the same function is subscribed only once.
 */
function useDeleteCopyWhenSaved(userId: string, autosave: Autosave, initialKey: string): void {
  const deleteIfSaved = useCallback(() => {
    if (autosave.status().kind !== 'saved') return;
    void deleteCopy(initialKey);
    void deleteCopy(`${userId} ${autosave.page.pageId ?? 'new'}`);
  }, [userId, autosave, initialKey]);
  useEffect(() => void autosave.subscribe(deleteIfSaved), [autosave, deleteIfSaved]);
}

/** Keeps a local copy of unsaved changes and offers the copy of an earlier session. */
export function useLocalCopy({ userId, autosave, status, initialConfig, config }: LocalCopyOptions) {
  const [offer, setOffer] = useState<LocalCopy | null>(null);
  const [isAbandoned, setAbandoned] = useState(false);
  const [initialKey] = useState(() => `${userId} ${autosave.page.pageId ?? 'new'}`);

  useEffect(() => {
    let current = true;
    void readCopy(initialKey, initialConfig).then((copy) => {
      if (!current || !copy) return;
      if (isSameConfig(copy.config, initialConfig)) void deleteCopy(initialKey);
      else setOffer(copy);
    });
    return () => {
      current = false;
    };
  }, [initialKey, initialConfig]);

  const unsaved = status.kind !== 'clean' && status.kind !== 'saved';
  useDeleteCopyWhenSaved(userId, autosave, initialKey);
  useCopyWriter({ userId, autosave, config, enabled: unsaved && !isAbandoned });

  const dismissOffer = () => {
    setOffer(null);
    if (status.kind === 'clean') void deleteCopy(initialKey);
  };
  /** Discards the current changes on purpose. */
  const abandonChanges = () => {
    setAbandoned(true);
    return deleteCopy(`${userId} ${autosave.page.pageId ?? 'new'}`);
  };
  return { offer, dismissOffer, abandonChanges };
}
