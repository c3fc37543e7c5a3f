import { eq, inArray } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { MAX_KEYS, MAX_KEYS_PER_IMPORT } from '#domain/deliverable.ts';
import { entitlements, licenses } from '#server/db/schema-delivery.ts';
import { checkoutAttempts, orders } from '#server/db/schema-orders.ts';
import { auditEntries } from '#server/db/schema-protection.ts';
import { unsealLicenseKey } from '#server/delivery/license-keys.ts';
import { lockUnusedKeys } from '#server/delivery/queries/assigned-keys.ts';
import {
  createProgram,
  createSoldLicense,
  fillKeyList,
  insertKeyDeliverable,
  insertLicense,
} from '#server/testing/licenses.ts';
import { insertOrders, moveClock } from '#server/testing/sold-orders.ts';
import { createTestApp } from '#server/testing/test-app.ts';

async function createKeyList() {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const { pageId, slug } = await seller.publishPage({}, 'taller');
  const deliverableId = await insertKeyDeliverable({ app, seller, pageId }, { source: 'list', maxActivations: 2 });
  const importKeys = (keys: string[]) => seller.rpc('import-license-keys', { deliverableId, keys });
  return { app, seller, deliverableId, slug, importKeys };
}

const buildKeys = (count: number, prefix = 'STUDIO') =>
  Array.from({ length: count }, (_, index) => `${prefix}-${String(index).padStart(6, '0')}`);

test('adds keys, ignores blank lines, and names the lines of duplicates', async () => {
  const { importKeys, seller, app, deliverableId } = await createKeyList();
  const first = await importKeys(['', 'STUDIO-000001', ' ', ' studio 000001', 'STUDIO-000002 ']);
  expect(first.body).toEqual({ added: 2, duplicates: [4], unusedKeys: 2 });
  const second = await importKeys(['STUDIO-000003', 'STUDIO-000002']);
  expect(second.body).toEqual({ added: 1, duplicates: [2], unusedKeys: 3 });
  const { licenses: rows, deliverables } = (await seller.rpc('list-licenses', {})).body;
  expect(rows.map(({ ending, state, maxActivations }) => `${ending} ${state} ${maxActivations}`).toSorted()).toEqual([
    '00001 unused 2',
    '00002 unused 2',
    '00003 unused 2',
  ]);
  expect(deliverables).toEqual([{ id: deliverableId, name: 'Kiln Planner Pro', unusedKeys: 3 }]);
  const row = rows.find(({ ending }) => ending === '00002');
  expect((await seller.rpc('show-license-key', { licenseId: row?.id ?? '' })).body.key).toBe('STUDIO-000002');
  const stored = await app.context.db.select().from(licenses);
  expect(JSON.stringify(stored)).not.toContain('STUDIO');
  const short = await importKeys(['STUDIO-000004', 'A-1']);
  expect(short).toMatchObject({ status: 400, body: { error: { problems: [{ path: 'keys.1' }] } } });
  expect((await seller.rpc('list-licenses', {})).body.count).toBe(3);
});

test('hands out the keys of one import in the order of their lines', async () => {
  const { importKeys, app, deliverableId } = await createKeyList();
  const keys = buildKeys(30).toReversed();
  await importKeys(keys);
  const inOrder = await lockUnusedKeys(app.context.db, deliverableId, keys.length);
  expect(inOrder.map((license) => unsealLicenseKey(app.context, license))).toEqual(keys);
});

