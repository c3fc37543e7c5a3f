import { AuthApiError } from '@supabase/auth-js';
import { expect, onTestFinished, test } from 'vitest';

import { CallError } from './call-error.ts';
import { confirmed, followQuestion, standingQuestion } from './confirmed.ts';

const ofFunction = () =>
  new CallError({ code: 'confirmation_needed', title: 'Is it you?', message: 'Show it.', status: 403 });
const ofDoor = () => new AuthApiError('Show it.', 401, 'reauthentication_needed');
const other = () => new AuthApiError('Weak.', 422, 'weak_password');

/** Answers every prompt with `verified`, as the dialog does. */
function answering(shown: boolean): { asked: number } {
  const seen = { asked: 0 };
  const stop = followQuestion(() => {
    const question = standingQuestion();
    if (!question) return;
    seen.asked += 1;
    queueMicrotask(() => question.answer(shown));
  });
  onTestFinished(stop);
  return seen;
}

/** Creates an action that throws each of these errors in turn and then succeeds. */
function refusing(...refusals: Error[]) {
  const did = { tries: 0 };
  const act = async () => {
    did.tries += 1;
    const refusal = refusals.shift();
    if (refusal) throw refusal;
  };
  return { did, act };
}

test.each([
  ['a function', ofFunction],
  ['an auth door', ofDoor],
])('repeats an action that %s refused after the user reauthenticates', async (_, refusal) => {
  const dialog = answering(true);
  const { did, act } = refusing(refusal());
  expect(await confirmed(act)).toBe(true);
  expect([did.tries, dialog.asked]).toEqual([2, 1]);
  expect(standingQuestion()).toBeNull();
});

test('does not repeat the action after the user cancels', async () => {
  answering(false);
  const { did, act } = refusing(ofDoor());
  expect(await confirmed(act)).toBe(false);
  expect(did.tries).toBe(1);
});

test('rethrows an error that does not ask for reauthentication', async () => {
  const dialog = answering(true);
  await expect(confirmed(refusing(other()).act)).rejects.toThrow('Weak.');
  expect(dialog.asked).toBe(0);
  await expect(confirmed(refusing(ofDoor(), other()).act)).rejects.toThrow('Weak.');
  expect(dialog.asked).toBe(1);
});

test('prompts only once per action', async () => {
  const dialog = answering(true);
  await expect(confirmed(refusing(ofDoor(), ofDoor()).act)).rejects.toThrow('Show it.');
  expect(dialog.asked).toBe(1);
});

test('rethrows the error when no dialog is mounted', async () => {
  await expect(confirmed(refusing(ofDoor()).act)).rejects.toThrow('Show it.');
});

test('cancels the open prompt when the dialog unmounts', async () => {
  const stop = followQuestion(() => undefined);
  const act = confirmed(refusing(ofDoor()).act);
  await expect.poll(standingQuestion).not.toBeNull();
  stop();
  expect(await act).toBe(false);
});

test('cancels the first prompt when a second one opens', async () => {
  const stop = followQuestion(() => undefined);
  onTestFinished(stop);
  const first = confirmed(refusing(ofDoor()).act);
  await expect.poll(standingQuestion).not.toBeNull();
  const second = confirmed(refusing(ofFunction()).act);
  expect(await first).toBe(false);
  standingQuestion()?.answer(true);
  expect(await second).toBe(true);
});
