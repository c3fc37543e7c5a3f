import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { expect, test } from 'vitest';

import { solve } from './solve.ts';

test('sends the challenge with its solution', async () => {
  const secrets = { hmacSignatureSecret: 'challenge', hmacKeySignatureSecret: 'solution' };
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 100,
    counter: 30,
    deriveKey,
    ...secrets,
  });
  const payload = JSON.parse(atob(await solve(challenge)));
  expect(payload.challenge).toEqual(challenge);
  expect(payload.solution.counter).toBe(30);
  expect(await verifySolution({ ...payload, deriveKey, ...secrets })).toMatchObject({ verified: true });
});
