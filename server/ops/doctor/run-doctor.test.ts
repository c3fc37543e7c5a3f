import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, inject, onTestFinished, test } from 'vitest';

import { newPostgresDatabase } from '../../../scripts/test-postgres.ts';
import type { Finding } from './finding.ts';
import { runDoctor } from './run-doctor.ts';

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tillwright-doctor-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const linesOf = (findings: readonly Finding[], part: string) =>
  findings.filter((finding) => finding.part === part).map(({ state, says }) => `${state}: ${says}`);
const errorsIn = (findings: readonly Finding[]) => findings.filter(({ state }) => state === 'wrong');
/** A port on which nothing listens. */
const PORT = '1';
const failingFetch: typeof fetch = () => Promise.reject(new Error('no network'));

test('finds no errors in a fresh clone, lists what live mode needs, and changes nothing', async () => {
  const folder = await newFolder();
  const findings = await runDoctor({ DATA_DIR: path.join(folder, 'data'), PORT }, { externalFetch: failingFetch });
  expect(errorsIn(findings)).toEqual([]);
  const later = findings.filter(({ state }) => state === 'later');
  expect(later.map(({ part }) => part)).toEqual([
    'data folder',
    'database',
    'files',
    'Stripe',
    'email',
    'URL',
    'backups',
  ]);
  expect(later.every(({ remedy }) => remedy)).toBe(true);
  expect(await readdir(folder)).toEqual([]);
});

test('names each configuration error without its value', async () => {
  const secret = 'canary-of-a-secret';
  const findings = await runDoctor({
    AUTH_SECRET: secret,
    STRIPE_SECRET_KEY: secret,
    DATABASE_URL: `mysql://${secret}`,
  });
  expect(findings.map(({ says }) => says.split(' ')[0])).toEqual(['DATABASE_URL', 'AUTH_SECRET', 'STRIPE_SECRET_KEY']);
  expect(JSON.stringify(findings)).not.toContain(secret);
});

test('reports readable secrets and a refusing mail server without passwords', async () => {
  const folder = await newFolder();
  await mkdir(path.join(folder, 'data'), { mode: 0o700 });
  await writeFile(path.join(folder, 'data/secrets.json'), '{}');
  await chmod(path.join(folder, 'data/secrets.json'), 0o644);
  const env = {
    DATA_DIR: path.join(folder, 'data'),
    PORT,
    SMTP_URL: 'smtp://someone:canary-password@127.0.0.1:1',
    MAIL_FROM: 'Shop <shop@example.com>',
  };
  const dns = {
    addresses: async () => [],
    cname: async () => [],
    txt: async (name: string) => (name.startsWith('_dmarc') ? [] : ['v=spf1 -all']),
  };
  const findings = await runDoctor(env, { externalFetch: failingFetch, dns });
  expect(linesOf(findings, 'data folder')[0]).toMatch(/^wrong: .*secrets\.json can be read by other users/);
  expect(linesOf(findings, 'email')).toEqual([
    expect.stringMatching(/^wrong: the SMTP server rejects the connection/),
    'ok: the SPF record of example.com is published',
    'warning: the DMARC record of example.com is missing',
    expect.stringMatching(/^warning: alerts/),
  ]);
  expect(JSON.stringify(findings)).not.toContain('canary-password');
});

test('reports a key that Stripe refuses and a wrong clock', async () => {
  const env = {
    DATA_DIR: await newFolder(),
    PORT,
    STRIPE_SECRET_KEY: 'sk_test_canary',
    STRIPE_WEBHOOK_SECRET_PLATFORM: 'whsec_platform',
    STRIPE_WEBHOOK_SECRET_CONNECT: 'whsec_connect',
  };
  const answering = (status: number, date: Date) => () =>
    Promise.resolve(new Response('{}', { status, headers: { Date: date.toUTCString() } }));
  const refusedFindings = await runDoctor(env, { externalFetch: answering(401, new Date()) });
  expect(linesOf(refusedFindings, 'Stripe')).toEqual(['wrong: Stripe rejects STRIPE_SECRET_KEY']);
  const stripe = { webhookEndpoints: { list: () => Promise.resolve({ data: [] }) } } as never;
  const lateFindings = await runDoctor(env, {
    externalFetch: answering(200, new Date(Date.now() - 10 * 60_000)),
    stripe,
  });
  expect(linesOf(lateFindings, 'clock')).toEqual([
    expect.stringMatching(/^wrong: differs from Stripe’s clock by \d+ s/),
  ]);
  expect(
    linesOf(lateFindings, 'Stripe').filter((line) => line.startsWith('wrong: There is no endpoint for')),
  ).toHaveLength(2);
  expect(linesOf(lateFindings, 'Stripe')).toContain(
    'ok: sellers can only create new Stripe accounts, because STRIPE_CLIENT_ID isn’t set',
  );
  const externalFetch = answering(200, new Date());
  const withId = await runDoctor({ ...env, STRIPE_CLIENT_ID: 'ca_canary' }, { externalFetch, stripe });
  expect(linesOf(withId, 'Stripe')).toContainEqual(expect.stringMatching(/^ok: .*\/stripe\/return is a redirect URI/));
  const broken = await runDoctor({ ...env, STRIPE_CLIENT_ID: 'canary' }, { externalFetch, stripe });
  expect(linesOf(broken, 'configuration')).toEqual(['wrong: STRIPE_CLIENT_ID must start with ca_']);
  expect(JSON.stringify([refusedFindings, lateFindings])).not.toContain('sk_test_canary');
});

