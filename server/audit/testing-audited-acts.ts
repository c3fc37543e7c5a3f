/** Performs every audited action. Used by tests only. */
import { TOTP } from 'otpauth';
import { expect } from 'vitest';

import type { AuditAct } from '#domain/audit.ts';

import { replaceKeys } from '#server/auth/rotate-keys.ts';
import { confirmAddress, shownBy, takeOne } from '#server/auth/testing-mailbox.ts';
import type { AuditRow } from '#server/db/audit-entries.ts';
import { pageReports } from '#server/db/schema-guard.ts';
import { providerEvents } from '#server/db/schema-events.ts';
import { tellPages } from '#server/moderation/tell-pages.ts';
import { recordDisconnected } from '#server/stripe/account-changes.ts';
import { openProgram } from '#server/testing-api.ts';
import { sellerIdOf } from '#server/testing-plans.ts';
import { accountOf } from '#server/testing-refunds.ts';
import { authClient, sellableConfig, type TestSeller, type TestShop } from '#server/testing.ts';
import { tellEvents } from '#server/webhooks/tell-events.ts';

type World = { shop: TestShop; seller: TestSeller; pageId: string };
type Story = {
  by: AuditRow['actor'];
  /** Performs the action; returns the subject of its entry where that is predictable. */
  act: (world: World) => Promise<string | void>;
};

const PASSWORD = 'correct horse';

const pages = ({ shop }: World, ...words: string[]) => tellPages(shop.context, words);
const suspend = (world: World) => pages(world, 'suspend', 'taller', '--reason', 'It is not what it says.');

const another = async ({ seller }: World, slug: string) => (await seller.publish({}, slug)).pageId;

async function client({ shop, seller }: World) {
  const auth = authClient(shop.request);
  await auth.signInWithPassword({ email: seller.email, password: PASSWORD });
  return auth;
}

async function addFactor(world: World) {
  const auth = await client(world);
  await confirmAddress(world.shop.context, world.seller.session.user.id);
  const { data } = await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'My phone' });
  const code = new TOTP({ secret: data?.totp.secret ?? '' }).generate();
  const { error } = await auth.mfa.challengeAndVerify({ factorId: data?.id ?? '', code });
  expect(error).toBeNull();
  return { auth, factorId: data?.id ?? '' };
}

async function refund({ seller }: World): Promise<void> {
  const [order] = (await seller.call('list-orders', {})).body.orders;
  const orderId = order?.id ?? '';
  const [payment] = (await seller.call('get-order', { orderId })).body.payments;
  const wish = { orderId, paymentId: payment?.id ?? '', reason: 'duplicate' as const };
  await seller.call('refund-order', { ...wish, request: crypto.randomUUID() });
}

const HOOK = { url: 'https://hooks.example.com/till?key=abc' };
const ON_ONE_S_MACHINE = 'shop.localhost';
const domainOf = async ({ seller }: World): Promise<string> =>
  (await seller.call('list-domains', {})).body.domains[0]?.id ?? '';

const alone = (act: (world: World) => Promise<void>): Story => ({
  by: 'seller',
  act: async ({ shop }) => {
    const seller = await shop.seller();
    await act({ shop, seller, pageId: '' });
    return seller.session.user.id;
  },
});

