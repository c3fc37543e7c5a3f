import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { getRequestListener } from '@hono/node-server';
import { expect, onTestFinished, test } from 'vitest';

import { createApiClient } from '#server/testing/api-client.ts';
import { buyPage } from '#server/testing/sold-orders.ts';
import { createTestApp } from '#server/testing/test-app.ts';

const PROGRAM = path.join(import.meta.dirname, 'tillwright.mjs');

// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;

type CommandResult = { code: number | null; out: string; err: string };
type RespondTo = (request: Request) => Response | Promise<Response>;

/** Serves on a free port until the test ends. */
async function serveResponses(answer: RespondTo): Promise<string> {
  const server: Server = createServer(getRequestListener(answer));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
}

async function folder(): Promise<string> {
  const name = await mkdtemp(path.join(tmpdir(), 'tillwright-cli-'));
  onTestFinished(() => rm(name, { recursive: true, force: true }));
  return name;
}

/** Runs the real program with only this environment. */
function tillwright(args: string[], env: Record<string, string>, stdin = ''): Promise<CommandResult> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [PROGRAM, ...args], { env });
    let [out, err] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => void (out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => void (err += chunk.toString()));
    child.on('close', (code) => resolve({ code, out, err }));
    child.stdin.end(stdin);
  });
}

async function createCliEnv() {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const { pageId } = await seller.publishPage({ productName: 'Taller' }, 'taller');
  const { secret } = await createApiClient(app, seller);
  const url = await serveResponses((request) => app.fetch(request));
  const home = await folder();
  const env = { HOME: home, TILLWRIGHT_URL: url, TILLWRIGHT_KEY: secret };
  return { app, seller, pageId, secret, url, home, env, run: (...args: string[]) => tillwright(args, env) };
}

test('exports a page to a file, imports it as another page, and publishes it', async () => {
  const { run, env, pageId, home, seller } = await createCliEnv();
  const file = path.join(home, 'page.json');
  expect(await run('pages', 'export', pageId, '-o', file)).toMatchObject({ code: 0, err: '' });
  const piped = await run('pages', 'export', pageId);
  expect(piped.out).toBe(await readFile(file, 'utf8'));
  const imported = await tillwright(['pages', 'import', '-', '--json'], env, piped.out);
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
  const list = await run('pages', 'list');
  expect(
    list.out
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split('\t').length),
  ).toEqual([5, 5]);
  expect(list.out).not.toContain('\u001b');
});

test('lists orders as lines and as JSON over several pages, without terminal controls', async () => {
  const { app, run } = await createCliEnv();
  const evil = 'Eve \u001b]0;owned\u0007\u001b[2J\u009b31m';
  for (const name of [evil, 'Bob', 'Cy']) await buyPage(app, 'taller', { name });
  const { out } = await run('orders', 'list', '--json', '--all');
  const orders = JSON.parse(out) as { number: number }[];
  expect(orders.map(({ number }) => number)).toEqual([3, 2, 1]);
  const lines = await run('orders', 'list', '--limit', '2');
  expect(
    lines.out
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split('\t')[0]),
  ).toEqual(['3', '2']);
  expect(out + lines.out + (await run('orders', 'list')).out).not.toMatch(CONTROLS);
  expect((await run('orders', 'list', '--state', 'refunded')).out).toBe('');
  const usageErrors = await run('orders', 'list', '--state', 'lost');
  expect(usageErrors).toMatchObject({ code: 1, out: '', err: expect.stringContaining('state') });
});

test('lists customers with what they spent', async () => {
  const { app, run } = await createCliEnv();
  for (const email of ['bo@example.com', 'BO@example.com', 'cy@example.com']) await buyPage(app, 'taller', { email });
  const { out } = await run('customers', 'list');
  const cells = out
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split('\t'));
  expect(cells.map(([email, , , orders]) => [email, orders])).toEqual([
    ['cy@example.com', '1'],
    ['BO@example.com', '2'],
  ]);
  expect(cells[1]?.[5]).toMatch(/^\d+\.\d\d USD$/);
  expect(JSON.parse((await run('customers', 'list', '--search', 'bo@', '--json')).out)).toMatchObject([
    { orderCount: 2 },
  ]);
});

test("creates, lists and deletes a coupon, and shows the API's error for a duplicate", async () => {
  const { run, pageId, app } = await createCliEnv();
  const create = ['coupons', 'create', pageId, 'LAUNCH20', '--percent', '20', '--ends', '2099-01-01'];
  expect(await run(...create)).toMatchObject({ code: 0, out: expect.stringContaining('20% off') });
  expect((await app.rpc('apply-coupon', { slug: 'taller', code: 'LAUNCH20' })).status).toBe(200);
  expect(await run(...create)).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining('The page already has a coupon with this code.'),
  });
  expect((await run('coupons', 'list', pageId)).out).toMatch(/^LAUNCH20\t20%\tyes\t/);
  expect((await run('coupons', 'delete', pageId, 'LAUNCH20')).code).toBe(0);
  expect((await run('coupons', 'list', pageId, '--json')).out).toBe('[]\n');
  expect((await run('coupons', 'delete', pageId, 'LAUNCH20')).code).toBe(1);
});

