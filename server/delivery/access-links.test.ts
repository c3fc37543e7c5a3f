import { randomBytes } from 'node:crypto';

import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import type { EmailOf } from '#domain/email.ts';
import { accessLinks } from '#server/db/schema-delivery.ts';
import { outbox } from '#server/db/schema-outbox.ts';
import { toMail } from '#server/email/queries/outbox.ts';
import { captureLog } from '#server/testing/captured-log.ts';
import { buyDeliveringPage, createDeliveringPage, type DeliveringPage } from '#server/testing/delivered-purchases.ts';
import { addVerifiedDomain, requestAt } from '#server/testing/sites.ts';
import { getStripeAccountId, moveClock } from '#server/testing/sold-orders.ts';
import { sellableConfig } from '#server/testing/test-app.ts';

const DAY_HOURS = 24;

const listReceipts = async ({ app: { context } }: Pick<DeliveringPage, 'app'>) => {
  const rows = await context.db.select().from(outbox).where(eq(outbox.kind, 'receipt')).orderBy(outbox.createdAt);
  return rows.map((row) => ({ row, mail: toMail(row, context.secrets.unseal) as EmailOf<'receipt'> }));
};

async function buy(options: Parameters<typeof createDeliveringPage>[1] = {}) {
  const page = await createDeliveringPage({}, options);
  const bought = await buyDeliveringPage(page);
  const [receipt] = await listReceipts(page);
  const token = new URL(receipt?.mail.delivery?.link ?? '').pathname.split('/').at(-1) ?? '';
  return { ...page, ...bought, receipt, token };
}

test('the receipt contains license keys in full and a link, and is encrypted until it is sent', async () => {
  const { receipt, app, token } = await buy();
  expect(Object.keys(receipt?.row.props ?? {})).toEqual(['sealed']);
  expect(receipt?.mail.delivery).toEqual({
    link: `http://localhost:3000/g/${token}`,
    linkDays: 30,
    items: [
      { name: 'Kiln forum', kind: 'link', keys: [], moreKeys: 0 },
      { name: 'Glaze calculator', kind: 'keys', keys: [expect.stringMatching(/^GLAZE-/) as string], moreKeys: 0 },
      { name: 'Before you start', kind: 'text', keys: [], moreKeys: 0 },
    ],
  });
  const [link] = await app.context.db.select().from(accessLinks);
  expect(link?.tokenHash).not.toContain(token);
});

test('the receipt of a page that delivers nothing has no link', async () => {
  const { delivery } = sellableConfig();
  const page = await createDeliveringPage({ delivery });
  await buyDeliveringPage(page);
  const [receipt] = await listReceipts(page);
  expect(receipt?.mail.delivery).toBeUndefined();
  expect(receipt?.row.props).toHaveProperty('order');
  expect(await page.app.context.db.select().from(accessLinks)).toEqual([]);
});

test('an email about a pending payment says that it follows, and the receipt has the link once it has arrived', async () => {
  const page = await createDeliveringPage();
  const { app, seller, services, slug } = page;
  const debits = { method: 'POST', body: new URLSearchParams({ act: 'debits_always' }) };
  await app.request(`/sandbox/dashboard/${await getStripeAccountId(seller)}/settings`, debits);
  const started = await services.startCheckout({ slug, email: 'jane@example.com' }, '203.0.113.7');
  if ('error' in started) throw new Error(started.error.message);
  const body = new URLSearchParams({ email: 'jane@example.com', name: 'Jane Buyer', bank: 'debit_succeeds' });
  await app.request(`${new URL(started.url).pathname}/debit`, { method: 'POST', body });
  await app.waitUntilIdle();
  const [pending] = await app.context.db.select().from(outbox).where(eq(outbox.kind, 'order_pending'));
  expect(pending?.props.delivers).toBe(true);
  expect((await services.findPaidOrder(started.attemptId))?.delivery?.kind).toBe('waiting');
  expect(await app.context.db.select().from(accessLinks)).toEqual([]);
  await moveClock(app, 4 * DAY_HOURS);
  const [receipt] = await listReceipts(page);
  expect(receipt?.mail.delivery?.items).toHaveLength(3);
});

