import { createHash, randomUUID } from 'node:crypto';

import { ShopError } from '#domain/errors.ts';

import type { Context } from '#server/context.ts';
import {
  deleteReplay,
  deleteReplaysBefore,
  findReplay,
  insertReplay,
  updateReplayAnswered,
  type ReplayRow,
} from '#server/db/api-replays.ts';
import { DAY_MS, MINUTE_MS } from '#server/http/rate-limits.ts';
import { SEALED_CELLS } from '#server/sealed-cell.ts';

/** How long a response is stored, and how long a request may run before its process counts as dead. */
export const REPLAYS_KEPT_MS = DAY_MS;
export const GIVEN_UP_AFTER_MS = MINUTE_MS;
export const MAX_REPLAY_KEY = 255;

const PRINTABLE = /^[\x20-\x7e]+$/;
const PRUNE_EVERY = 200;

/** A response. The body is JSON exactly as it is sent. */
export type Answered = { status: number; body: string };

/** Hash that identifies a request: the same key with another hash is a mismatch. */
export const requestHash = (method: string, address: string, body: string): string =>
  createHash('sha256').update(`${method} ${address}\n${body}`).digest('hex');

/** Throws AppError 'invalid_request'. */
export function checkReplayKey(key: string): void {
  if (key.length <= MAX_REPLAY_KEY && PRINTABLE.test(key)) return;
  const message = `An idempotency key has 1 to ${MAX_REPLAY_KEY} printable letters of ASCII.`;
  throw new ShopError('invalid_request', { message, facts: { problems: [`Idempotency-Key: ${message}`] } });
}

/** Statuses after which nothing has happened, so that a retry may have another result. */
const isForgotten = (status: number): boolean => status >= 500 || [400, 413, 415, 429].includes(status);

type Asked = { sellerId: string; key: string; request: string };
type Replayed = Answered & { replayed: boolean };

/**
 * Runs a request once per idempotency key and replays its response. A request whose process died before it answered may
 * run again after a minute. Throws AppError 'idempotency_mismatch', 'idempotency_under_way'.
 */
export async function once(context: Context, asked: Asked, run: () => Promise<Answered>): Promise<Replayed> {
  const now = context.realNow();
  const claim = { ...asked, id: randomUUID(), createdAt: now };
  const before = await claimOr(context, claim);
  if (before) return { ...before, replayed: true };
  const answered = await runOrForget(context, claim, run);
  if (isForgotten(answered.status)) await deleteReplay(context.db, claim);
  else
    await updateReplayAnswered(context.db, claim, {
      status: answered.status,
      sealedBody: context.secrets.seal(answered.body, SEALED_CELLS.apiReplay(claim.id)),
    });
  await pruneNowAndThen(context, now);
  return { ...answered, replayed: false };
}

type Claim = Pick<ReplayRow, 'id' | 'sellerId' | 'key' | 'request' | 'createdAt'>;

/** Claims the key. Returns null if this request runs, else the response of the first one. */
async function claimOr(context: Context, claim: Claim): Promise<Answered | null> {
  if (await insertReplay(context.db, claim)) return null;
  const row = await findReplay(context.db, claim);
  if (row && isOver(row, claim.createdAt)) await deleteReplay(context.db, row);
  if (!row || isOver(row, claim.createdAt)) {
    if (await insertReplay(context.db, claim)) return null;
    throw new ShopError('idempotency_under_way', { facts: { retryAfter: 1 } });
  }
  if (row.request !== claim.request) throw new ShopError('idempotency_mismatch');
  if (row.status === null || row.sealedBody === null)
    throw new ShopError('idempotency_under_way', { facts: { retryAfter: 1 } });
  return { status: row.status, body: context.secrets.unseal(row.sealedBody, SEALED_CELLS.apiReplay(row.id)) };
}

const isOver = ({ status, createdAt }: ReplayRow, now: Date): boolean =>
  now.getTime() - createdAt.getTime() > (status === null ? GIVEN_UP_AFTER_MS : REPLAYS_KEPT_MS);

async function runOrForget(context: Context, claim: Claim, run: () => Promise<Answered>): Promise<Answered> {
  try {
    return await run();
  } catch (error) {
    await deleteReplay(context.db, claim);
    throw error;
  }
}

let turns = 0;

/** Deletes expired responses once every PRUNE_INTERVAL_REQUESTS requests. */
async function pruneNowAndThen(context: Context, now: Date): Promise<void> {
  turns += 1;
  if (turns % PRUNE_EVERY !== 1) return;
  await deleteReplaysBefore(context.db, new Date(now.getTime() - REPLAYS_KEPT_MS));
}
