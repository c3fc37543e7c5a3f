import { useSyncExternalStore } from 'react';

import { RpcError } from '../rpc/rpc-error.ts';
import { isAuthError } from './auth-errors.ts';

type ReauthPrompt = { complete: (verified: boolean) => void };

let currentPrompt: ReauthPrompt | null = null;
const listeners = new Set<() => void>();

const requiresReauthentication = (error: unknown): boolean =>
  (error instanceof RpcError && error.code === 'confirmation_needed') ||
  (isAuthError(error) && error.code === 'reauthentication_needed');

function setCurrentPrompt(next: ReauthPrompt | null): void {
  currentPrompt = next;
  for (const listener of listeners) listener();
}

const promptForReauthentication = (): Promise<boolean> =>
  new Promise((resolve) => {
    currentPrompt?.complete(false);
    setCurrentPrompt({
      complete: (verified) => {
        setCurrentPrompt(null);
        resolve(verified);
      },
    });
  });

/**
 * Runs an action that may require step-up authentication, and repeats it after the user has reauthenticated. Returns
 * false when the user canceled, in which case nothing changed. Rethrows every other error.
 */
export async function withReauthentication(action: () => Promise<unknown>): Promise<boolean> {
  try {
    await action();
    return true;
  } catch (error) {
    if (!requiresReauthentication(error) || listeners.size === 0) throw error;
  }
  if (!(await promptForReauthentication())) return false;
  await action();
  return true;
}

/** Subscribes to the prompt. Without a subscriber no prompt opens. Returns the unsubscribe function. */
export function subscribeToReauthPrompt(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) currentPrompt?.complete(false);
  };
}

/** Returns the open prompt. The dialog calls `complete(true)` once the server has accepted the proof. */
export const getReauthPrompt = (): ReauthPrompt | null => currentPrompt;

export const useReauthPrompt = (): ReauthPrompt | null =>
  useSyncExternalStore(subscribeToReauthPrompt, getReauthPrompt, () => null);
