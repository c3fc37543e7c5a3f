import Stripe from 'stripe';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { NoAnswer, QuestionGate } from './question-gate.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Schedules requests that the test completes or fails by hand. */
function openQuestions(gate: QuestionGate) {
  const out: { accountId: string; answer: () => void; refuse: (error: Error) => void }[] = [];
  const ask = (accountId: string, urgent = false) =>
    gate.ask(accountId, urgent, () => {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      out.push({ accountId, answer: () => resolve('an answer'), refuse: reject });
      return promise;
    });
  const turn = () => vi.advanceTimersByTimeAsync(0);
  return { out, ask, turn };
}

test('runs eight requests at once, four per account, and starts the next after each response', async () => {
  const { out, ask, turn } = openQuestions(new QuestionGate());
  const answers = ['a', 'b', 'c'].flatMap((account) => Array.from({ length: 6 }, () => ask(account)));
  await turn();
  expect(out.map(({ accountId }) => accountId).join('')).toBe('aaaabbbb');
  out[0]?.answer();
  await turn();
  expect(out.map(({ accountId }) => accountId).join('')).toBe('aaaabbbba');
  for (let count = 1; count < answers.length; count++) {
    out[count]?.answer();
    await turn();
  }
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['an answer']));
});

test('runs an urgent request before all background requests', async () => {
  const { out, ask, turn } = openQuestions(new QuestionGate());
  const background = ['a', 'b', 'c'].flatMap((account) => Array.from({ length: 100 }, () => ask(account)));
  await turn();
  const answered = ask('z', true);
  out[0]?.answer();
  await turn();
  expect(out).toHaveLength(9);
  expect(out[8]?.accountId).toBe('z');
  out[8]?.answer();
  expect(await answered).toBe('an answer');
  expect(background).toHaveLength(300);
});

test('starts nothing for a second after a 429 and then runs half as many requests at once', async () => {
  const { out, ask, turn } = openQuestions(new QuestionGate());
  const answers = ['a', 'b', 'c', 'd'].flatMap((account) => [ask(account), ask(account), ask(account)]);
  const settled = Promise.allSettled(answers);
  await turn();
  expect(out).toHaveLength(8);
  out[0]?.refuse(new Stripe.errors.StripeRateLimitError({ message: 'Too many', type: 'rate_limit_error' }));
  for (const { answer } of out.slice(1)) answer();
  await vi.advanceTimersByTimeAsync(900);
  expect(out).toHaveLength(8);
  await vi.advanceTimersByTimeAsync(200);
  expect(out).toHaveLength(12);
  for (const { answer } of out) answer();
  expect((await settled).map(({ status }) => status).filter((status) => status === 'rejected')).toHaveLength(
    1,
  );
});

test('gives up a request that times out and frees its slot', async () => {
  const { out, ask } = openQuestions(new QuestionGate());
  const asked = Promise.allSettled(Array.from({ length: 5 }, () => ask('a')));
  await vi.advanceTimersByTimeAsync(6001);
  expect(out).toHaveLength(5);
  out[4]?.answer();
  const outcomes = await asked;
  expect(outcomes.filter((one) => one.status === 'rejected' && one.reason instanceof NoAnswer)).toHaveLength(
    4,
  );
  expect(outcomes[4]).toMatchObject({ status: 'fulfilled' });
});