test('names each permission that a restricted key lacks, on the platform and on a seller’s account', async () => {
  const env = {
    DATA_DIR: await newFolder(),
    PORT,
    STRIPE_SECRET_KEY: 'rk_test_canary',
    STRIPE_WEBHOOK_SECRET_PLATFORM: 'whsec_platform',
    STRIPE_WEBHOOK_SECRET_CONNECT: 'whsec_connect',
  };
  const stripe = { webhookEndpoints: { list: () => Promise.resolve({ data: [] }) } } as never;
  const requests: string[] = [];
  /** Mock Stripe with a key that may read neither `/v1/account` nor charges, and may not write prices. */
  const externalFetch: typeof fetch = (input, init) => {
    const { url, method, headers } = new Request(input, init);
    const name = `${method} ${new URL(url).pathname}`;
    requests.push(name);
    const message = `The provided key 'rk_test_*****nary' does not have the required permissions for this endpoint. Having the 'rak_${name.includes('prices') ? 'price_write' : 'charge_read'}' permission would allow this request to continue.`;
    const forbidden = ['GET /v1/charges', 'POST /v1/prices/none_tillwright_doctor', 'GET /v1/account'];
    if (forbidden.includes(name))
      return Promise.resolve(Response.json({ error: { type: 'invalid_request_error', message } }, { status: 403 }));
    if (name.includes('acct_none'))
      return Promise.resolve(Response.json({ error: { code: 'account_invalid' } }, { status: 403 }));
    if (method === 'POST') return Promise.resolve(Response.json({ error: {} }, { status: 404 }));
    return Promise.resolve(
      Response.json({ data: headers.has('stripe-account') ? [] : [{ id: 'acct_1' }] }, { status: 200 }),
    );
  };
  const findings = await runDoctor(env, { externalFetch, stripe });
  expect(linesOf(findings, 'Stripe')[0]).toMatch(/^wrong: .* 403/);
  expect(linesOf(findings, 'permissions')).toEqual([
    'wrong: the restricted key lacks “Prices: write” (rak_price_write)',
    'wrong: the restricted key lacks “Charges: read” on connected accounts (rak_charge_read)',
  ]);
  // A write targets an object that does not exist, so that nothing changes.
  expect(requests.filter((name) => name.startsWith('POST') && !/none|account_links/.test(name))).toEqual([]);
  const secret = await runDoctor(
    { ...env, STRIPE_SECRET_KEY: 'sk_test_canary' },
    { externalFetch: () => Promise.resolve(Response.json({})), stripe },
  );
  expect(linesOf(secret, 'permissions')).toEqual([]);
});

test('checks an unavailable database, its version and its schema', async () => {
  const env = { DATA_DIR: await newFolder(), PORT, AUTH_SECRET: 'a secret that is as long as it must be' };
  const unavailable = await runDoctor(
    { ...env, DATABASE_URL: 'postgres://nobody:canary@127.0.0.1:1/none' },
    { externalFetch: failingFetch },
  );
  expect(linesOf(unavailable, 'database')).toEqual([expect.stringMatching(/^wrong: can’t be reached/)]);
  expect(JSON.stringify(unavailable)).not.toContain('canary');
  const server = inject('postgres');
  if (!server) return;
  for (const [template, schema] of [
    ['template1', /^later: has no tables/],
    [inject('postgresTemplate'), /^ok: schema \d{4}_/],
  ] as const) {
    const { url, drop } = await newPostgresDatabase(server, template);
    onTestFinished(drop);
    const findings = await runDoctor({ ...env, DATABASE_URL: url }, { externalFetch: failingFetch });
    expect(linesOf(findings, 'database')).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^ok: PostgreSQL \d+/),
        expect.stringMatching(schema),
        'ok: LISTEN works',
      ]),
    );
    // Tests run without fsync, which the check reports.
    expect(linesOf(findings, 'database')).toContain('wrong: fsync is off, so a power outage can lose sales');
    expect(linesOf(findings, 'clock')[0]).toMatch(/^ok:/);
  }
});
