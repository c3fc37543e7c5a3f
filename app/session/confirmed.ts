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
 * Does something that may first ask who they are, and goes on by itself once they have shown it.
 * False when they gave up: then nothing has changed. Every other refusal is thrown as it came.
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

/** Follows the question; while nobody does, it is not asked. Returns how to stop. */
export function followQuestion(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) question?.answer(false);
  };
}

/** What is asked now, for the dialog that draws it: `answer(true)` once it is answered at the server. */
export const standingQuestion = (): Question | null => question;

export const useStandingQuestion = (): Question | null =>
  useSyncExternalStore(followQuestion, standingQuestion, () => null);
