import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { createAddedFields } from '#domain/checkout-page.ts';
import { createDeliverableSettings } from '#domain/deliverable.ts';
import { withBundle } from '#domain/testing/bundle-items.ts';
import { entitlements } from '#server/db/schema-delivery.ts';
import { orders } from '#server/db/schema-orders.ts';
import {
  buyDeliveringPage,
  createDeliveringPage,
  PRIVATE_URL,
  type DeliveringPage,
} from '#server/testing/delivered-purchases.ts';
import { publishDelivery } from '#server/testing/delivering-page.ts';
import { moveClock } from '#server/testing/sold-orders.ts';
import { sellableConfig } from '#server/testing/test-app.ts';

import { signUrlWith } from '../sellers/signing-secret.ts';

const NAMES = ['Kiln forum', 'Glaze calculator', 'Before you start'];

async function buy(...[configChanges]: Parameters<typeof createDeliveringPage>) {
  const page = await createDeliveringPage(configChanges);
  return { ...page, ...(await buyDeliveringPage(page)) };
}

const loadOrder = async ({ app, attemptId }: Pick<DeliveringPage, 'app'> & { attemptId: string }) => {
  const [order] = await app.context.db.select().from(orders).where(eq(orders.attemptId, attemptId));
  if (!order) throw new Error('There is no order');
  return order;
};

test('the browser that paid sees everything that the order delivers', async () => {
  const { services, attemptId, cookies, ids } = await buy();
  const delivery = (await services.findPaidOrder(attemptId, cookies))?.delivery;
  expect(delivery).toEqual({
    kind: 'here',
    areFiles: false,
    items: [
      {
        id: ids['Kiln forum'],
        kind: 'link',
        name: 'Kiln forum',
        status: 'ready',
        endsAt: null,
        content: { kind: 'link', url: `/success/l/${ids['Kiln forum']}?t=${attemptId}` },
      },
      {
        id: ids['Glaze calculator'],
        kind: 'keys',
        name: 'Glaze calculator',
        status: 'ready',
        endsAt: null,
        content: { kind: 'keys', keys: [expect.stringMatching(/^GLAZE(-[0-9A-Z]{5}){5}$/) as string] },
      },
      {
        id: ids['Before you start'],
        kind: 'text',
        name: 'Before you start',
        status: 'ready',
        endsAt: null,
        content: { kind: 'text', text: 'Wedge some clay.' },
      },
    ],
  });
});

test('every other browser learns only where the email went, also two hours later', async () => {
  const sold = await buy();
  const { app, services, attemptId, cookies } = sold;
  const seenWith = async (header: string | null) => services.findPaidOrder(attemptId, header);
  for (const header of [null, 'tillwright-paid=', `tillwright-paid=${'A'.repeat(43)}`, `purchases=${'A'.repeat(43)}`]) {
    const seen = await seenWith(header);
    expect(seen?.delivery).toEqual({ kind: 'emailed', areFiles: false });
    expect(seen?.order?.email).toBe('j•••@example.com');
    for (const name of NAMES) expect(JSON.stringify(seen)).not.toContain(name);
    expect(JSON.stringify(seen)).not.toMatch(/GLAZE|jane@/);
  }
  await moveClock(app, 2);
  expect((await seenWith(cookies))?.delivery?.kind).toBe('emailed');
});

test('says of a pending order that it follows, and nothing of one whose access has ended', async () => {
  const sold = await buy();
  const { app, services, attemptId, cookies } = sold;
  const { db } = app.context;
  await db.update(orders).set({ state: 'pending' });
  await db.update(entitlements).set({ state: 'waiting', reason: 'payment_pending' });
  for (const header of [cookies, null])
    expect((await services.findPaidOrder(attemptId, header))?.delivery).toEqual({ kind: 'waiting', areFiles: false });
  await db.update(orders).set({ state: 'refunded' });
  await db.update(entitlements).set({ state: 'ended', reason: 'refunded' });
  expect((await services.findPaidOrder(attemptId, cookies))?.delivery).toBeNull();
});

