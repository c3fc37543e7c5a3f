import { AuthApiError } from '@supabase/auth-js';
import { expect, onTestFinished, test } from 'vitest';

import { RpcError } from '../rpc/rpc-error.ts';
import { withReauthentication, subscribeToReauthPrompt, getReauthPrompt } from './reauthentication.ts';

const createFunctionError = () =>
  new RpcError({ code: 'confirmation_needed', title: 'Is it you?', message: 'Show it.', status: 403 });
const createAuthError = () => new AuthApiError('Show it.', 401, 'reauthentication_needed');
const createOtherError = () => new AuthApiError('Weak.', 422, 'weak_password');

/** Answers every prompt with `verified`, as the dialog does. */
function answerPrompts(verified: boolean): { promptCount: number } {
  const promptLog = { promptCount: 0 };
  const unsubscribe = subscribeToReauthPrompt(() => {
    const prompt = getReauthPrompt();
    if (!prompt) return;
    promptLog.promptCount += 1;
    queueMicrotask(() => prompt.complete(verified));
  });
  onTestFinished(unsubscribe);
  return promptLog;
}

/** Creates an action that throws each of these errors in turn and then succeeds. */
function failWith(...errors: Error[]) {
  const calls = { tries: 0 };
  const action = async () => {
    calls.tries += 1;
    const error = errors.shift();
    if (error) throw error;
  };
  return { calls, action };
}

test.each([
  ['a function', createFunctionError],
  ['an auth door', createAuthError],
])('repeats an action that %s refused after the user reauthenticates', async (_, createError) => {
  const promptLog = answerPrompts(true);
  const { calls, action } = failWith(createError());
  expect(await withReauthentication(action)).toBe(true);
  expect([calls.tries, promptLog.promptCount]).toEqual([2, 1]);
  expect(getReauthPrompt()).toBeNull();
});

test('does not repeat the action after the user cancels', async () => {
  answerPrompts(false);
  const { calls, action } = failWith(createAuthError());
  expect(await withReauthentication(action)).toBe(false);
  expect(calls.tries).toBe(1);
});

test('rethrows an error that does not ask for reauthentication', async () => {
  const promptLog = answerPrompts(true);
  await expect(withReauthentication(failWith(createOtherError()).action)).rejects.toThrow('Weak.');
  expect(promptLog.promptCount).toBe(0);
  await expect(withReauthentication(failWith(createAuthError(), createOtherError()).action)).rejects.toThrow('Weak.');
  expect(promptLog.promptCount).toBe(1);
});

test('prompts only once per action', async () => {
  const promptLog = answerPrompts(true);
  await expect(withReauthentication(failWith(createAuthError(), createAuthError()).action)).rejects.toThrow('Show it.');
  expect(promptLog.promptCount).toBe(1);
});

test('rethrows the error when no dialog is mounted', async () => {
  await expect(withReauthentication(failWith(createAuthError()).action)).rejects.toThrow('Show it.');
});

test('cancels the open prompt when the dialog unmounts', async () => {
  const unsubscribe = subscribeToReauthPrompt(() => undefined);
  const action = withReauthentication(failWith(createAuthError()).action);
  await expect.poll(getReauthPrompt).not.toBeNull();
  unsubscribe();
  expect(await action).toBe(false);
});

test('cancels the first prompt when a second one opens', async () => {
  const unsubscribe = subscribeToReauthPrompt(() => undefined);
  onTestFinished(unsubscribe);
  const firstResult = withReauthentication(failWith(createAuthError()).action);
  await expect.poll(getReauthPrompt).not.toBeNull();
  const secondResult = withReauthentication(failWith(createFunctionError()).action);
  expect(await firstResult).toBe(false);
  getReauthPrompt()?.complete(true);
  expect(await secondResult).toBe(true);
});
