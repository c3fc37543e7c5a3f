import { expect, test } from 'vitest';

import {
  badParam,
  breakdown,
  cardProblem,
  idempotencyProblem,
  noSuch,
  refusal,
  turnedAway,
} from './problem.ts';

test.for([
  ['a declined card', cardProblem('Declined.', { code: 'card_declined' }), 402, 'card_error'],
  ['a refused request', refusal('No.', { code: 'charge_disputed' }), 400, 'invalid_request_error'],
  ['an unreadable parameter', badParam('No.', 'amount'), 400, 'invalid_request_error'],
  ['a missing object', noSuch('charge', 'ch_1'), 404, 'invalid_request_error'],
  ['a missing key', turnedAway(401, 'No.'), 401, 'invalid_request_error'],
  ['a key that is in use', idempotencyProblem(409, 'Wait.'), 409, 'invalid_request_error'],
  ['a key of another request', idempotencyProblem(400, 'No.'), 400, 'idempotency_error'],
  ['an unforeseen exception', breakdown(), 500, 'api_error'],
] as const)('%s has the status and the error type that Stripe documents', ([, problem, status, type]) => {
  expect(problem.status).toBe(status);
  expect(problem.body).toMatchObject({ error: { type } });
});
