import { expect, test } from 'vitest';

import { MINUTE_MS } from '#domain/time-units.ts';
import { outbox } from '#server/db/schema-outbox.ts';
import { users } from '#server/db/schema-users.ts';
import { insertDeliverable, insertEntitlement, insertLicense } from '#server/testing/delivered-rows.ts';
import { createFaultyStripe } from '#server/testing/faulty-stripe.ts';
import { dataUrlOf, pngOf } from '#server/testing/image-files.ts';
import { advanceDays, createTrialSeller } from '#server/testing/seller-plans.ts';
import { createTestApp, type TestSeller, type TestApp } from '#server/testing/test-app.ts';

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0';

const signInFromOtherBrowser = async (app: TestApp, { email }: TestSeller) => {
  const answer = await app.request('/auth/v1/token?grant_type=password', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': FIREFOX },
    body: JSON.stringify({ email, password: 'correct horse' }),
  });
  return (await answer.json()) as { access_token: string; refresh_token: string };
};

const callFunctionAs = async (app: TestApp, token: string, name: string, body: object = {}) =>
  app.request(`/functions/v1/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });

const fetchStatusAs = async (app: TestApp, token: string) => (await callFunctionAs(app, token, 'get-account')).status;

test('lists each browser with a session, marks the current one, and ends another session at once', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const otherSignIn = await signInFromOtherBrowser(app, seller);
  const { sessions } = (await seller.rpc('list-sessions', {})).body;
  expect(sessions.map(({ current, device, kind }) => ({ current, device, kind }))).toContainEqual({
    current: false,
    device: 'Firefox on Windows',
    kind: 'desktop',
  });
  expect(sessions.filter(({ current }) => current)).toHaveLength(1);
  const otherSession = sessions.find(({ current }) => !current);
  expect(await fetchStatusAs(app, otherSignIn.access_token)).toBe(200);
  expect((await seller.rpc('end-session', { sessionId: otherSession?.id ?? '' })).status).toBe(200);
  expect(await fetchStatusAs(app, otherSignIn.access_token)).toBe(401);
  expect((await seller.rpc('list-sessions', {})).body.sessions).toHaveLength(1);
  expect((await seller.rpc('end-session', { sessionId: otherSession?.id ?? '' })).status).toBe(404);
});

test('does not end a session of another user', async () => {
  const app = await createTestApp();
  const [one, two] = [await app.signUpSeller(), await app.signUpSeller()];
  const [session] = (await two.rpc('list-sessions', {})).body.sessions;
  expect((await one.rpc('end-session', { sessionId: session?.id ?? '' })).status).toBe(404);
  expect((await two.rpc('get-account', {})).status).toBe(200);
});

test('pages security events newest first and shows them to their own user only', async () => {
  const app = await createTestApp();
  const [seller, otherSeller] = [await app.signUpSeller(), await app.signUpSeller()];
  for (let index = 0; index < 40; index++) {
    app.advance(1000);
    await signInFromOtherBrowser(app, seller);
    const [newest] = (await seller.rpc('list-sessions', {})).body.sessions;
    await seller.rpc('end-session', { sessionId: newest?.id ?? '' });
  }
  const first = (await seller.rpc('list-security-events', {})).body;
  expect(first.more).toBe(true);
  const all = [...first.events];
  for (let page = first; page.more; all.push(...page.events))
    page = (await seller.rpc('list-security-events', { before: all.at(-1)?.id ?? '' })).body;
  expect(all.filter(({ kind }) => kind === 'session_ended').length).toBeGreaterThanOrEqual(40);
  expect(all.map(({ at }) => at)).toEqual(
    all
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  );
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  const foreign = await otherSeller.rpc('list-security-events', { before: first.events[3]?.id ?? '' });
  expect(foreign.body).toEqual({ events: [], more: false });
});

test('exports the whole account as one file without password hashes', async () => {
  const app = await createTestApp();
  const seller = await createTrialSeller(app);
  await seller.publishPage({ productName: 'Course' }, 'course');
  const { body } = await app.rpc('create-checkout-session', { slug: 'course', email: 'buyer@example.com' });
  await app.payAtStripe(body.url);
  const [order] = (await seller.rpc('list-orders', {})).body.orders;
  const orderId = order?.id ?? '';
  const [payment] = (await seller.rpc('get-order', { orderId })).body.payments;
  await seller.rpc('refund-order', {
    orderId,
    paymentId: payment?.id ?? '',
    amount: 500,
    reason: 'duplicate',
    request: crypto.randomUUID(),
  });
  const deliverableId = await insertDeliverable({ app, orderId }, 'file');
  await insertLicense(app, deliverableId, await insertEntitlement(app, orderId, deliverableId));
  const file = (await seller.rpc('export-account', {})).body;
  expect(file).toMatchObject({
    format: 'tillwright-account',
    account: { email: seller.email, identities: [{ provider: 'email' }] },
    pages: [{ slug: 'course', published: { productName: 'Course' } }],
    orders: [{ number: 1, product: 'Course', state: 'partly_refunded', agreement: { accepted: false } }],
    sales: [{ currency: 'USD', refunded: 500 }],
    refunds: [{ amount: 500, state: 'succeeded', reason: 'duplicate' }],
    disputes: [],
    deliverables: [{ id: deliverableId, kind: 'file', name: 'Carving guide' }],
    fileVersions: [
      { deliverableId, number: 1, fileName: 'guide.pdf', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ],
    entitlements: [{ order: 1, deliverableId, state: 'active', downloads: 0 }],
    licenses: [{ deliverableId, state: 'active' }],
    subscriptions: [],
    plans: [{ plan: 'starter', status: 'trialing' }],
    audit: expect.arrayContaining([expect.objectContaining({ actor: 'shop', act: 'plan_changed' })]),
  });
  const [row] = await app.context.db.select().from(users);
  expect(JSON.stringify(file)).not.toContain(row?.passwordHash ?? 'no hash');
  expect((await seller.rpc('list-security-events', {})).body.events[0]?.kind).toBe('account_exported');
});

test('requires step-up authentication minutes after sign-in to export data, end other sessions or delete the account', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  app.advance(6 * MINUTE_MS);
  for (const answer of [
    await seller.rpc('export-account', {}),
    await seller.rpc('delete-account', { email: seller.email }),
    await seller.rpc('end-session', { sessionId: crypto.randomUUID() }),
  ])
    expect([answer.status, answer.body.error?.code]).toEqual([403, 'confirmation_needed']);
  expect((await seller.rpc('get-account', {})).body.unshown).toEqual(['first']);
});

test('reports what account deletion affects before anything is deleted', async () => {
  const app = await createTestApp();
  const seller = await createTrialSeller(app);
  await seller.publishPage({}, 'one');
  await seller.publishPage({}, 'two');
  const { pageId } = (await seller.rpc('save-draft', { config: (await firstPage(seller)).config })).body;
  expect(pageId).not.toBe('');
  expect((await seller.rpc('account-fate', {})).body).toEqual({
    pages: { total: 3, onSale: 2 },
    orders: 0,
    buyersSubscriptions: 0,
    hasDeliveries: false,
    subscription: { plan: 'starter', status: 'trialing' },
    connected: true,
  });
});

const firstPage = async (seller: TestSeller) => {
  const [page] = (await seller.rpc('list-pages', {})).body.pages;
  return (await seller.rpc('get-page', { pageId: page?.id ?? '' })).body;
};

test('ends sessions, pages and plan and removes the name when an account is deleted', async () => {
  const app = await createTestApp();
  const seller = await createTrialSeller(app, 'starter', 'pm_card_visa');
  await advanceDays(app, 8);
  await seller.publishPage({}, 'gone');
  const otherSignIn = await signInFromOtherBrowser(app, seller);
  expect((await seller.rpc('delete-account', { email: ` ${seller.email.toUpperCase()} ` })).status).toBe(200);
  await app.waitUntilIdle();
  expect(await fetchStatusAs(app, otherSignIn.access_token)).toBe(401);
  expect((await seller.rpc('get-account', {})).status).toBe(401);
  expect(await signInFromOtherBrowser(app, seller)).toMatchObject({ code: 'invalid_credentials' });
  const lateCheckout = await app.rpc('create-checkout-session', { slug: 'gone' });
  expect([lateCheckout.status, lateCheckout.body.error?.code]).toEqual([404, 'page_not_found']);
  const { data } = await app.context.stripe.plans.subscriptions.list({ status: 'all' });
  expect(data.map(({ status }) => status)).toEqual(['canceled']);
  const rows = await app.context.db.select().from(users);
  expect(JSON.stringify(rows)).not.toContain(seller.email);
  const mails = await app.context.db.select().from(outbox);
  expect(mails.filter(({ status }) => status === 'waiting').map(({ kind }) => kind)).toEqual(['account_deleted']);
});

test('creates an empty new account for the email address of a deleted one', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  await seller.publishPage({}, 'kept-away');
  await seller.rpc('delete-account', { email: seller.email });
  const newSeller = await app.signUpSeller(seller.email);
  expect((await newSeller.rpc('list-pages', {})).body.pages).toEqual([]);
  expect((await newSeller.rpc('check-slug', { slug: 'kept-away' })).body.available).toBe(false);
});

test('does not delete the account when the confirmation email differs', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const answer = await seller.rpc('delete-account', { email: 'somebody@example.com' });
  expect([answer.status, answer.body.error?.code]).toEqual([422, 'account_email_differs']);
  expect((await seller.rpc('get-account', {})).body.email).toBe(seller.email);
});

test('does not delete an account while its plan cannot be canceled, so that no one pays for nothing', async () => {
  const faultyStripe = createFaultyStripe();
  const app = await createTestApp({ wrapStripe: faultyStripe.wrapStripe });
  const seller = await createTrialSeller(app, 'starter', 'pm_card_visa');
  faultyStripe.injectFault(/^DELETE /, '429', 1);
  const errorResponse = await seller.rpc('delete-account', { email: seller.email });
  expect([errorResponse.status, errorResponse.body.error?.code]).toEqual([503, 'provider_unavailable']);
  expect((await seller.rpc('get-account', {})).body.email).toBe(seller.email);
  expect((await seller.rpc('delete-account', { email: seller.email })).status).toBe(200);
});

test('deletes the images of an account except those on orders and those that another seller also uploaded', async () => {
  const app = await createTestApp();
  const [seller, otherSeller] = [await createTrialSeller(app), await app.signUpSeller()];
  const uploadImage = async (uploader: TestSeller, width: number) => {
    const image = dataUrlOf('image/png', await pngOf(width, 8));
    return (await uploader.rpc('upload-image', { image, use: 'product' })).body.url;
  };
  const [soldUrl, unsoldUrl, sharedUrl] = [
    await uploadImage(seller, 8),
    await uploadImage(seller, 9),
    await uploadImage(seller, 10),
  ];
  expect(await uploadImage(otherSeller, 10)).toBe(sharedUrl);
  await seller.publishPage({ productImage: soldUrl }, 'pictured');
  const { body } = await app.rpc('create-checkout-session', { slug: 'pictured' });
  await app.payAtStripe(body.url);
  expect((await seller.rpc('delete-account', { email: seller.email })).status).toBe(200);
  const statuses = [];
  for (const url of [soldUrl, unsoldUrl, sharedUrl]) statuses.push((await app.request(url)).status);
  expect(statuses).toEqual([200, 404, 200]);
});
