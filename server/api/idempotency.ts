import { createHash, randomUUID } from 'node:crypto';

import { apiErrorMessages } from '#content/messages/api-errors.ts';
import { AppError } from '#domain/errors.ts';
import { DAY_MS, MINUTE_MS } from '#domain/time-units.ts';
import type { Context } from '#server/core/context.ts';
import { SEALED_CELLS } from '#server/core/secrets.ts';

import type { ApiEndpoint } from './define-endpoint.ts';
import { takesFileChunk } from './file-chunk.ts';
import {
  deleteIdempotencyRecord,
  deleteIdempotencyRecordsBefore,
  findIdempotencyRecord,
  claimIdempotencyKey,
  storeIdempotentResponse,
  type IdempotencyRecord,
} from './queries.ts';

/** How long a response is stored, and how long a request may run before its process counts as dead. */
const REPLAY_TTL_MS = DAY_MS;
export const REQUEST_TIMEOUT_MS = MINUTE_MS;
export const MAX_IDEMPOTENCY_KEY_LENGTH = 255;

/** Whether a request may have an idempotency key. A chunk of a file needs none, because it fits at one offset only. */
export const acceptsIdempotencyKey = (endpoint: ApiEndpoint): boolean =>
  endpoint.method !== 'GET' && !endpoint.isPublic && !takesFileChunk(endpoint);

const PRINTABLE = /^[\x20-\x7e]+$/;

/** A response. The body is JSON exactly as it is sent. */
export type ReplayableResponse = { status: number; body: string };

/** Hash that identifies a request: the same key with another hash is a mismatch. */
export const requestHash = (method: string, address: string, body: string): string =>
  createHash('sha256').update(`${method} ${address}\n${body}`).digest('hex');

/** Throws AppError 'invalid_request'. */
export function validateIdempotencyKey(key: string): void {
  if (key.length <= MAX_IDEMPOTENCY_KEY_LENGTH && PRINTABLE.test(key)) return;
  const message = apiErrorMessages.idempotencyKey({ max: MAX_IDEMPOTENCY_KEY_LENGTH });
  const problem = { path: 'Idempotency-Key', code: 'invalid_format', message };
  throw new AppError('invalid_request', { facts: { problems: [problem] } });
}

/** Statuses after which nothing has happened, so that a retry may have another result. */
const isRetryable = (status: number): boolean => status >= 500 || [400, 413, 415, 429].includes(status);

type IdempotentRequest = { sellerId: string; key: string; request: string };
type ReplayResult = ReplayableResponse & { replayed: boolean };

/**
 * Runs a request once per idempotency key and replays its response. A request whose process died before it answered may
 * run again after a minute. Throws AppError 'idempotency_mismatch', 'idempotency_under_way'.
 */
export async function runIdempotently(
  context: Context,
  input: IdempotentRequest,
  run: () => Promise<ReplayableResponse>,
): Promise<ReplayResult> {
  const now = context.realNow();
  const claim = { ...input, id: randomUUID(), createdAt: now };
  const previous = await claimOrReplay(context, claim);
  if (previous) return { ...previous, replayed: true };
  const response = await run().catch(async (error: unknown) => {
    await deleteIdempotencyRecord(context.db, claim);
    throw error;
  });
  if (isRetryable(response.status)) await deleteIdempotencyRecord(context.db, claim);
  else
    await storeIdempotentResponse(context.db, claim, {
      status: response.status,
      sealedBody: context.secrets.seal(response.body, SEALED_CELLS.apiReplay(claim.id)),
    });
  return { ...response, replayed: false };
}

type Claim = Pick<IdempotencyRecord, 'id' | 'sellerId' | 'key' | 'request' | 'createdAt'>;

/** Claims the key. Returns null if this request runs, else the response of the first one. */
async function claimOrReplay(context: Context, claim: Claim): Promise<ReplayableResponse | null> {
  const before = (ms: number) => new Date(claim.createdAt.getTime() - ms);
  const expiry = { unansweredBefore: before(REQUEST_TIMEOUT_MS), answeredBefore: before(REPLAY_TTL_MS) };
  if (await claimIdempotencyKey(context.db, claim, expiry)) return null;
  const row = await findIdempotencyRecord(context.db, claim);
  if (row && row.request !== claim.request) throw new AppError('idempotency_mismatch');
  if (!row || row.status === null || row.sealedBody === null)
    throw new AppError('idempotency_under_way', { facts: { retryAfter: 1 } });
  return { status: row.status, body: context.secrets.unseal(row.sealedBody, SEALED_CELLS.apiReplay(row.id)) };
}

/** Deletes the responses that are no longer replayed. */
export const deleteExpiredResponses = ({ db, realNow }: Pick<Context, 'db' | 'realNow'>): Promise<void> =>
  deleteIdempotencyRecordsBefore(db, new Date(realNow().getTime() - REPLAY_TTL_MS));
