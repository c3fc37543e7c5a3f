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

/** How long an answer is kept, and how long a request may take before it counts as dead. */
export const REPLAYS_KEPT_MS = DAY_MS;
export const GIVEN_UP_AFTER_MS = MINUTE_MS;
export const MAX_REPLAY_KEY = 255;

const PRINTABLE = /^[\x20-\x7e]+$/;
const PRUNE_EVERY = 200;

/** What was answered: the body is JSON as it went over the line. */
export type Answered = { status: number; body: string };

/** What makes two requests the same one. */
export const requestHash = (method: string, address: string, body: string): string =>
  createHash('sha256').update(`${method} ${address}\n${body}`).digest('hex');

/** Throws ShopError 'invalid_request'. */
export function checkReplayKey(key: string): void {
  if (key.length <= MAX_REPLAY_KEY && PRINTABLE.test(key)) return;
  const message = `An idempotency key has 1 to ${MAX_REPLAY_KEY} printable letters of ASCII.`;
  throw new ShopError('invalid_request', { message, facts: { problems: [`Idempotency-Key: ${message}`] } });
}

/** Nothing has happened then, and it may go differently the next time. */
const isForgotten = (status: number): boolean => status >= 500 || [400, 413, 415, 429].includes(status);

type Asked = { sellerId: string; key: string; request: string };
type Replayed = Answered & { replayed: boolean };

/**
 * Runs what a key was sent with once, and answers its repetitions the same. Throws ShopError 'idempotency_mismatch',
 * 'idempotency_under_way'. A process that dies between what it did and its answer is given up after a minute: its
 * request runs again then.
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

/** Null: it is ours to run. Else what the first one was answered. */
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

/** What is older than it is kept is of no use to anybody. */
async function pruneNowAndThen(context: Context, now: Date): Promise<void> {
  turns += 1;
  if (turns % PRUNE_EVERY !== 1) return;
  await deleteReplaysBefore(context.db, new Date(now.getTime() - REPLAYS_KEPT_MS));
}
