import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { expect, test } from 'vitest';

import { createAddedFields } from '#domain/checkout-page.ts';
import { createBump, withBumps } from '#domain/testing/order-bumps.ts';
import { createApiClient } from '#server/testing/api-client.ts';
import { buyWithBumps } from '#server/testing/buy-with-bumps.ts';
import { createContent, createDataFolder, sha256Of } from '#server/testing/file-delivery.ts';
import { insertKeyDeliverable, insertLicense } from '#server/testing/licenses.ts';
import { buyPage } from '#server/testing/sold-orders.ts';
import { createTestApp } from '#server/testing/test-app.ts';

import { createFolder, runCli, runProgram, serveResponses } from './testing/run-cli.ts';

// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;

async function createCliEnv(options: Parameters<typeof createTestApp>[0] = {}) {
  const app = await createTestApp(options);
  const seller = await app.signUpSeller();
  const { pageId } = await seller.publishPage({ productName: 'Taller' }, 'taller');
  const { secret } = await createApiClient(app, seller);
  const url = await serveResponses((request) => app.fetch(request));
  const home = await createFolder();
  const env = { HOME: home, TILLWRIGHT_URL: url, TILLWRIGHT_KEY: secret };
  return { app, seller, pageId, secret, url, home, env, run: (...args: string[]) => runCli(args, env) };
}

const toRows = (text: string): string[][] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split('\t'));

test('exports a page to a file, imports it as another page, and publishes it', async () => {
  const { run, env, pageId, home, seller } = await createCliEnv();
  const file = path.join(home, 'page.json');
  expect(await run('pages', 'export', pageId, '-o', file)).toMatchObject({ code: 0, err: '' });
  const piped = await run('pages', 'export', pageId);
  expect(piped.out).toBe(await readFile(file, 'utf8'));
  const imported = await runProgram(['pages', 'import', '-', '--json'], env, piped.out);
  const copy = (JSON.parse(imported.out) as { pageId: string }).pageId;
  expect(copy).not.toBe(pageId);
  const published = await run('pages', 'publish', copy, '--slug', 'copied', '--json');
  expect(JSON.parse(published.out)).toMatchObject({ id: copy, slug: 'copied', version: 1 });
  const changed = JSON.parse(await readFile(file, 'utf8')) as { config: { productName: string } };
  changed.config.productName = 'Wider';
  await writeFile(file, JSON.stringify(changed));
  expect((await run('pages', 'publish', file, '--page', copy)).out).toContain('Version 2');
  const { body } = await seller.rpc('list-pages', {});
  expect(body.pages.map(({ name }) => name).toSorted()).toEqual(['Taller', 'Wider']);
});

test('names the products of a bundle that are none of the seller’s pages, and publishes nothing without them', async () => {
  const { run, pageId, home } = await createCliEnv();
  const file = path.join(home, 'page.json');
  await run('pages', 'export', pageId, '-o', file);
  const bundleItems = [{ slug: 'book-two', name: 'Book two', optionId: 'base' }];
  await writeFile(file, JSON.stringify({ ...(JSON.parse(await readFile(file, 'utf8')) as object), bundleItems }));
  const imported = await run('pages', 'import', file);
  expect(imported.out.trim()).toMatch(/^Created page .*\nNot among your pages, so not part of the bundle: “Book two”$/);
  const refused = await run('pages', 'publish', file, '--page', pageId);
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('“Book two”') });
  const page = JSON.parse((await run('pages', 'get', pageId, '--json')).out) as { version: number };
  expect(page.version).toBe(1);
});

