/** Performs every audited action. Used by tests only. */
import { TOTP } from 'otpauth';
import { expect } from 'vitest';

import type { AuditAction } from '#domain/audit.ts';
import { createDeliverableSettings } from '#domain/deliverable.ts';
import type { AuditRow } from '#server/audit/record-audit.ts';
import { replaceKeys } from '#server/auth/signing-keys.ts';
import { pageReports } from '#server/db/schema-protection.ts';
import { stripeEvents } from '#server/db/schema-stripe-events.ts';
import { runEventsCommand } from '#server/ops/events-command.ts';
import { runPagesCommand } from '#server/ops/pages-command.ts';
import { recordDisconnected } from '#server/stripe/account-changes.ts';

import { createApiClient } from './api-client.ts';
import { sellLicense } from './delivering-page.ts';
import { insertKeyDeliverable, insertLicense } from './licenses.ts';
import { sellerIdOf } from './seller-plans.ts';
import { buyPage, getStripeAccountId } from './sold-orders.ts';
import { confirmAddress, parseMailLink, takeMailOfKind } from './take-mail.ts';
import { authClient, sellableConfig, type TestSeller, type TestApp } from './test-app.ts';

type Fixture = { app: TestApp; seller: TestSeller; pageId: string };
type AuditedAction = {
  actor: AuditRow['actor'];
  /** Performs the action; returns the subject of its entry where that is predictable. */
  run: (fixture: Fixture) => Promise<string | void>;
};

const PASSWORD = 'correct horse';

const runPages = ({ app }: Fixture, ...args: string[]) => runPagesCommand(app.context, args);
const suspend = (fixture: Fixture) => runPages(fixture, 'suspend', 'taller', '--reason', 'It is not what it says.');

const publishAnother = async ({ seller }: Fixture, slug: string) => (await seller.publishPage({}, slug)).pageId;

async function client({ app, seller }: Fixture) {
  const auth = authClient(app.request);
  await auth.signInWithPassword({ email: seller.email, password: PASSWORD });
  return auth;
}

async function addFactor(fixture: Fixture) {
  const auth = await client(fixture);
  await confirmAddress(fixture.app.context, fixture.seller.session.user.id);
  const { data } = await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'My phone' });
  const code = new TOTP({ secret: data?.totp.secret ?? '' }).generate();
  const { error } = await auth.mfa.challengeAndVerify({ factorId: data?.id ?? '', code });
  expect(error).toBeNull();
  return { auth, factorId: data?.id ?? '' };
}

const customerIdOf = async (seller: TestSeller): Promise<string> =>
  (await seller.rpc('list-customers', {})).body.customers[0]?.id ?? '';

async function refund({ seller }: Fixture): Promise<void> {
  const [order] = (await seller.rpc('list-orders', {})).body.orders;
  const orderId = order?.id ?? '';
  const [payment] = (await seller.rpc('get-order', { orderId })).body.payments;
  const request = { orderId, paymentId: payment?.id ?? '', reason: 'duplicate' as const };
  await seller.rpc('refund-order', { ...request, request: crypto.randomUUID() });
}

async function changeAccess(
  app: TestApp,
  seller: TestSeller,
  names: readonly ('revoke-entitlement' | 'restore-entitlement')[],
): Promise<string> {
  const { entitlements } = await sellLicense(app, seller, crypto.randomUUID());
  const entitlementId = entitlements[0]?.id ?? '';
  for (const name of names) await seller.rpc(name, { entitlementId });
  return entitlementId;
}

const HOOK = { url: 'https://hooks.example.com/till?key=abc' };
const LOCAL_HOST = 'shop.localhost';
const domainOf = async ({ seller }: Fixture): Promise<string> =>
  (await seller.rpc('list-domains', {})).body.domains[0]?.id ?? '';

async function createLink({ seller, pageId }: Fixture): Promise<string> {
  const settings = createDeliverableSettings('link');
  return (await seller.rpc('create-deliverable', { pageId, name: 'Course', settings })).body.deliverable.id;
}

const bySeller = (action: (fixture: Fixture) => Promise<void>): AuditedAction => ({
  actor: 'seller',
  run: async ({ app }) => {
    const seller = await app.signUpSeller();
    await action({ app, seller, pageId: '' });
    return seller.session.user.id;
  },
});