test('the link opens its order and no other', async () => {
  const sold = await buy();
  const { app, services, token, ids } = sold;
  const page = await services.findAccessLink(token);
  expect(page).toMatchObject({ kind: 'open', productName: 'Throwing Taller', number: 1 });
  expect(page?.kind === 'open' && page.items.map(({ name, content }) => [name, content])).toMatchObject([
    ['Kiln forum', { url: `/g/${token}/l/${ids['Kiln forum']}` }],
    ['Glaze calculator', { kind: 'keys' }],
    ['Before you start', { kind: 'text' }],
  ]);
  const opened = await app.request(`/g/${token}/l/${ids['Kiln forum']}`);
  expect([opened.status, opened.headers.get('location')?.split('?')[0]]).toEqual([303, 'https://forum.example/join']);
  for (const id of [ids['Glaze calculator'], crypto.randomUUID(), 'nonsense'])
    expect((await app.request(`/g/${token}/l/${id}`)).status).toBe(404);
});

test('1,000 random tokens, and truncated and altered ones, open nothing', async () => {
  const { app, token, ids } = await buy();
  const random = Array.from({ length: 1000 }, () => randomBytes(32).toString('base64url'));
  const truncated = Array.from({ length: token.length - 1 }, (_, length) => token.slice(0, length + 1));
  const altered = Array.from({ length: token.length }, (_, at) => {
    const other = token[at] === 'A' ? 'B' : 'A';
    return token.slice(0, at) + other + token.slice(at + 1);
  });
  const similar = [`${token}A`, token.toLowerCase(), token.toUpperCase(), `${token}.`, encodeURIComponent(` ${token}`)];
  const statuses = new Set<number>();
  for (const candidate of [...random, ...truncated, ...altered, ...similar]) {
    if (candidate === token) continue;
    statuses.add((await app.request(`/g/${candidate}`)).status);
    statuses.add((await app.request(`/g/${candidate}/l/${ids['Kiln forum']}`)).status);
  }
  expect([...statuses]).toEqual([404]);
  expect((await app.request(`/g/${token}`)).status).toBe(200);
});

test('an old link shows nothing until its buyer has confirmed their email address', async () => {
  const sold = await buy();
  const { app, services, token, ids } = sold;
  await moveClock(app, 30 * DAY_HOURS);
  const page = await services.findAccessLink(token);
  expect(page).toMatchObject({ kind: 'confirm', email: 'j•••@example.com' });
  expect(JSON.stringify(page)).not.toMatch(/Kiln forum|GLAZE|jane@/);
  const opened = await app.request(`/g/${token}/l/${ids['Kiln forum']}`);
  expect([opened.status, opened.headers.get('location')]).toEqual([303, `/g/${token}`]);
  expect(await services.confirmAccessLink(token, '203.0.113.7')).toBeNull();
  const isSent = and(eq(outbox.kind, 'purchases_link'), eq(outbox.recipient, 'jane@example.com'));
  expect(await app.context.db.$count(outbox, isSent)).toBe(1);
  expect(await services.confirmAccessLink('nonsense', '203.0.113.7')).toMatchObject({ status: 404 });
});

test('no log line contains the token, on our host or on a custom domain', async () => {
  const { log, text, lines } = captureLog();
  const sold = await buy({ log });
  const { app, pageId, token, ids } = sold;
  await addVerifiedDomain(app, 'pay.localhost', pageId);
  const path = `/g/${token}/l/${ids['Kiln forum']}`;
  for (const visited of [`/g/${token}`, path, `/g/${token.slice(0, 20)}`]) await app.request(visited);
  const atDomain = await requestAt(app, 'pay.localhost:3000')(path);
  expect(atDomain.headers.get('location')).toBe(`http://localhost:3000${path}`);
  expect(text()).not.toContain(token.slice(0, 20));
  expect(lines('request').map((line) => line.path)).toContain('/g/:token/l/:id');
});

test('documents behind a link are not cached or indexed, run no script and send no referrer to other sites', async () => {
  const { app, token } = await buy();
  for (const path of [`/g/${token}`, '/g/nonsense', `/g/${token}/l/nonsense`]) {
    const { headers } = await app.request(path);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(headers.get('content-security-policy')).not.toContain('script-src');
  }
});