test('exports a page with its files, and imports both for another seller', async () => {
  const { app, run, env, pageId, home } = await createCliEnv({ env: { DATA_DIR: await createDataFolder() } });
  const content = createContent(1000);
  const [guide, pageFile, folder] = ['guide.pdf', 'page.json', 'files'].map((name) => path.join(home, name)) as [
    string,
    string,
    string,
  ];
  await writeFile(guide, content);
  expect(await run('files', 'push', guide, '--page', pageId)).toMatchObject({ code: 0, err: '' });
  expect((await run('pages', 'publish', pageId)).out).toContain('Version 2');
  expect((await run('pages', 'export', pageId, '-o', pageFile, '--with-files', folder)).code).toBe(0);
  expect(await readdir(folder)).toEqual([sha256Of(content)]);
  const otherSeller = await app.signUpSeller();
  await otherSeller.givePlan();
  const { secret } = await createApiClient(app, otherSeller);
  const runForOther = (...args: string[]) => runCli([...args, '--json'], { ...env, TILLWRIGHT_KEY: secret });
  const imported = await runForOther('pages', 'import', pageFile, '--with-files', folder);
  const copy = (JSON.parse(imported.out) as { pageId: string }).pageId;
  const listed = JSON.parse((await runForOther('api', 'GET', `/pages/${copy}/deliverables`)).out) as {
    data: { name: string; file: object }[];
  };
  expect(listed.data).toMatchObject([{ name: 'guide.pdf', file: { number: 1, sha256: sha256Of(content) } }]);
  const expectRefusal = async () => {
    const refused = await runForOther('pages', 'import', pageFile, '--with-files', folder);
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('guide.pdf') });
  };
  await writeFile(path.join(folder, sha256Of(content)), createContent(1000, 2));
  await expectRefusal();
  await rm(path.join(folder, sha256Of(content)));
  await expectRefusal();
  expect((await otherSeller.rpc('list-pages', {})).body.pages).toHaveLength(1);
});

test('lists orders as lines and as JSON over several pages, without terminal controls', async () => {
  const { app, run } = await createCliEnv();
  const evil = 'Eve \u001b]0;owned\u0007\u001b[2J\u009b31m';
  for (const name of [evil, 'Bob', 'Cy']) await buyPage(app, 'taller', { name });
  const { out } = await run('--json', 'orders', 'list', '--all');
  expect((JSON.parse(out) as { number: number }[]).map(({ number }) => number)).toEqual([3, 2, 1]);
  const lines = await run('orders', '--limit', '2', 'list');
  expect(toRows(lines.out).map(([number]) => number)).toEqual(['3', '2']);
  expect(out + lines.out + (await run('orders', 'list')).out).not.toMatch(CONTROLS);
  expect((await run('orders', 'list', '--state', 'refunded')).out).toBe('');
  const refused = await run('orders', 'list', '--state', 'lost', '--json');
  expect(refused).toMatchObject({ code: 2, out: '' });
  expect(JSON.parse(refused.err)).toMatchObject({ error: { code: 'invalid_request', param: 'state' } });
  const raw = await run('api', 'GET', '/orders', '-f', 'limit=1', '--paginate', '--json');
  expect(JSON.parse(raw.out)).toHaveLength(3);
});

test('refunds an order, exports orders as CSV, and lists customers', async () => {
  const { app, run, home } = await createCliEnv();
  for (const email of ['bo@example.com', 'cy@example.com']) await buyPage(app, 'taller', { email });
  const [order] = JSON.parse((await run('orders', 'list', '--json')).out) as { id: string }[];
  const refunded = await run('orders', 'refunds', 'create', order?.id ?? '', '--amount', '500', '--json');
  expect(JSON.parse(refunded.out)).toMatchObject({ amount: 500, orderId: order?.id });
  expect((await run('orders', 'refunds', 'create', order?.id ?? '', '--amount', 'much')).code).toBe(2);
  const file = path.join(home, 'orders.csv');
  expect((await run('orders', 'export', '-o', file)).code).toBe(0);
  expect(await readFile(file, 'utf8')).toContain('bo@example.com');
  expect((await run('orders', 'export', '--lines', '-o', file)).code).toBe(0);
  expect(await readFile(file, 'utf8')).toContain(',"Taller","main",no,USD,29.00,1,29.00,0.00,29.00,0.00,');
  const lines = toRows((await run('orders', 'list', '--lines')).out);
  expect(lines.map(([number, item, , total]) => [number, item, total])).toEqual([
    ['2', 'Taller', '$29.00 USD'],
    ['1', 'Taller', '$29.00 USD'],
  ]);
  const customers = toRows((await run('customers', 'list')).out);
  expect(customers.map(([email, , count, net]) => [email, count, net])).toEqual([
    ['cy@example.com', '1', '$24.00 USD'],
    ['bo@example.com', '1', '$29.00 USD'],
  ]);
});

