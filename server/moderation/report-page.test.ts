import { expect, test } from 'vitest';

import { outbox } from '#server/db/schema-mail.ts';
import { pageReports } from '#server/db/schema-guard.ts';
import { openShop, sellableConfig, type TestShop } from '#server/testing.ts';
import { tellPages } from './tell-pages.ts';

const OPERATOR = { OPERATOR_EMAIL: 'operator@example.com' };
const report = (shop: TestShop, slug = 'taller', more: { words?: string; email?: string } = {}) =>
  shop.call('report-page', { slug, reason: 'fraud', words: '', ...more });
const kept = ({ context }: TestShop) => context.db.select().from(pageReports);
const mails = async ({ context }: TestShop) =>
  (await context.db.select().from(outbox)).filter(({ kind }) => kind === 'page_reported');
const told = async ({ context }: TestShop, ...words: string[]) => (await tellPages(context, words)).text;

test('stores reports, emails the operator once a day per page, and answers the same for an unknown page', async () => {
  const shop = await openShop({ env: OPERATOR });
  const seller = await shop.seller();
  await seller.publish({}, 'taller');
  const words = 'They ask for my PIN.\u001b[2J';
  const answers = [
    await report(shop, 'taller', { words, email: 'finder@example.com' }),
    await report(shop),
    await report(shop, 'nobody'),
    await report(shop, 'not a slug'),
  ];
  expect(answers).toEqual(answers.map(() => ({ status: 200, body: { reported: true } })));
  expect(await kept(shop)).toMatchObject([
    { reason: 'fraud', words: 'They ask for my PIN.[2J', email: 'finder@example.com', outcome: null },
    { reason: 'fraud', words: '', email: null },
  ]);
  expect(await mails(shop)).toMatchObject([{ recipient: 'operator@example.com', props: { slug: 'taller' } }]);
  shop.advance(86_400_000);
  await report(shop);
  expect(await mails(shop)).toHaveLength(2);
});

test('lists reports until they are closed, individually or by a suspension', async () => {
  const shop = await openShop();
  await (await shop.seller()).publish({}, 'taller');
  for (const words of ['First', 'Second', 'Third']) await report(shop, 'taller', { words });
  const [first] = await kept(shop);
  expect(await told(shop, 'reports')).toMatch(/“Third”[^]*“Second”[^]*“First”\n3 open\.$/);
  expect(await told(shop, 'close', first?.id ?? '')).toBe('Closed.');
  expect(await told(shop, 'close', first?.id ?? '')).toContain('No open report');
  expect(await told(shop, 'reports')).toContain('2 open.');
  await told(shop, 'suspend', 'taller', '--reason', 'As reported.');
  expect(await told(shop, 'reports')).toBe('No report is open.');
  const outcomes = (await kept(shop)).map(({ outcome }) => outcome ?? 'open');
  expect(outcomes.toSorted((a, b) => a.localeCompare(b))).toEqual(['dismissed', 'suspended', 'suspended']);
  expect(await told(shop, 'show', 'taller')).toMatch(/suspended .*As reported\.[^]*3 reports\./);
});

test('accepts five reports a day from one address', async () => {
  const shop = await openShop({ env: { RATE_LIMITS: 'live' } });
  await (await shop.seller()).publish({}, 'taller');
  const statuses = [];
  for (let times = 0; times < 6; times += 1) statuses.push((await report(shop)).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  expect(await kept(shop)).toHaveLength(5);
});

test('reports a page that imitates a trusted brand, but keeps it on sale', async () => {
  const shop = await openShop({ env: OPERATOR });
  const seller = await shop.seller();
  const first = await seller.publish({ productName: 'PayPal support' }, '');
  expect(first.slug).not.toMatch(/paypal/);
  await seller.publish({ productName: 'PayPal support', price: '30' }, first.slug);
  await seller.publish({ productName: 'Getting started with PayPal' }, 'about-it');
  expect(await kept(shop)).toMatchObject([{ reason: 'imitation', pageId: first.pageId, email: null }]);
  expect(await mails(shop)).toHaveLength(1);
  const typed = await seller.call('save-checkout-page', { config: sellableConfig(), slug: 'paypa1' });
  expect(typed).toMatchObject({ status: 422, body: { error: { code: 'page_invalid' } } });
  expect((await seller.call('check-slug', { slug: 'pay-pal' })).body.problem).toContain('paypal');
});