test('opens a signed private link in the browser that paid, and nothing of other orders', async () => {
  const sold = await buy();
  const { app, seller, services, attemptId, cookies, ids } = sold;
  const other = await buyDeliveringPage(sold, { email: 'kim@example.com' });
  const open = (id: string | undefined, token: string, header: string | null) =>
    app.request(`/success/l/${id}?t=${token}`, { headers: header === null ? {} : { cookie: header } });
  const opened = await open(ids['Kiln forum'], attemptId, cookies);
  const { secret } = (await seller.rpc('show-signing-secret', {})).body;
  const order = await services.findPaidOrder(attemptId, cookies);
  expect(order?.delivery?.kind).toBe('here');
  const { id: orderId } = await loadOrder(sold);
  expect(opened.status).toBe(303);
  expect(opened.headers.get('location')).toBe(signUrlWith(secret, PRIVATE_URL, orderId));
  expect(opened.headers.get('cache-control')).toContain('no-store');
  for (const [id, token, header] of [
    [ids['Kiln forum'], attemptId, null],
    [ids['Kiln forum'], attemptId, other.cookies],
    [ids['Kiln forum'], crypto.randomUUID(), cookies],
    [ids['Glaze calculator'], attemptId, cookies],
    [crypto.randomUUID(), attemptId, cookies],
    ['nonsense', attemptId, cookies],
  ] as const)
    expect((await open(id, token, header)).status).toBe(404);
});

test.for([
  [{ state: 'waiting', reason: 'payment_pending' }, 409, 'delivery_not_ready'],
  [{ state: 'paused', reason: 'disputed' }, 409, 'delivery_paused'],
  [{ state: 'paused', reason: 'payment_overdue' }, 409, 'delivery_paused'],
  [{ state: 'ended', reason: 'revoked' }, 410, 'delivery_ended'],
  [{ state: 'active', endsAt: new Date(0) }, 410, 'delivery_ended'],
] as const)('says why access that is %o cannot be used', async ([change, status, code]) => {
  const { app, attemptId, cookies, ids } = await buy();
  await app.context.db.update(entitlements).set(change);
  const path = `/success/l/${ids['Kiln forum']}?t=${attemptId}`;
  const answer = await app.request(path, { headers: { cookie: cookies ?? '' } });
  expect([answer.status, await answer.json()]).toEqual([status, { page: null, problem: code }]);
});

test('leads only the browser that paid to the URL of the seller, with the order and a signature', async () => {
  const redirectUrl = 'https://a.example/thanks/{order_number}?order={order_id}';
  const delivery = { items: [], afterPayment: 'redirect' as const, redirectUrl, signRedirect: true };
  const sold = await buy({ delivery });
  const { app, seller, services, attemptId, cookies } = sold;
  const { secret } = (await seller.rpc('show-signing-secret', {})).body;
  const { id } = await loadOrder(sold);
  const url = `https://a.example/thanks/1?order=${id}`;
  const seenWith = async (header: string | null) => (await services.findPaidOrder(attemptId, header))?.redirectUrl;
  expect(await seenWith(cookies)).toBe(signUrlWith(secret, url, id));
  expect(await seenWith(null)).toBeNull();
  await app.context.db.update(orders).set({ state: 'refunded' }).where(eq(orders.id, id));
  expect(await seenWith(cookies)).toBeNull();
});

test('lists what a bundle delivers in the order of its products, and of what each delivers', async () => {
  const page = await createDeliveringPage();
  const { app, seller } = page;
  const text = { ...createDeliverableSettings('text'), text: 'Read this first.' };
  const inputs = ['First', 'Second'].map((name) => ({ settings: text, name }));
  const { pageId, deliverableIds } = await publishDelivery(app, seller, inputs, 'book');
  const items = deliverableIds.toReversed().map((id) => ({ id, offeredWith: null }));
  const delivery = { ...createAddedFields().delivery, items };
  await seller.rpc('save-checkout-page', {
    config: sellableConfig({ productName: 'Kiln book', delivery }),
    slug: 'book',
    pageId,
  });
  await seller.publishPage({ productName: 'Both', ...withBundle(pageId, page.pageId) }, 'both');
  const { attemptId, cookies } = await buyDeliveringPage({ ...page, slug: 'both' });
  const shown = (await page.services.findPaidOrder(attemptId, cookies))?.delivery;
  expect(shown?.kind === 'here' && shown.items.map(({ product, name }) => `${product}: ${name}`)).toEqual([
    'Kiln book: Second',
    'Kiln book: First',
    ...NAMES.map((name) => `Throwing Taller: ${name}`),
  ]);
});
