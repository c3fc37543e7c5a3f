import { hash, randomBytes } from 'node:crypto';

import type { Db } from '#server/db/client.ts';
import { upsertVisitSalt } from '#server/db/visit-salts.ts';

const SALT_BYTES = 32;
const VISITOR_BYTES = 8;
/** Days that are today somewhere on earth. */
const MOST_DAYS = 4;

const known = new WeakMap<Db, Map<string, string>>();

/** The salt of a day, which all processes share; only of days that are going on. */
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
 * The same for whoever comes again to one seller on one day; of no meaning anywhere else, or when the salt is gone. Salts
 * are of one length and most of the hash is thrown away: that it begins with its key gives nobody another one.
 */
export const visitorOf = (salt: string, { sellerId, day, address, userAgent }: Who): Uint8Array =>
  hash('sha256', `${salt}${sellerId}\n${day}\n${address}\n${userAgent}`, 'buffer').subarray(0, VISITOR_BYTES);