test('adds license keys from a file and from standard input, and shows and lists sold ones', async () => {
  const { app, seller, pageId, run, env, home } = await createCliEnv();
  const deliverableId = await insertKeyDeliverable({ app, seller, pageId }, { source: 'list' });
  const file = path.join(home, 'keys.csv');
  await writeFile(file, 'Key,Note\nSTUDIO-1,a\n\nSTUDIO-2,b\nstudio 1,c\n');
  const imported = await run('licenses', 'import', file, '--deliverable', deliverableId);
  expect(imported.out.trim()).toBe('Added 2 of 3 license keys\nSkipped as duplicates: line 5');
  const piped = await runProgram(
    ['licenses', 'import', '-', '--deliverable', deliverableId, '--json'],
    env,
    'STUDIO-2\nSTUDIO-3',
  );
  expect(JSON.parse(piped.out)).toEqual({ added: 1, duplicates: [1] });
  await writeFile(file, 'STUDIO-4\nA-1\nA-2\n');
  const wrong = await run('licenses', 'import', file, '--deliverable', deliverableId);
  expect(wrong).toMatchObject({ code: 2, out: '' });
  expect(wrong.err).toContain('lines 2, 3');
  expect((await run('licenses', 'import', file)).code).toBe(2);
  await buyPage(app, 'taller');
  const [order] = (await seller.rpc('list-orders', {})).body.orders;
  const { licenseId, key } = await insertLicense(app, { orderId: order?.id ?? '', deliverableId });
  expect((await run('licenses', 'show', licenseId)).out).toBe(`${key}\n`);
  const [row] = toRows((await run('licenses', 'list', '--state', 'active')).out);
  expect(row).toEqual([`…${key.slice(-5)}`, 'active', '0/3', 'buyer@example.com', 'Kiln Planner Pro', '', licenseId]);
  expect(toRows((await run('licenses', 'list', '--state', 'unused')).out)).toHaveLength(3);
});

test('lists orders by the state of their payment plan', async () => {
  const { app, seller, run } = await createCliEnv();
  await seller.publishPage({ productName: 'Coaching', paymentType: 'payment-plan', price: '105' }, 'coaching');
  for (const slug of ['coaching', 'taller']) await buyPage(app, slug);
  const listNumbers = async (...states: string[]) => {
    const options = states.flatMap((state) => ['--payment-plan-state', state]);
    const { out } = await run('orders', 'list', '--json', ...options);
    return (JSON.parse(out) as { number: number }[]).map(({ number }) => number);
  };
  expect(await listNumbers()).toEqual([2, 1]);
  expect(await listNumbers('running')).toEqual([1]);
  expect(await listNumbers('overdue', 'running')).toEqual([1]);
  expect(await listNumbers('complete', 'ended_early')).toEqual([]);
});

test('refunds several line items at once, and lists what is refunded of each', async () => {
  const { app, seller, run } = await createCliEnv();
  const quantity = { ...createAddedFields().quantity, enabled: true, maximum: 10 };
  const extras = withBumps(createBump('workbook', '19', { title: 'Workbook' }));
  await seller.publishPage({ productName: 'Seat', price: '20', quantity, ...extras }, 'seats');
  await buyWithBumps(app, 'seats', { quantity: '3', bumps: ['workbook'] });
  const [order] = JSON.parse((await run('orders', 'list', '--json')).out) as { id: string }[];
  const lineItems = JSON.stringify([
    { key: 'main', quantity: 2 },
    { key: 'bump:workbook', amount: 500 },
  ]);
  const refunded = await run('orders', 'refunds', 'create', order?.id ?? '', '--line-items', lineItems, '--json');
  expect(JSON.parse(refunded.out)).toMatchObject({ amount: 4500, orderId: order?.id });
  expect(toRows((await run('orders', 'list', '--lines')).out).map((cells) => cells.slice(0, 6))).toEqual([
    ['1', 'Seat', '3', '$60.00 USD', '$40.00 USD', 'main'],
    ['1', 'Workbook', '1', '$19.00 USD', '$5.00 USD', 'bump:workbook'],
  ]);
});

