import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import type { OrderDetail } from '#domain/order-detail.ts';
import { auditEntries } from '#server/db/schema-protection.ts';
import { webhookEvents } from '#server/db/schema-webhooks.ts';
import { createApiClient } from '#server/testing/api-client.ts';
import {
  findNewestOrder,
  KEY_LIST,
  listAccess,
  listEntitlementRows,
  listLicensesOf,
  publishDelivery,
  sellLicense,
} from '#server/testing/delivering-page.ts';
import { buyPage } from '#server/testing/sold-orders.ts';
import { createTestApp, type TestApp, type TestSeller } from '#server/testing/test-app.ts';

async function createLicensedOrder() {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const order = await sellLicense(app, seller, 'licensed');
  return { app, seller, order, entitlementId: order.entitlements[0]?.id ?? '' };
}

const refund = (seller: TestSeller, { id: orderId, payments }: OrderDetail, keepAccess = false) =>
  seller.rpc('refund-order', {
    orderId,
    paymentId: payments[0]?.id ?? '',
    reason: 'duplicate',
    request: crypto.randomUUID(),
    keepAccess,
  });

const listAudit = async ({ context }: TestApp): Promise<string[]> =>
  (await context.db.select().from(auditEntries).orderBy(auditEntries.at))
    .map(({ action }) => action)
    .filter((action) => action.startsWith('access_') || action.startsWith('license_'));

const listTypes = async ({ context }: TestApp): Promise<string[]> =>
  (await context.db.select().from(webhookEvents).orderBy(webhookEvents.position))
    .map(({ type }) => type)
    .filter((type) => type.startsWith('entitlement.') || type.startsWith('license.'));

test('revokes access with its license key at once, and restores it', async () => {
  const { app, seller, entitlementId } = await createLicensedOrder();
  const revoked = await seller.rpc('revoke-entitlement', { entitlementId });
  expect(listAccess(revoked.body.order)).toEqual({ 'Pro license': 'ended: revoked' });
  expect(revoked.body.order.entitlements[0]?.licenses).toMatchObject([{ state: 'ended' }]);
  expect(revoked.body.order.events.at(-1)).toMatchObject({
    kind: 'access_ended',
    facts: { name: 'Pro license', reason: 'revoked' },
  });
  await seller.rpc('revoke-entitlement', { entitlementId });
  const restored = await seller.rpc('restore-entitlement', { entitlementId });
  expect(restored.body.order.entitlements).toMatchObject([
    { state: 'active', decision: null, licenses: [{ state: 'active' }] },
  ]);
  expect(await listAudit(app)).toEqual(['access_revoked', 'access_restored']);
  expect(await listTypes(app)).toEqual(['entitlement.granted', 'entitlement.ended', 'entitlement.resumed']);
});

test('revokes access for a program that writes its ID in upper case', async () => {
  const { app, seller, entitlementId } = await createLicensedOrder();
  const { send } = await createApiClient(app, seller);
  const answer = await send('POST', `/entitlements/${entitlementId.toUpperCase()}/revoke`);
  expect(answer).toMatchObject({ status: 200, body: { id: entitlementId, state: 'ended', reason: 'revoked' } });
});

test('restores access that a refund has ended, until the seller revokes it', async () => {
  const { app, seller, order, entitlementId } = await createLicensedOrder();
  await refund(seller, order);
  await app.waitUntilIdle();
  expect(listAccess(await findNewestOrder(seller))).toEqual({ 'Pro license': 'ended: refunded' });
  const restored = await seller.rpc('restore-entitlement', { entitlementId });
  expect(restored.body.order.entitlements).toMatchObject([{ state: 'active', decision: 'restored' }]);
  const revoked = await seller.rpc('revoke-entitlement', { entitlementId });
  expect(listAccess(revoked.body.order)).toEqual({ 'Pro license': 'ended: revoked' });
});

test('leaves access as it is that was revoked, when the seller refunds and keeps access', async () => {
  const { app, seller, order, entitlementId } = await createLicensedOrder();
  await seller.rpc('revoke-entitlement', { entitlementId });
  await refund(seller, order, true);
  await app.waitUntilIdle();
  expect(listAccess(await findNewestOrder(seller))).toEqual({ 'Pro license': 'ended: revoked' });
});

test('replaces a license key by one with the same limits', async () => {
  const { app, seller, order } = await createLicensedOrder();
  const [old] = order.entitlements[0]?.licenses ?? [];
  const licenseId = old?.id ?? '';
  const { body } = await seller.rpc('replace-license-key', { licenseId });
  const [license, ...others] = body.order.entitlements[0]?.licenses ?? [];
  expect([others, license?.state, license?.maxActivations]).toEqual([[], 'active', old?.maxActivations]);
  expect(license?.ending).not.toBe(old?.ending);
  expect(body.order.events.at(-1)).toMatchObject({ kind: 'license_replaced', facts: { by: 'seller' } });
  const [row] = await listEntitlementRows(app);
  expect(row?.licenses.map(({ state }) => state).toSorted()).toEqual(['active', 'replaced']);
  expect(await listAudit(app)).toEqual(['license_replaced']);
  expect(await listTypes(app)).toEqual(['entitlement.granted', 'license.replaced']);
  expect((await seller.rpc('replace-license-key', { licenseId })).body.error?.code).toBe('license_not_valid');
});

test('replaces no key that has expired', async () => {
  const { app, seller, order } = await createLicensedOrder();
  const licenseId = order.entitlements[0]?.licenses[0]?.id ?? '';
  await seller.rpc('update-license', { licenseId, expiresAt: app.context.now().toISOString() });
  expect((await seller.rpc('replace-license-key', { licenseId })).body.error?.code).toBe('license_not_valid');
});

test('replaces a key by the next one of the list, but takes none that a buyer has reserved', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const keys = ['KEY-AAAA1', 'KEY-AAAA2', 'KEY-AAAA3'];
  const { deliverableIds } = await publishDelivery(app, seller, [{ settings: KEY_LIST, keys }], 'licensed');
  await buyPage(app, 'licensed');
  const order = await findNewestOrder(seller);
  const licenseIdOf = ({ entitlements }: OrderDetail) => entitlements[0]?.licenses[0]?.id ?? '';
  const replaced = await seller.rpc('replace-license-key', { licenseId: licenseIdOf(order) });
  expect(replaced.body.order.entitlements[0]?.licenses).toMatchObject([{ ending: 'AAAA2' }]);
  await app.rpc('create-checkout-session', { slug: 'licensed' });
  const { body } = await seller.rpc('replace-license-key', { licenseId: licenseIdOf(replaced.body.order) });
  expect(body.error?.code).toBe('license_keys_missing');
  const states = (await listLicensesOf(app, deliverableIds[0] ?? '')).map(({ state }) => state);
  expect(states).toEqual(['replaced', 'active', 'unused']);
});

test('knows neither access nor keys of another seller', async () => {
  const { app, order, entitlementId } = await createLicensedOrder();
  const stranger = await app.signUpSeller();
  const licenseId = order.entitlements[0]?.licenses[0]?.id ?? '';
  expect((await stranger.rpc('revoke-entitlement', { entitlementId })).status).toBe(404);
  expect((await stranger.rpc('restore-entitlement', { entitlementId })).status).toBe(404);
  expect((await stranger.rpc('replace-license-key', { licenseId })).status).toBe(404);
  const audited = await app.context.db.select().from(auditEntries).where(eq(auditEntries.action, 'access_revoked'));
  expect(audited).toEqual([]);
});
