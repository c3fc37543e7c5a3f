import { and, eq, inArray, isNull } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { deliverables, licenses } from '#server/db/schema-delivery.ts';
import { outbox } from '#server/db/schema-outbox.ts';
import { insertKeyDeliverable } from '#server/testing/licenses.ts';
import { createTestApp } from '#server/testing/test-app.ts';

import { warnAboutKeys } from './warn-about-keys.ts';

async function createKeyList(count: number) {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const { pageId } = await seller.publishPage({}, 'taller');
  const deliverableId = await insertKeyDeliverable({ app, seller, pageId }, { source: 'list' });
  const { db, now } = app.context;
  const add = async (prefix: string, added: number) => {
    const keys = Array.from({ length: added }, (_, index) => `${prefix}-${index}`);
    await seller.rpc('import-license-keys', { deliverableId, keys });
  };
  await add('FIRST', count);
  /** Takes keys as a sale does. */
  const take = (taken: number) =>
    db.transaction(async (tx) => {
      const isUnused = and(eq(licenses.deliverableId, deliverableId), isNull(licenses.entitlementId));
      const found = tx
        .select({ id: licenses.id })
        .from(licenses)
        .where(isUnused)
        .limit(taken)
        .for('update', { skipLocked: true });
      await tx.delete(licenses).where(inArray(licenses.id, found));
      await warnAboutKeys(tx, [deliverableId], now());
    });
  const listWarnings = async () => {
    const rows = await db.select().from(outbox).where(eq(outbox.kind, 'license_keys_low'));
    return rows.map(({ props }) => Number(props.unusedKeys)).toSorted((a, b) => a - b);
  };
  return { app, seller, deliverableId, add, take, listWarnings };
}

test('emails the seller at 20 keys and at none, once each until keys are added', async () => {
  const { seller, add, take, listWarnings, app } = await createKeyList(23);
  await take(2);
  expect(await listWarnings()).toEqual([]);
  await take(1);
  await take(1);
  expect(await listWarnings()).toEqual([20]);
  await take(19);
  await take(0);
  expect(await listWarnings()).toEqual([0, 20]);
  await add('SECOND', 2);
  await take(1);
  expect(await listWarnings()).toEqual([0, 1, 20]);
  const [mail] = await app.context.db.select().from(outbox).where(eq(outbox.kind, 'license_keys_low'));
  expect(mail).toMatchObject({ recipient: seller.email, props: { name: 'Kiln Planner Pro' } });
});

test('transactions at once that take the last keys send one email', async () => {
  const { take, listWarnings, deliverableId, app } = await createKeyList(3);
  await Promise.all([take(1), take(1), take(1)]);
  expect((await listWarnings()).filter((keys) => keys === 0)).toHaveLength(1);
  const [row] = await app.context.db.select().from(deliverables).where(eq(deliverables.id, deliverableId));
  expect(row?.warnedAtKeys).toBe(0);
});

test('sends nothing about keys that are generated', async () => {
  const { take, listWarnings, deliverableId, app } = await createKeyList(0);
  const [row] = await app.context.db.select().from(deliverables).where(eq(deliverables.id, deliverableId));
  if (row?.settings.kind !== 'keys') throw new Error('There are no keys');
  await app.context.db.update(deliverables).set({ settings: { ...row.settings, source: 'generated' } });
  await take(0);
  expect(await listWarnings()).toEqual([]);
});
