/** Files that were uploaded earlier. For tests only. */
import { createHash } from 'node:crypto';

import { eq } from 'drizzle-orm';

import { deliverables, fileVersions, storedFiles } from '#server/db/schema-delivery.ts';

import type { TestApp } from './test-app.ts';

/** Gives a deliverable a first version of its file; only the rows, without the bytes. Returns the SHA-256. */
export async function insertFile({ context }: TestApp, deliverableId: string, fileName: string): Promise<string> {
  const sha256 = createHash('sha256').update(fileName).digest('hex');
  const createdAt = context.now();
  await context.db
    .insert(storedFiles)
    .values({ sha256, bytes: fileName.length, storedAt: createdAt })
    .onConflictDoNothing();
  const version = { number: 1, sha256, fileName, mediaType: 'application/pdf', scan: 'unscanned' as const, createdAt };
  await context.db.insert(fileVersions).values({ deliverableId, ...version });
  await context.db.update(deliverables).set({ currentVersion: 1 }).where(eq(deliverables.id, deliverableId));
  return sha256;
}