test('adds 10,000 keys in one request within seconds, and refuses more than 100,000 in all', async () => {
  const { importKeys, app, seller, deliverableId } = await createKeyList();
  const startedAt = performance.now();
  const keys = buildKeys(MAX_KEYS_PER_IMPORT);
  expect((await importKeys(keys)).body).toMatchObject({ added: MAX_KEYS_PER_IMPORT, duplicates: [] });
  // Two seconds on an idle machine; tests share theirs.
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  const again = (await importKeys([...keys.slice(1), 'STUDIO-NEW-1'])).body;
  expect(again).toMatchObject({ added: 1, unusedKeys: MAX_KEYS_PER_IMPORT + 1 });
  expect(again.duplicates).toHaveLength(MAX_KEYS_PER_IMPORT - 1);
  expect((await importKeys([...keys, 'ONE-TOO-MANY'])).status).toBe(400);
  await fillKeyList({ app, seller }, deliverableId, MAX_KEYS - MAX_KEYS_PER_IMPORT - 2);
  expect((await importKeys(['LAST-KEY-1', 'LAST-KEY-2'])).body.error?.code).toBe('license_keys_full');
  expect((await importKeys(['LAST-KEY-1'])).body).toMatchObject({ added: 1, unusedKeys: MAX_KEYS });
});

test('two imports at once add each key once', async () => {
  const { importKeys } = await createKeyList();
  const answers = await Promise.all([importKeys(buildKeys(50)), importKeys(buildKeys(50)), importKeys(buildKeys(60))]);
  expect(answers.reduce((sum, { body }) => sum + body.added, 0)).toBe(60);
});

test('removes unused keys, except as many as buyers need who are paying', async () => {
  const { app, seller, importKeys, deliverableId, slug } = await createKeyList();
  await importKeys(buildKeys(5));
  await app.rpc('create-checkout-session', { slug });
  const remove = async () => (await seller.rpc('remove-unused-keys', { deliverableId })).body.removed;
  expect(await remove()).toBe(4);
  expect(await remove()).toBe(0);
  const [attempt] = await app.context.db.select().from(checkoutAttempts);
  await app.payAtStripe(attempt?.url ?? '');
  expect(await remove()).toBe(1);
});

test('lists the last sold keys first, by page, state, last letters and buyer', async () => {
  const sold = await createSoldLicense();
  const { app, seller, orderId, deliverableId, licenseId, key } = sold;
  const [otherOrderId = ''] = await insertOrders(sold, [{ email: 'Zoë.Miller@example.org' }]);
  const other = await insertLicense(app, { orderId: otherOrderId, deliverableId, state: 'paused' });
  await app.context.db
    .update(licenses)
    .set({ assignedAt: new Date(0) })
    .where(eq(licenses.id, licenseId));
  await seller.rpc('import-license-keys', { deliverableId, keys: buildKeys(60) });
  const list = async (filter: Parameters<typeof seller.rpc<'list-licenses'>>[1] = {}) =>
    (await seller.rpc('list-licenses', filter)).body;
  const first = await list();
  expect([first.count, first.pages, first.licenses.length]).toEqual([62, 2, 50]);
  expect(first.licenses.slice(0, 3).map(({ id, state }) => [id === other.licenseId, state])).toEqual([
    [true, 'paused'],
    [false, 'active'],
    [false, 'unused'],
  ]);
  const last = await list({ page: 99 });
  expect([last.page, last.licenses.length]).toEqual([2, 12]);
  const idsOf = async (filter: Parameters<typeof list>[0]) => (await list(filter)).licenses.map(({ id }) => id);
  expect(await idsOf({ state: 'paused' })).toEqual([other.licenseId]);
  expect(await idsOf({ search: 'zoë.MILLER' })).toEqual([other.licenseId]);
  expect(await idsOf({ search: key })).toEqual([licenseId]);
  expect(await idsOf({ search: key.slice(-4).toLowerCase() })).toContain(licenseId);
  expect((await list({ search: '00059' })).licenses).toMatchObject([{ ending: '00059', orderId: null }]);
  expect((await list({ search: '%' })).count).toBe(0);
  expect((await list({ deliverableId: crypto.randomUUID() })).count).toBe(0);
  await seller.rpc('update-license', {
    licenseId,
    expiresAt: new Date(app.context.now().getTime() + 1000).toISOString(),
  });
  expect(await idsOf({ state: 'active' })).toEqual([licenseId]);
  await moveClock(app, 1);
  expect(await idsOf({ state: 'active' })).toEqual([]);
  expect(await idsOf({ state: 'expired' })).toEqual([licenseId]);
  const [order] = await app.context.db
    .select()
    .from(orders)
    .where(inArray(orders.id, [orderId]));
  expect((await list({ state: 'expired' })).licenses[0]).toMatchObject({
    state: 'expired',
    orderNumber: order?.number,
  });
});