test('exits with 2 on wrong usage without a request, and refuses keys as arguments or over plain HTTP', async () => {
  const home = await folder();
  const requests: string[] = [];
  const url = await serveResponses((request) => {
    requests.push(request.url);
    return Response.json({});
  });
  const key = `twk_sandbox_${'a'.repeat(49)}`;
  const env = { HOME: home, TILLWRIGHT_URL: url };
  const withKey = { ...env, TILLWRIGHT_KEY: key };
  const usageErrors: [args: string[], env: Record<string, string>, words: string][] = [
    [['page'], withKey, 'Unknown command'],
    [['pages'], withKey, 'Unknown or missing command for pages'],
    [['pages', 'list', 'x'], withKey, 'takes no arguments'],
    [['pages', 'list', '--nope'], withKey, '--nope'],
    [['pages', 'list', '--limit', '0'], withKey, 'whole number'],
    [['pages', 'export', 'x'], withKey, 'not a page ID'],
    [['pages', 'import', path.join(home, 'none.json')], withKey, 'ENOENT'],
    [['pages', 'list'], env, 'No API key found'],
    [['pages', 'list'], { ...env, TILLWRIGHT_KEY: 'hello' }, 'not an API key'],
    [['pages', 'list', '--key', key], env, 'cannot be passed as arguments'],
    [['pages', 'list', '--url', 'http://shop.example.com'], withKey, 'not encrypted'],
    [['pages', 'list', '--url', 'ftp://x'], withKey, 'Invalid URL'],
  ];
  for (const [args, commandEnv, expectedText] of usageErrors) {
    const result = await tillwright(args, commandEnv);
    expect({ args, ...result }).toMatchObject({
      args,
      code: 2,
      out: '',
      err: expect.stringContaining(expectedText),
    });
    expect(result.err).not.toContain(key);
  }
  expect(requests).toEqual([]);
  for (const args of [['--help'], [], ['pages', '--help'], ['coupons', 'create', '--help']])
    expect(await tillwright(args, {})).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringContaining('Usage'),
    });
});

test('reads the key from a file and warns when others can read it', async () => {
  const { env: all, secret, home } = await createCliEnv();
  const { TILLWRIGHT_KEY: _, ...env } = all;
  const file = path.join(home, 'key');
  await writeFile(file, `${secret}\n`, { mode: 0o600 });
  expect(await tillwright(['pages', 'list', '--key-file', file], env)).toMatchObject({ code: 0, err: '' });
  const open = path.join(home, 'open-key');
  await writeFile(open, secret, { mode: 0o644 });
  const warned = await tillwright(['pages', 'list'], { ...env, TILLWRIGHT_KEY_FILE: open });
  expect(warned).toMatchObject({ code: 0, err: expect.stringContaining('chmod 600') });
});

test('retries a busy server, writes under one idempotency key, and never follows a redirect with a key', async () => {
  const key = `twk_sandbox_${'a'.repeat(49)}`;
  const received: { method: string; idempotencyKey: string | null }[] = [];
  const answers: Response[] = [];
  const url = await serveResponses((request) => {
    received.push({ method: request.method, idempotencyKey: request.headers.get('idempotency-key') });
    return answers.shift() ?? new Response('<h1>Not a shop</h1>');
  });
  const env = { TILLWRIGHT_URL: url, TILLWRIGHT_KEY: key };
  const busy = (status: number) =>
    Response.json({ error: { code: 'rate_limited' } }, { status, headers: { 'retry-after': '0' } });
  answers.push(busy(429), busy(503), Response.json({ data: [], next: null }));
  expect(await tillwright(['pages', 'list', '--json'], env)).toMatchObject({ code: 0, out: '[]\n' });
  expect(received.splice(0)).toEqual(Array(3).fill({ method: 'GET', idempotencyKey: null }));
  const page = crypto.randomUUID();
  answers.push(busy(503), Response.json({ id: 'A', deleted: true }));
  expect((await tillwright(['coupons', 'delete', page, 'A'], env)).code).toBe(0);
  const [first, second] = received.splice(0);
  expect(first?.idempotencyKey).toMatch(/^[\w-]{36}$/);
  expect(second).toEqual(first);
  answers.push(Response.redirect('https://elsewhere.example.com/', 302));
  expect((await tillwright(['pages', 'list'], env)).code).toBe(3);
  expect((await tillwright(['pages', 'list'], env)).code).toBe(3);
  answers.push(...Array.from({ length: 5 }, () => busy(503)));
  expect((await tillwright(['pages', 'list'], env)).code).toBe(1);
});
