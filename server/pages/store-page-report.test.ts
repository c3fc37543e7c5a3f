import { expect, test } from 'vitest';

import { outbox } from '#server/db/schema-outbox.ts';
import { pageReports } from '#server/db/schema-protection.ts';
import { createTestApp, sellableConfig, type TestApp } from '#server/testing/test-app.ts';

import { runPagesCommand } from '../ops/pages-command.ts';

const OPERATOR = { OPERATOR_EMAIL: 'operator@example.com' };
const report = (app: TestApp, slug = 'taller', details: { words?: string; email?: string } = {}) =>
  app.rpc('report-page', { slug, reason: 'fraud', words: '', ...details });
const listReports = ({ context }: TestApp) => context.db.select().from(pageReports);
const listMails = async ({ context }: TestApp) =>
  (await context.db.select().from(outbox)).filter(({ kind }) => kind === 'page_reported');
const runPages = async ({ context }: TestApp, ...args: string[]) => (await runPagesCommand(context, args)).text;

test('stores reports, emails the operator once a day per page, and answers the same for an unknown page', async () => {
  const app = await createTestApp({ env: OPERATOR });
  const seller = await app.signUpSeller();
  await seller.publishPage({}, 'taller');
  const text = 'They ask for my PIN.\u001b[2J';
  const answers = [
    await report(app, 'taller', { words: text, email: 'finder@example.com' }),
    await report(app),
    await report(app, 'nobody'),
    await report(app, 'not a slug'),
  ];
  expect(answers).toEqual(answers.map(() => ({ status: 200, body: { reported: true } })));
  expect(await listReports(app)).toMatchObject([
    { reason: 'fraud', message: 'They ask for my PIN.[2J', email: 'finder@example.com', outcome: null },
    { reason: 'fraud', message: '', email: null },
  ]);
  expect(await listMails(app)).toMatchObject([{ recipient: 'operator@example.com', props: { slug: 'taller' } }]);
  app.advance(86_400_000);
  await report(app);
  expect(await listMails(app)).toHaveLength(2);
});

test('lists reports until they are closed, individually or by a suspension', async () => {
  const app = await createTestApp();
  await (await app.signUpSeller()).publishPage({}, 'taller');
  for (const words of ['First', 'Second', 'Third']) await report(app, 'taller', { words });
  const [first] = await listReports(app);
  expect(await runPages(app, 'reports')).toMatch(/“Third”[^]*“Second”[^]*“First”\n3 open reports\.$/);
  expect(await runPages(app, 'close', first?.id ?? '')).toBe('The report is closed.');
  expect(await runPages(app, 'close', first?.id ?? '')).toContain('no open report');
  expect(await runPages(app, 'reports')).toContain('2 open reports.');
  await runPages(app, 'suspend', 'taller', '--reason', 'As reported.');
  expect(await runPages(app, 'reports')).toBe('No open reports.');
  const outcomes = (await listReports(app)).map(({ outcome }) => outcome ?? 'open');
  expect(outcomes.toSorted((a, b) => a.localeCompare(b))).toEqual(['dismissed', 'suspended', 'suspended']);
  expect(await runPages(app, 'show', 'taller')).toMatch(/suspended .*As reported\.[^]*3 reports\./);
});

test('accepts five reports a day from one address', async () => {
  const app = await createTestApp({ env: { RATE_LIMITS: 'live' } });
  await (await app.signUpSeller()).publishPage({}, 'taller');
  const statuses = [];
  for (let times = 0; times < 6; times += 1) statuses.push((await report(app)).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  expect(await listReports(app)).toHaveLength(5);
});

test('reports a page that imitates a trusted brand, but keeps it on sale', async () => {
  const app = await createTestApp({ env: OPERATOR });
  const seller = await app.signUpSeller();
  const first = await seller.publishPage({ productName: 'PayPal support' }, '');
  expect(first.slug).not.toMatch(/paypal/);
  await seller.publishPage({ productName: 'PayPal support', price: '30' }, first.slug);
  await seller.publishPage({ productName: 'Getting started with PayPal' }, 'about-it');
  expect(await listReports(app)).toMatchObject([{ reason: 'imitation', pageId: first.pageId, email: null }]);
  expect(await listMails(app)).toHaveLength(1);
  const response = await seller.rpc('save-checkout-page', { config: sellableConfig(), slug: 'paypa1' });
  expect(response).toMatchObject({ status: 422, body: { error: { code: 'page_invalid' } } });
  expect((await seller.rpc('check-slug', { slug: 'pay-pal' })).body.problem).toContain('paypal');
});
