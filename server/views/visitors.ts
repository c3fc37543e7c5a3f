import { hash, randomBytes } from 'node:crypto';

import type { Db } from '#server/db/client.ts';
import { getOrCreateVisitorSalt } from '#server/db/visit-salts.ts';

const SALT_BYTES = 32;
const VISITOR_BYTES = 8;
/** Number of days that can be today in some time zone. */
const MAX_CURRENT_DAYS = 4;

const saltCache = new WeakMap<Db, Map<string, string>>();

/** Salt of a current day, shared by all processes. */
export async function findOrCreateSalt(db: Db, day: string): Promise<string> {
  const salts = saltCache.get(db) ?? new Map<string, string>();
  saltCache.set(db, salts);
  const cachedSalt = salts.get(day);
  if (cachedSalt !== undefined) return cachedSalt;
  const salt = Buffer.from(await getOrCreateVisitorSalt(db, day, randomBytes(SALT_BYTES))).toString('hex');
  salts.set(day, salt);
  for (const expiredDay of [...salts.keys()].toSorted().slice(0, -MAX_CURRENT_DAYS)) salts.delete(expiredDay);
  return salt;
}

type VisitorKey = { sellerId: string; day: string; address: string; userAgent: string };

/**
 * Pseudonymous id of a visitor for one seller and day; meaningless elsewhere and after the salt is deleted. Length
 * extension is no risk, because salts have one length and most of the hash is dropped.
 */
export const visitorHash = (salt: string, { sellerId, day, address, userAgent }: VisitorKey): Uint8Array =>
  hash('sha256', `${salt}${sellerId}\n${day}\n${address}\n${userAgent}`, 'buffer').subarray(0, VISITOR_BYTES);
