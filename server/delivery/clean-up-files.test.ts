import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { deliverables, entitlements, fileVersions, storedFiles } from '#server/db/schema-delivery.ts';
import { pages } from '#server/db/schema-pages.ts';
import { createContent, createSoldFile, sha256Of, uploadFile } from '#server/testing/file-delivery.ts';
import { moveClock } from '#server/testing/sold-orders.ts';
import { sellableConfig } from '#server/testing/test-app.ts';

import { cleanUpFiles } from './clean-up-files.ts';

const DAY_HOURS = 24;

/** A sold file whose content was uploaded long ago. */
async function createOldFile() {
  const sold = await createSoldFile();
  const { context } = sold.app;
  const age = () => context.db.update(storedFiles).set({ storedAt: new Date(0) });
  await age();
  const isStored = () => context.files.exists(sha256Of(sold.content));
  return { ...sold, context, age, isStored, cleanUp: () => cleanUpFiles(context) };
}

test('stores files of a deleted page until the last buyer’s access has ended', async () => {
  const { app, context, age, isStored, cleanUp, peek, seller, pageId, deliverableId } = await createOldFile();
  await uploadFile(app, seller, { pageId, content: createContent(77), deliverableId });
  await age();
  const storage = async () => (await seller.rpc('list-files', {})).body;
  await context.db.update(pages).set({ deletedAt: context.now() });
  await moveClock(app, 30 * DAY_HOURS);
  await cleanUp();
  expect((await peek()).status).toBe(200);
  expect(await storage()).toMatchObject({ files: [{ removed: true, versions: 2 }], storage: { used: 77 } });

  await context.db.update(entitlements).set({ state: 'ended', reason: 'refunded', changedAt: context.now() });
  await moveClock(app, 6 * DAY_HOURS);
  await cleanUp();
  expect(await isStored()).toBe(true);
  await moveClock(app, 2 * DAY_HOURS);
  await cleanUp();
  expect([await isStored(), await context.db.select().from(storedFiles)]).toEqual([false, []]);
  expect(await storage()).toMatchObject({ files: [], storage: { used: 0 } });
});

test('leaves files alone that a page delivers, and that were removed or stored lately', async () => {
  const { app, context, age, isStored, cleanUp, deliverableId } = await createOldFile();
  const { db } = context;
  await db.delete(entitlements);
  await moveClock(app, 30 * DAY_HOURS);
  await cleanUp();
  expect(await db.select().from(fileVersions)).toHaveLength(1);
  await db.update(deliverables).set({ removedAt: context.now() });
  await moveClock(app, 6 * DAY_HOURS);
  await cleanUp();
  expect(await db.select().from(fileVersions)).toHaveLength(1);
  await db.update(storedFiles).set({ storedAt: context.realNow() });
  await moveClock(app, 2 * DAY_HOURS);
  await cleanUp();
  expect([await db.select().from(fileVersions), await isStored()]).toEqual([[], true]);
  const [row] = await db.select().from(deliverables).where(eq(deliverables.id, deliverableId));
  expect(row?.currentVersion).toBe(null);
  await age();
  await cleanUp();
  expect(await isStored()).toBe(false);
});

test('leaves a content alone that another file has as well', async () => {
  const { app, context, age, content, isStored, cleanUp, seller, pageId, deliverableId } = await createOldFile();
  await uploadFile(app, seller, { pageId, content, fileName: 'Same.bin' });
  await age();
  await context.db.delete(fileVersions).where(eq(fileVersions.deliverableId, deliverableId));
  await cleanUp();
  expect(await isStored()).toBe(true);
  await context.db.delete(fileVersions);
  await cleanUp();
  expect(await isStored()).toBe(false);
});

test('does not delete a content that is uploaded again at the same time', async () => {
  const { app, context, age, content, isStored, cleanUp } = await createOldFile();
  const other = await app.signUpSeller();
  await other.givePlan();
  const { body } = await other.rpc('save-draft', { config: sellableConfig() });
  for (let round = 0; round < 5; round++) {
    await context.db.delete(fileVersions);
    await age();
    await Promise.all([uploadFile(app, other, { pageId: body.pageId, content, fileName: `${round}.bin` }), cleanUp()]);
    expect([round, await isStored()]).toEqual([round, true]);
  }
});
