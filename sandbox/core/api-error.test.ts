import { expect, test } from 'vitest';

import {
  invalidParam,
  internalError,
  cardError,
  idempotencyError,
  resourceMissing,
  invalidRequest,
  requestRejected,
} from './api-error.ts';

test.for([
  ['a declined card', cardError('Declined.', { code: 'card_declined' }), 402, 'card_error'],
  ['a refused request', invalidRequest('No.', { code: 'charge_disputed' }), 400, 'invalid_request_error'],
  ['an unreadable parameter', invalidParam('No.', 'amount'), 400, 'invalid_request_error'],
  ['a missing object', resourceMissing('charge', 'ch_1'), 404, 'invalid_request_error'],
  ['a missing key', requestRejected(401, 'No.'), 401, 'invalid_request_error'],
  ['a key that is in use', idempotencyError(409, 'Wait.'), 409, 'invalid_request_error'],
  ['a key of another request', idempotencyError(400, 'No.'), 400, 'idempotency_error'],
  ['an unforeseen exception', internalError(), 500, 'api_error'],
] as const)('%s has the status and the error type that Stripe documents', ([, apiError, status, type]) => {
  expect(apiError.status).toBe(status);
  expect(apiError.body).toMatchObject({ error: { type } });
});