test('shows a whole key only after step-up authentication, with an audit entry', async () => {
  const { app, seller, licenseId, key } = await createSoldLicense();
  const show = () => seller.rpc('show-license-key', { licenseId });
  expect(await show()).toMatchObject({ status: 200, body: { key } });
  expect(
    await app.context.db.select().from(auditEntries).where(eq(auditEntries.action, 'license_key_shown')),
  ).toMatchObject([{ actor: 'seller', subject: licenseId }]);
  app.advance(6 * 60_000);
  expect((await show()).status).toBe(403);
  const { body } = await seller.rpc('get-license', { licenseId });
  expect(JSON.stringify(body)).not.toContain(key);
});

test('removes a device and changes the limits of a key', async () => {
  const { app, seller, licenseId, deliverableId, key } = await createSoldLicense({ maxActivations: 1 });
  const send = createProgram(app, deliverableId, key);
  await send('activate', { fingerprint: 'laptop', label: 'Studio' });
  const { activations } = (await seller.rpc('get-license', { licenseId })).body;
  expect(activations).toMatchObject([{ label: 'Studio', endedAt: null }]);
  const removed = await seller.rpc('end-activation', { activationId: activations[0]?.id ?? '' });
  expect(removed.body).toMatchObject({
    license: { activations: 0 },
    activations: [{ endedAt: expect.any(String) as string }],
  });
  expect(await seller.rpc('end-activation', { activationId: activations[0]?.id ?? '' })).toEqual(removed);
  expect((await send('check', { fingerprint: 'laptop' })).body).toMatchObject({ valid: false });
  const update = (change: object) => seller.rpc('update-license', { licenseId, ...change });
  await send('activate', { fingerprint: 'laptop' });
  expect((await send('activate', { fingerprint: 'phone' })).status).toBe(409);
  expect((await update({ maxActivations: 2 })).body.license).toMatchObject({ maxActivations: 2 });
  expect((await send('activate', { fingerprint: 'phone' })).status).toBe(200);
  // Devices that are active stay so when the limit is lowered.
  await update({ maxActivations: 1 });
  expect((await send('check', { fingerprint: 'phone' })).body).toMatchObject({
    valid: true,
    activations: { used: 2, max: 1 },
  });
  expect((await send('activate', { fingerprint: 'tablet' })).status).toBe(409);
  await update({ maxActivations: null, expiresAt: '2099-01-01T00:00:00Z' });
  expect((await send('activate', { fingerprint: 'tablet' })).body).toMatchObject({
    activations: { used: 3, max: null },
    expiresAt: '2099-01-01T00:00:00.000Z',
  });
  for (const maxActivations of [0, 1001, 1.5]) expect((await update({ maxActivations })).status).toBe(400);
});

test('a key expires with the buyer’s access at the latest', async () => {
  const { app, seller, licenseId } = await createSoldLicense();
  await app.context.db.update(entitlements).set({ endsAt: new Date('2030-05-06T12:00:00Z') });
  const update = async (expiresAt: string | null) =>
    (await seller.rpc('update-license', { licenseId, expiresAt })).body;
  for (const sameDay of [null, '2030-05-06T23:59:59.999Z'])
    expect(await update(sameDay)).toMatchObject({ license: { expiresAt: '2030-05-06T12:00:00.000Z' } });
  expect(await update('2030-05-05T23:59:59.999Z')).toMatchObject({
    license: { expiresAt: '2030-05-05T23:59:59.999Z' },
  });
  expect(await update('2030-05-07T00:00:00Z')).toMatchObject({
    error: { code: 'invalid_request', message: expect.stringContaining('May 6, 2030') as string },
  });
});
