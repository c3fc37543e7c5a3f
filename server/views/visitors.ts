import { createHmac, randomBytes } from 'node:crypto';

import type { Db } from '#server/db/client.ts';
import { upsertVisitSalt } from '#server/db/visit-salts.ts';

const SALT_BYTES = 32;
const VISITOR_BYTES = 8;
/** Days that are today somewhere on earth. */
const MOST_DAYS = 4;

const known = new WeakMap<Db, Map<string, Uint8Array>>();

/** The salt of a day, which all processes share; only of days that are going on. */
export async function saltOf(db: Db, day: string): Promise<Uint8Array> {
  const salts = known.get(db) ?? new Map<string, Uint8Array>();
  known.set(db, salts);
  const salt = salts.get(day) ?? (await upsertVisitSalt(db, day, randomBytes(SALT_BYTES)));
  salts.set(day, salt);
  for (const old of [...salts.keys()].toSorted().slice(0, -MOST_DAYS)) salts.delete(old);
  return salt;
}

type Who = { sellerId: string; day: string; address: string; userAgent: string };

/** The same for whoever comes again to one seller on one day; of no meaning anywhere else, or when the salt is gone. */
export const visitorOf = (salt: Uint8Array, { sellerId, day, address, userAgent }: Who): Uint8Array =>
  createHmac('sha256', salt)
    .update(`${sellerId}\n${day}\n${address}\n${userAgent}`)
    .digest()
    .subarray(0, VISITOR_BYTES);
