import { eq } from 'drizzle-orm';

import { CONFIG_SCHEMA, type CheckoutPageConfig } from '#domain/checkout-page.ts';

import type { Db } from './client.ts';
import { drafts } from './schema-pages.ts';

/** Revision of a page's draft; 0 without a draft. The caller must have locked the page's row. */
export async function findDraftRevision(db: Db, pageId: string): Promise<number> {
  const [row] = await db.select({ revision: drafts.revision }).from(drafts).where(eq(drafts.pageId, pageId));
  return row?.revision ?? 0;
}

type Draft = { pageId: string; config: CheckoutPageConfig; revision: number; published: boolean; now: Date };

export async function upsertDraft(db: Db, { pageId, config, revision, published, now }: Draft): Promise<void> {
  const values = {
    schema: CONFIG_SCHEMA,
    config,
    revision,
    updatedAt: now,
    ...(published ? { publishedRevision: revision } : {}),
  };
  await db
    .insert(drafts)
    .values({ pageId, ...values })
    .onConflictDoUpdate({ target: drafts.pageId, set: values });
}