test("creates, lists and deletes a coupon, and shows the API's error for a duplicate", async () => {
  const { run, pageId, app } = await createCliEnv();
  const create = ['pages', 'coupons', 'create', pageId, '--code', 'LAUNCH20', '--percent-off', '20'];
  expect(await run(...create)).toMatchObject({ code: 0, out: expect.stringContaining('percentOff: 20') });
  expect((await app.rpc('apply-coupon', { slug: 'taller', code: 'LAUNCH20' })).status).toBe(200);
  expect(await run(...create)).toMatchObject({ code: 1, out: '', err: expect.stringContaining('coupon_exists') });
  expect((await run('pages', 'coupons', 'delete', pageId, 'LAUNCH20')).code).toBe(0);
  expect((await run('pages', 'coupons', 'list', pageId, '--json')).out).toBe('[]\n');
  const missing = await run('pages', 'coupons', 'create', pageId);
  expect(missing).toMatchObject({ code: 2, err: expect.stringContaining('--code') });
});

test('creates a coupon with generated codes, adds more of them, and writes them to a file', async () => {
  const { run, pageId, app, home } = await createCliEnv();
  const batch = (...options: string[]) => run('coupons', 'batch', '--page', pageId, '--code', 'FAIR', ...options);
  const created = await batch('--count', '2', '--percent-off', '20', '--idempotency-key', 'fair-1');
  expect(created).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/^(FAIR-\w{8}\n){2}$/) });
  expect(await batch('--count', '2', '--percent-off', '20', '--idempotency-key', 'fair-1')).toEqual(created);
  const [code = ''] = created.out.split('\n');
  expect((await app.rpc('apply-coupon', { slug: 'taller', code })).status).toBe(200);
  const file = path.join(home, 'codes.csv');
  expect((await batch('--count', '3', '-o', file)).code).toBe(0);
  expect(await readFile(file, 'utf8')).toMatch(/^(FAIR-\w{8}\n){3}$/);
  expect(await batch('--count', '6000')).toMatchObject({ code: 2, out: '' });
  expect(await batch()).toMatchObject({ code: 2, err: expect.stringContaining('--count') });
  const both = await batch('--count', '1', '--percent-off', '20', '--amount-off', '5');
  expect(both).toMatchObject({ code: 2, err: expect.stringContaining('not both') });
  const create = ['coupons', 'batch', '--page', pageId, '--code', 'OTHER', '--count'];
  const missing = await run(...create, '1');
  expect(missing).toMatchObject({ code: 1, err: expect.stringContaining('not_found') });
  const halfDone = await run(...create, '6000', '--percent-off', '20');
  expect(halfDone).toMatchObject({ code: 2, err: expect.stringContaining('The coupon was created') });
  expect((await run(...create, '1')).code).toBe(0);
});

test('saves a key with its address, shows it, and forgets it', async () => {
  const { secret, url, home } = await createCliEnv();
  const env = { HOME: home };
  const login = await runProgram(['login', '--server', url], env, secret);
  expect(login).toMatchObject({ code: 0, out: expect.stringContaining(`Logged in to ${url}`) });
  expect(login.out + login.err).not.toContain(secret);
  expect((await runCli(['whoami'], env)).out).toContain(`${url} (sandbox), key “A program”`);
  expect((await runCli(['logout'], env)).code).toBe(0);
  expect(await runCli(['whoami'], env)).toMatchObject({ code: 2, err: expect.stringContaining('tillwright login') });
});
