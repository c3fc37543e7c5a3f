import { desc } from 'drizzle-orm';

import type { Db } from '#server/db/client.ts';
import { licenseProofKeys } from '#server/db/schema-delivery.ts';

export type ProofKeyRow = typeof licenseProofKeys.$inferSelect;

/** Newest first. */
export const listProofKeys = (db: Db): Promise<ProofKeyRow[]> =>
  db.select().from(licenseProofKeys).orderBy(desc(licenseProofKeys.createdAt), desc(licenseProofKeys.kid));

export const insertProofKey = async (db: Db, row: ProofKeyRow): Promise<void> =>
  void (await db.insert(licenseProofKeys).values(row));