/** How to perform each audited action, except for those in ELSEWHERE. */
export const STORIES: Record<Exclude<AuditAct, (typeof ELSEWHERE)[number]>, Story> = {
  page_published: {
    by: 'key',
    act: async ({ shop, seller, pageId }) => {
      const program = await openProgram(shop, seller);
      const { status } = await program.ask('POST', `/pages/${pageId}/publish`, { body: {} });
      expect(status).toBe(200);
      return pageId;
    },
  },
  slug_changed: {
    by: 'seller',
    act: async ({ seller, pageId }) => {
      await seller.call('save-checkout-page', { config: sellableConfig(), slug: 'taller', pageId });
      return pageId;
    },
  },
  page_off_sale: {
    by: 'seller',
    act: async (world) => {
      const pageId = await another(world, 'off-sale');
      await world.seller.call('unpublish-page', { pageId });
      return pageId;
    },
  },
  page_deleted: {
    by: 'seller',
    act: async (world) => {
      const pageId = await another(world, 'deleted');
      await world.seller.call('delete-page', { pageId });
      return pageId;
    },
  },
  page_reported: {
    by: 'shop',
    act: async ({ shop, pageId }) => {
      await shop.call('report-page', { slug: 'taller', reason: 'other', words: '' });
      return pageId;
    },
  },
  report_closed: {
    by: 'operator',
    act: async (world) => {
      const [report] = await world.shop.context.db.select().from(pageReports);
      await pages(world, 'close', report?.id ?? '');
      return report?.id;
    },
  },
  page_suspended: { by: 'operator', act: async (world) => (await suspend(world), world.pageId) },
  page_restored: {
    by: 'operator',
    act: async (world) => (await pages(world, 'restore', 'taller'), world.pageId),
  },
  domain_added: {
    by: 'seller',
    act: async ({ seller }) => {
      await seller.call('add-domain', { host: ON_ONE_S_MACHINE });
      return ON_ONE_S_MACHINE;
    },
  },
  domain_proven: { by: 'seller', act: () => Promise.resolve(ON_ONE_S_MACHINE) },
  domain_removed: {
    by: 'seller',
    act: async (world) => {
      await world.seller.call('remove-domain', { domainId: await domainOf(world) });
      return ON_ONE_S_MACHINE;
    },
  },
  stripe_connected: { by: 'shop', act: ({ seller }) => accountOf(seller) },
  order_refunded: {
    by: 'seller',
    act: async (world) => {
      const { body } = await world.shop.call('create-checkout-session', { slug: 'taller' });
      await world.shop.pay(body.url);
      await refund(world);
    },
  },
  orders_exported: {
    by: 'seller',
    act: async ({ shop, seller }) => {
      await seller.call('export-orders', {});
      return sellerIdOf(shop, seller);
    },
  },
  events_replayed: {
    by: 'operator',
    act: async ({ shop }) => {
      const [event] = await shop.context.db.select().from(providerEvents);
      await tellEvents(shop.context, ['replay', event?.id ?? '']);
      return event?.id;
    },
  },
  api_key_made: { by: 'seller', act: async ({ shop, seller }) => (await openProgram(shop, seller)).keyId },
  api_key_revoked: {
    by: 'seller',
    act: async ({ shop, seller }) => {
      const { keyId } = await openProgram(shop, seller);
      await seller.call('revoke-api-key', { keyId });
      return keyId;
    },
  },
  webhook_made: {
    by: 'seller',
    act: async ({ seller }) => (await seller.call('create-webhook-endpoint', HOOK)).body.endpoint.id,
  },
  webhook_removed: {
    by: 'seller',
    act: async ({ seller }) => {
      const [endpoint] = (await seller.call('list-webhook-endpoints', {})).body.endpoints;
      await seller.call('delete-webhook-endpoint', { endpointId: endpoint?.id ?? '' });
      return endpoint?.id;
    },
  },
  signed_in: {
    by: 'seller',
    act: async (world) => (await client(world), world.seller.session.user.id),
  },
  sign_in_failed: {
    by: 'seller',
    act: async ({ shop, seller }) => {
      const wrong = { email: seller.email, password: 'not the right one' };
      for (let times = 0; times < 2; times += 1) await authClient(shop.request).signInWithPassword(wrong);
      return seller.session.user.id;
    },
  },
  password_changed: alone(async (world) => {
    const change = { password: 'another horse', current_password: PASSWORD };
    expect((await (await client(world)).updateUser(change)).error).toBeNull();
  }),
  email_changed: {
    by: 'seller',
    act: async ({ shop }) => {
      const auth = authClient(shop.request);
      const { data } = await auth.signUp({ email: 'first@example.com', password: PASSWORD });
      await auth.updateUser({ email: 'second@example.com' });
      const { token_hash } = shownBy(await takeOne(shop.context, 'second@example.com', 'change_email'));
      expect((await auth.verifyOtp({ token_hash, type: 'email_change' })).error).toBeNull();
      return data.user?.id;
    },
  },
  factor_added: alone(async (world) => void (await addFactor(world))),
  factor_removed: alone(async (world) => {
    const { auth, factorId } = await addFactor(world);
    expect((await auth.mfa.unenroll({ factorId })).error).toBeNull();
  }),
  plan_changed: { by: 'shop', act: async ({ shop }) => onTrial(shop) },
  plan_canceled: { by: 'shop', act: async ({ shop }) => onTrial(shop, 'cancel-subscription') },
  account_exported: alone(async ({ seller }) => void (await seller.call('export-account', {}))),
  account_deleted: alone(
    async ({ seller: { call, email } }) => void (await call('delete-account', { email })),
  ),
  stripe_disconnected: {
    by: 'shop',
    act: async ({ shop, seller }) => {
      const account = await accountOf(seller);
      await recordDisconnected(shop.context, account);
      return account;
    },
  },
  // Last, because no token is valid after it.
  signing_keys_rotated: { by: 'operator', act: ({ shop }) => replaceKeys(shop.context) },
};

async function onTrial(shop: TestShop, then?: 'cancel-subscription'): Promise<void> {
  const seller = await shop.seller();
  await seller.call('create-subscription', { planId: 'growth' });
  if (then) expect((await seller.call(then, {})).status).toBe(200);
}

/** Actions that are covered by tests of the code that records them. */
export const ELSEWHERE = [
  'account_reset',
  'page_paused',
  'page_resumed',
  'sessions_ended',
  'backup_restored',
  'secrets_resealed',
] as const satisfies AuditAct[];
