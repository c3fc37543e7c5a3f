import { hash, randomBytes } from 'node:crypto';

import type { Db } from '#server/db/client.ts';
import { upsertVisitSalt } from '#server/db/visit-salts.ts';

const SALT_BYTES = 32;
const VISITOR_BYTES = 8;
/** Number of days that can be today in some time zone. */
const MOST_DAYS = 4;

const known = new WeakMap<Db, Map<string, string>>();

/** Salt of a current day, shared by all processes. */
export async function saltOf(db: Db, day: string): Promise<string> {
  const salts = known.get(db) ?? new Map<string, string>();
  known.set(db, salts);
  const there = salts.get(day);
  if (there !== undefined) return there;
  const salt = Buffer.from(await upsertVisitSalt(db, day, randomBytes(SALT_BYTES))).toString('hex');
  salts.set(day, salt);
  for (const old of [...salts.keys()].toSorted().slice(0, -MOST_DAYS)) salts.delete(old);
  return salt;
}

type Who = { sellerId: string; day: string; address: string; userAgent: string };

/**
 * Pseudonymous id of a visitor for one seller and day; meaningless elsewhere and after the salt is deleted. Length
 * extension is no risk, because salts have one length and most of the hash is dropped.
 */
export const visitorOf = (salt: string, { sellerId, day, address, userAgent }: Who): Uint8Array =>
  hash('sha256', `${salt}${sellerId}\n${day}\n${address}\n${userAgent}`, 'buffer').subarray(0, VISITOR_BYTES);
