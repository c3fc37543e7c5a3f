import { isAuthError } from '@supabase/auth-js';
import { useSyncExternalStore } from 'react';

import { CallError } from './call-error.ts';

type Question = { answer: (shown: boolean) => void };

let question: Question | null = null;
const listeners = new Set<() => void>();

const isNeeded = (error: unknown): boolean =>
  (error instanceof CallError && error.code === 'confirmation_needed') ||
  (isAuthError(error) && error.code === 'reauthentication_needed');

function ask(next: Question | null): void {
  question = next;
  for (const listener of listeners) listener();
}

const askWhoTheyAre = (): Promise<boolean> =>
  new Promise((resolve) => {
    question?.answer(false);
    ask({
      answer: (shown) => {
        ask(null);
        resolve(shown);
      },
    });
  });

/**
 * Runs an action that may require step-up authentication, and repeats it after the user has reauthenticated. Returns
 * false when the user canceled, in which case nothing changed. Rethrows every other error.
 */
export async function confirmed(act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (error) {
    if (!isNeeded(error) || listeners.size === 0) throw error;
  }
  if (!(await askWhoTheyAre())) return false;
  await act();
  return true;
}

/** Subscribes to the prompt. Without a subscriber no prompt opens. Returns the unsubscribe function. */
export function followQuestion(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) question?.answer(false);
  };
}

/** Returns the open prompt. The dialog calls `complete(true)` once the server has accepted the proof. */
export const standingQuestion = (): Question | null => question;

export const useStandingQuestion = (): Question | null =>
  useSyncExternalStore(followQuestion, standingQuestion, () => null);
