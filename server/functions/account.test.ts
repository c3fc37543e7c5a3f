import { expect, test } from 'vitest';

import { dataUrlOf, pngOf } from '#server/media/image-files.ts';
import { openRoad } from '#server/testing-faults.ts';
import { passDays, sellerOnTrial } from '#server/testing-plans.ts';
import { openShop, type TestSeller, type TestShop } from '#server/testing.ts';
import { outbox } from '#server/db/schema-mail.ts';
import { users } from '#server/db/schema-people.ts';

const MINUTE_MS = 60_000;
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0';

const signInElsewhere = async (shop: TestShop, { email }: TestSeller) => {
  const answer = await shop.request('/auth/v1/token?grant_type=password', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': FIREFOX },
    body: JSON.stringify({ email, password: 'correct horse' }),
  });
  return (await answer.json()) as { access_token: string; refresh_token: string };
};

const asksAs = async (shop: TestShop, token: string, name: string, body: object = {}) =>
  shop.request(`/functions/v1/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });

const statusAs = async (shop: TestShop, token: string) => (await asksAs(shop, token, 'get-account')).status;

test('lists each browser with a session, marks the current one, and ends another session at once', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const other = await signInElsewhere(shop, seller);
  const { sessions } = (await seller.call('list-sessions', {})).body;
  expect(sessions.map(({ current, device, kind }) => ({ current, device, kind }))).toContainEqual({
    current: false,
    device: 'Firefox on Windows',
    kind: 'desktop',
  });
  expect(sessions.filter(({ current }) => current)).toHaveLength(1);
  const there = sessions.find(({ current }) => !current);
  expect(await statusAs(shop, other.access_token)).toBe(200);
  expect((await seller.call('end-session', { sessionId: there?.id ?? '' })).status).toBe(200);
  expect(await statusAs(shop, other.access_token)).toBe(401);
  expect((await seller.call('list-sessions', {})).body.sessions).toHaveLength(1);
  expect((await seller.call('end-session', { sessionId: there?.id ?? '' })).status).toBe(404);
});

test('does not end a session of another user', async () => {
  const shop = await openShop();
  const [one, two] = [await shop.seller(), await shop.seller()];
  const [session] = (await two.call('list-sessions', {})).body.sessions;
  expect((await one.call('end-session', { sessionId: session?.id ?? '' })).status).toBe(404);
  expect((await two.call('get-account', {})).status).toBe(200);
});

test('pages security events newest first and shows them to their own user only', async () => {
  const shop = await openShop();
  const [seller, other] = [await shop.seller(), await shop.seller()];
  for (let index = 0; index < 40; index++) {
    shop.advance(1000);
    await signInElsewhere(shop, seller);
    const [newest] = (await seller.call('list-sessions', {})).body.sessions;
    await seller.call('end-session', { sessionId: newest?.id ?? '' });
  }
  const first = (await seller.call('list-security-events', {})).body;
  expect(first.more).toBe(true);
  const all = [...first.events];
  for (let page = first; page.more; all.push(...page.events))
    page = (await seller.call('list-security-events', { before: all.at(-1)?.id ?? '' })).body;
  expect(all.filter(({ kind }) => kind === 'session_ended').length).toBeGreaterThanOrEqual(40);
  expect(all.map(({ at }) => at)).toEqual(
    all
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  );
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  const foreign = await other.call('list-security-events', { before: first.events[3]?.id ?? '' });
  expect(foreign.body).toEqual({ events: [], more: false });
});

test('exports the whole account as one file without password hashes', async () => {
  const shop = await openShop();
  const seller = await sellerOnTrial(shop);
  await seller.publish({ productName: 'Course' }, 'course');
  const { body } = await shop.call('create-checkout-session', { slug: 'course', email: 'buyer@example.com' });
  await shop.pay(body.url);
  const [order] = (await seller.call('list-orders', {})).body.orders;
  const orderId = order?.id ?? '';
  const [payment] = (await seller.call('get-order', { orderId })).body.payments;
  await seller.call('refund-order', {
    orderId,
    paymentId: payment?.id ?? '',
    amount: 500,
    reason: 'duplicate',
    request: crypto.randomUUID(),
  });
  const file = (await seller.call('export-account', {})).body;
  expect(file).toMatchObject({
    format: 'tillwright-account',
    account: { email: seller.email, identities: [{ provider: 'email' }] },
    pages: [{ slug: 'course', published: { productName: 'Course' } }],
    orders: [{ number: 1, product: 'Course', state: 'partly_refunded', agreement: { accepted: false } }],
    sales: [{ currency: 'USD', refunded: 500 }],
    refunds: [{ amount: 500, state: 'succeeded', reason: 'duplicate' }],
    disputes: [],
    subscriptions: [],
    plans: [{ plan: 'starter', status: 'trialing' }],
  });
  const [row] = await shop.context.db.select().from(users);
  expect(JSON.stringify(file)).not.toContain(row?.passwordHash ?? 'no hash');
  expect((await seller.call('list-security-events', {})).body.events[0]?.kind).toBe('account_exported');
});

test('requires step-up authentication minutes after sign-in to export data, end other sessions or delete the account', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  shop.advance(6 * MINUTE_MS);
  for (const answer of [
    await seller.call('export-account', {}),
    await seller.call('delete-account', { email: seller.email }),
    await seller.call('end-session', { sessionId: crypto.randomUUID() }),
  ])
    expect([answer.status, answer.body.error?.code]).toEqual([403, 'confirmation_needed']);
  expect((await seller.call('get-account', {})).body.unshown).toEqual(['first']);
});

test('reports what account deletion affects before anything is deleted', async () => {
  const shop = await openShop();
  const seller = await sellerOnTrial(shop);
  await seller.publish({}, 'one');
  await seller.publish({}, 'two');
  const { pageId } = (await seller.call('save-draft', { config: (await firstPage(seller)).config })).body;
  expect(pageId).not.toBe('');
  expect((await seller.call('account-fate', {})).body).toEqual({
    pages: { total: 3, onSale: 2 },
    orders: 0,
    buyersSubscriptions: 0,
    subscription: { plan: 'starter', status: 'trialing' },
    connected: true,
  });
});

const firstPage = async (seller: TestSeller) => {
  const [page] = (await seller.call('list-pages', {})).body.pages;
  return (await seller.call('get-page', { pageId: page?.id ?? '' })).body;
};

test('ends sessions, pages and plan and removes the name when an account is deleted', async () => {
  const shop = await openShop();
  const seller = await sellerOnTrial(shop, 'starter', 'pm_card_visa');
  await passDays(shop, 8);
  await seller.publish({}, 'gone');
  const other = await signInElsewhere(shop, seller);
  expect((await seller.call('delete-account', { email: ` ${seller.email.toUpperCase()} ` })).status).toBe(
    200,
  );
  await shop.settled();
  expect(await statusAs(shop, other.access_token)).toBe(401);
  expect((await seller.call('get-account', {})).status).toBe(401);
  expect(await signInElsewhere(shop, seller)).toMatchObject({ code: 'invalid_credentials' });
  const late = await shop.call('create-checkout-session', { slug: 'gone' });
  expect([late.status, late.body.error?.code]).toEqual([404, 'page_not_found']);
  const { data } = await shop.context.stripe.plans.subscriptions.list({ status: 'all' });
  expect(data.map(({ status }) => status)).toEqual(['canceled']);
  const rows = await shop.context.db.select().from(users);
  expect(JSON.stringify(rows)).not.toContain(seller.email);
  const mails = await shop.context.db.select().from(outbox);
  expect(mails.filter(({ status }) => status === 'waiting').map(({ kind }) => kind)).toEqual([
    'account_deleted',
  ]);
});

test('creates an empty new account for the email address of a deleted one', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  await seller.publish({}, 'kept-away');
  await seller.call('delete-account', { email: seller.email });
  const again = await shop.seller(seller.email);
  expect((await again.call('list-pages', {})).body.pages).toEqual([]);
  expect((await again.call('check-slug', { slug: 'kept-away' })).body.available).toBe(false);
});

test('does not delete the account when the confirmation email differs', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const answer = await seller.call('delete-account', { email: 'somebody@example.com' });
  expect([answer.status, answer.body.error?.code]).toEqual([422, 'account_email_differs']);
  expect((await seller.call('get-account', {})).body.email).toBe(seller.email);
});

test('does not delete an account while its plan cannot be canceled, so that no one pays for nothing', async () => {
  const road = openRoad();
  const shop = await openShop({ aroundProvider: road.aroundProvider });
  const seller = await sellerOnTrial(shop, 'starter', 'pm_card_visa');
  road.break(/^DELETE /, '429', 1);
  const refused = await seller.call('delete-account', { email: seller.email });
  expect([refused.status, refused.body.error?.code]).toEqual([503, 'provider_unavailable']);
  expect((await seller.call('get-account', {})).body.email).toBe(seller.email);
  expect((await seller.call('delete-account', { email: seller.email })).status).toBe(200);
});

test('deletes the images of an account except those on orders and those that another seller also uploaded', async () => {
  const shop = await openShop();
  const [seller, other] = [await sellerOnTrial(shop), await shop.seller()];
  const put = async (whose: TestSeller, width: number) => {
    const image = dataUrlOf('image/png', await pngOf(width, 8));
    return (await whose.call('upload-image', { image, use: 'product' })).body.url;
  };
  const [sold, unsold, shared] = [await put(seller, 8), await put(seller, 9), await put(seller, 10)];
  expect(await put(other, 10)).toBe(shared);
  await seller.publish({ productImage: sold }, 'pictured');
  const { body } = await shop.call('create-checkout-session', { slug: 'pictured' });
  await shop.pay(body.url);
  expect((await seller.call('delete-account', { email: seller.email })).status).toBe(200);
  const statuses = [];
  for (const url of [sold, unsold, shared]) statuses.push((await shop.request(url)).status);
  expect(statuses).toEqual([200, 404, 200]);
});