/** How to perform each audited action, except for those in ELSEWHERE. */
export const AUDITED_ACTIONS: Record<Exclude<AuditAction, (typeof TESTED_ELSEWHERE)[number]>, AuditedAction> = {
  page_published: {
    actor: 'key',
    run: async ({ app, seller, pageId }) => {
      const program = await createApiClient(app, seller);
      const { status } = await program.send('POST', `/pages/${pageId}/publish`, { body: {} });
      expect(status).toBe(200);
      return pageId;
    },
  },
  slug_changed: {
    actor: 'seller',
    run: async ({ seller, pageId }) => {
      await seller.rpc('save-checkout-page', { config: sellableConfig(), slug: 'taller', pageId });
      return pageId;
    },
  },
  deliverable_created: { actor: 'seller', run: createLink },
  deliverable_changed: {
    actor: 'seller',
    run: async (fixture) => {
      const deliverableId = await createLink(fixture);
      await fixture.seller.rpc('update-deliverable', { deliverableId, name: 'Lessons' });
      return deliverableId;
    },
  },
  deliverable_removed: {
    actor: 'seller',
    run: async (fixture) => {
      const deliverableId = await createLink(fixture);
      await fixture.seller.rpc('remove-deliverable', { deliverableId });
      return deliverableId;
    },
  },
  page_off_sale: {
    actor: 'seller',
    run: async (fixture) => {
      const pageId = await publishAnother(fixture, 'off-sale');
      await fixture.seller.rpc('unpublish-page', { pageId });
      return pageId;
    },
  },
  page_deleted: {
    actor: 'seller',
    run: async (fixture) => {
      const pageId = await publishAnother(fixture, 'deleted');
      await fixture.seller.rpc('delete-page', { pageId });
      return pageId;
    },
  },
  page_reported: {
    actor: 'system',
    run: async ({ app, pageId }) => {
      await app.rpc('report-page', { slug: 'taller', reason: 'other', words: '' });
      return pageId;
    },
  },
  report_closed: {
    actor: 'operator',
    run: async (fixture) => {
      const [report] = await fixture.app.context.db.select().from(pageReports);
      await runPages(fixture, 'close', report?.id ?? '');
      return report?.id;
    },
  },
  page_suspended: { actor: 'operator', run: async (fixture) => (await suspend(fixture), fixture.pageId) },
  page_restored: {
    actor: 'operator',
    run: async (fixture) => (await runPages(fixture, 'restore', 'taller'), fixture.pageId),
  },
  domain_added: {
    actor: 'seller',
    run: async ({ seller }) => {
      await seller.rpc('add-domain', { host: LOCAL_HOST });
      return LOCAL_HOST;
    },
  },
  domain_proven: { actor: 'seller', run: () => Promise.resolve(LOCAL_HOST) },
  domain_removed: {
    actor: 'seller',
    run: async (fixture) => {
      await fixture.seller.rpc('remove-domain', { domainId: await domainOf(fixture) });
      return LOCAL_HOST;
    },
  },
  stripe_connected: { actor: 'system', run: ({ seller }) => getStripeAccountId(seller) },
  order_refunded: {
    actor: 'seller',
    run: async (fixture) => {
      const { body } = await fixture.app.rpc('create-checkout-session', { slug: 'taller' });
      await fixture.app.payAtStripe(body.url);
      await refund(fixture);
    },
  },
  access_revoked: {
    actor: 'seller',
    run: ({ app, seller }) => changeAccess(app, seller, ['revoke-entitlement']),
  },
  access_restored: {
    actor: 'seller',
    run: ({ app, seller }) => changeAccess(app, seller, ['revoke-entitlement', 'restore-entitlement']),
  },
  license_replaced: {
    actor: 'seller',
    run: async ({ app, seller }) => {
      const { entitlements } = await sellLicense(app, seller, crypto.randomUUID());
      const licenseId = entitlements[0]?.licenses[0]?.id ?? '';
      await seller.rpc('replace-license-key', { licenseId });
      return licenseId;
    },
  },
  orders_exported: {
    actor: 'seller',
    run: async ({ app, seller }) => {
      await seller.rpc('export-orders', {});
      return sellerIdOf(app, seller);
    },
  },
  customers_exported: {
    actor: 'seller',
    run: async ({ app, seller }) => {
      await seller.rpc('export-customers', {});
      return sellerIdOf(app, seller);
    },
  },
  customer_exported: {
    actor: 'seller',
    run: async ({ seller }) => {
      const customerId = await customerIdOf(seller);
      await seller.rpc('export-customer', { customerId });
      return customerId;
    },
  },
  customer_deleted: {
    actor: 'seller',
    run: async ({ seller }) => {
      const customerId = await customerIdOf(seller);
      const { email } = (await seller.rpc('get-customer', { customerId })).body;
      await seller.rpc('delete-customer', { customerId, email });
      return customerId;
    },
  },
  events_replayed: {
    actor: 'operator',
    run: async ({ app }) => {
      const [event] = await app.context.db.select().from(stripeEvents);
      await runEventsCommand(app.context, ['replay', event?.id ?? '']);
      return event?.id;
    },
  },
  license_key_shown: {
    actor: 'key',
    run: async ({ app, seller, pageId }) => {
      await buyPage(app, 'taller');
      const [order] = (await seller.rpc('list-orders', {})).body.orders;
      const deliverableId = await insertKeyDeliverable({ app, seller, pageId });
      const { licenseId } = await insertLicense(app, { orderId: order?.id ?? '', deliverableId });
      const program = await createApiClient(app, seller);
      expect((await program.send('GET', `/licenses/${licenseId}/key`)).status).toBe(200);
      return licenseId;
    },
  },
  api_key_made: {
    actor: 'seller',
    run: async ({ app, seller }) => (await createApiClient(app, seller)).keyId,
  },
  api_key_revoked: {
    actor: 'seller',
    run: async ({ app, seller }) => {
      const { keyId } = await createApiClient(app, seller);
      await seller.rpc('revoke-api-key', { keyId });
      return keyId;
    },
  },
  webhook_made: {
    actor: 'seller',
    run: async ({ seller }) => (await seller.rpc('create-webhook-endpoint', HOOK)).body.endpoint.id,
  },
  webhook_removed: {
    actor: 'seller',
    run: async ({ seller }) => {
      const [endpoint] = (await seller.rpc('list-webhook-endpoints', {})).body.endpoints;
      await seller.rpc('delete-webhook-endpoint', { endpointId: endpoint?.id ?? '' });
      return endpoint?.id;
    },
  },
  signed_in: {
    actor: 'seller',
    run: async (fixture) => (await client(fixture), fixture.seller.session.user.id),
  },
  sign_in_failed: {
    actor: 'seller',
    run: async ({ app, seller }) => {
      const wrong = { email: seller.email, password: 'not the right one' };
      for (let times = 0; times < 2; times += 1) await authClient(app.request).signInWithPassword(wrong);
      return seller.session.user.id;
    },
  },
  password_changed: bySeller(async (fixture) => {
    const change = { password: 'another horse', current_password: PASSWORD };
    expect((await (await client(fixture)).updateUser(change)).error).toBeNull();
  }),
  email_changed: {
    actor: 'seller',
    run: async ({ app }) => {
      const auth = authClient(app.request);
      const { data } = await auth.signUp({ email: 'first@example.com', password: PASSWORD });
      await auth.updateUser({ email: 'second@example.com' });
      const { token_hash } = parseMailLink(await takeMailOfKind(app.context, 'second@example.com', 'change_email'));
      expect((await auth.verifyOtp({ token_hash, type: 'email_change' })).error).toBeNull();
      return data.user?.id;
    },
  },
  factor_added: bySeller(async (fixture) => void (await addFactor(fixture))),
  factor_removed: bySeller(async (fixture) => {
    const { auth, factorId } = await addFactor(fixture);
    expect((await auth.mfa.unenroll({ factorId })).error).toBeNull();
  }),
  plan_changed: { actor: 'system', run: async ({ app }) => startTrialOf(app) },
  plan_canceled: { actor: 'system', run: async ({ app }) => startTrialOf(app, 'cancel-subscription') },
  account_exported: bySeller(async ({ seller }) => void (await seller.rpc('export-account', {}))),
  account_deleted: bySeller(async ({ seller: { rpc: call, email } }) => void (await call('delete-account', { email }))),
  stripe_disconnected: {
    actor: 'system',
    run: async ({ app, seller }) => {
      const account = await getStripeAccountId(seller);
      await recordDisconnected(app.context, account);
      return account;
    },
  },
  // Last, because no token is valid after it.
  signing_keys_rotated: { actor: 'operator', run: ({ app }) => replaceKeys(app.context) },
};

async function startTrialOf(app: TestApp, functionName?: 'cancel-subscription'): Promise<void> {
  const seller = await app.signUpSeller();
  await seller.rpc('create-subscription', { planId: 'growth' });
  if (functionName) expect((await seller.rpc(functionName, {})).status).toBe(200);
}

/** Actions that are covered by tests of the code that records them. */
export const TESTED_ELSEWHERE = [
  'account_reset',
  'page_paused',
  'page_resumed',
  'sessions_ended',
  'backup_restored',
  'secrets_resealed',
] as const satisfies AuditAction[];
