import { createHmac } from 'node:crypto';

import { expect, test } from 'vitest';

import { stripeEvents } from '#server/db/schema-stripe-events.ts';
import { listMail } from '#server/email/queries/outbox.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { openTestDatabase } from '#server/testing/test-database.ts';

type Scope = 'platform' | 'connect';

const SECRETS = { platform: 'whsec_platform', connect: 'whsec_connect' };

const eventOf = (change: object = {}): string =>
  JSON.stringify({
    id: 'evt_1',
    object: 'event',
    account: 'acct_1',
    type: 'customer.created',
    created: 1_800_000_000,
    livemode: false,
    data: { object: { id: 'cus_1', name: 'Zoë  Ünal' } },
    ...change,
  });

const nowS = (): number => Math.floor(Date.now() / 1000);

const digest = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('hex');

const sign = (body: string, secret = SECRETS.connect, at = nowS(), version = 'v1'): string =>
  `t=${at},${version}=${digest(secret, `${at}.${body}`)}`;

const post = async (app: TestApp, body: string, signature: string | null, scope: Scope = 'connect') => {
  const headers: Record<string, string> = signature === null ? {} : { 'stripe-signature': signature };
  return (await app.request(`/webhooks/stripe/${scope}`, { method: 'POST', body, headers })).status;
};

const listInbox = ({ context }: TestApp) => context.db.select().from(stripeEvents);

test('stores an event that is signed with the secret of its scope', async () => {
  const app = await createTestApp();
  const body = eventOf();
  expect(await post(app, body, sign(body))).toBe(200);
  expect(await listInbox(app)).toMatchObject([
    { mode: 'sandbox', id: 'evt_1', scope: 'connect', accountId: 'acct_1', objectId: 'cus_1' },
  ]);
  const platform = eventOf({ id: 'evt_2', account: undefined });
  expect(await post(app, platform, sign(platform, SECRETS.platform), 'platform')).toBe(200);
  expect((await listInbox(app)).map(({ id, accountId }) => `${id} ${accountId}`)).toContain('evt_2 ');
  await app.waitUntilIdle();
  expect((await listInbox(app)).map(({ status }) => status)).toEqual(['ignored', 'ignored']);
});

const EVENT_BODY = eventOf();
const SIGNED_AT_S = nowS();

/** Invalid requests to the connect endpoint: name, body and signature. */
const INVALID_REQUESTS: [string, string, string | null][] = [
  ['no signature', EVENT_BODY, null],
  ['an empty signature', EVENT_BODY, ''],
  ['a signature of nothing', EVENT_BODY, 'garbage'],
  ['a time alone', EVENT_BODY, `t=${SIGNED_AT_S}`],
  ['a signature without a time', EVENT_BODY, `v1=${digest(SECRETS.connect, `${SIGNED_AT_S}.${EVENT_BODY}`)}`],
  ['the old scheme alone', EVENT_BODY, sign(EVENT_BODY, SECRETS.connect, SIGNED_AT_S, 'v0')],
  ['an empty secret', EVENT_BODY, sign(EVENT_BODY, '')],
  ['the secret of the other scope', EVENT_BODY, sign(EVENT_BODY, SECRETS.platform)],
  ['a secret with a letter more', EVENT_BODY, sign(EVENT_BODY, `${SECRETS.connect}x`)],
  ['a flipped byte of the body', EVENT_BODY.replace('cus_1', 'cus_2'), sign(EVENT_BODY)],
  ['a blank more in the body', `${EVENT_BODY} `, sign(EVENT_BODY)],
  ['a body written anew', JSON.stringify(JSON.parse(EVENT_BODY), null, 2), sign(EVENT_BODY)],
  ['a signature cut short', EVENT_BODY, sign(EVENT_BODY).slice(0, -1)],
  ['another time than was signed', EVENT_BODY, sign(EVENT_BODY).replace(/t=\d+/, `t=${SIGNED_AT_S - 1}`)],
  ['a time five minutes ago', EVENT_BODY, sign(EVENT_BODY, SECRETS.connect, SIGNED_AT_S - 330)],
  ['a time a day ago', EVENT_BODY, sign(EVENT_BODY, SECRETS.connect, SIGNED_AT_S - 86_400)],
  ['a time in five minutes', EVENT_BODY, sign(EVENT_BODY, SECRETS.connect, SIGNED_AT_S + 330)],
  ['a time that is none', EVENT_BODY, `t=soon,v1=${digest(SECRETS.connect, `soon.${EVENT_BODY}`)}`],
  ['no body', '', sign('')],
  ['a signed body that is no JSON', 'event', sign('event')],
];

test('rejects every request without a valid signature', async () => {
  const app = await createTestApp();
  for (const [label, body, signature] of INVALID_REQUESTS) {
    expect([label, await post(app, body, signature)]).toEqual([label, 400]);
  }
  expect(await listInbox(app)).toEqual([]);
});

test('accepts a clock skew below five minutes and a rotated secret', async () => {
  const app = await createTestApp();
  for (const [id, at] of [
    ['evt_past', nowS() - 270],
    ['evt_future', nowS() + 270],
  ] as const) {
    const body = eventOf({ id });
    expect(await post(app, body, sign(body, SECRETS.connect, at))).toBe(200);
  }
  const rolledBody = eventOf({ id: 'evt_rolled' });
  const [, formerSignature = ''] = sign(rolledBody, 'whsec_former', SIGNED_AT_S).split(',');
  const [, currentSignature = ''] = sign(rolledBody, SECRETS.connect, SIGNED_AT_S).split(',');
  expect(await post(app, rolledBody, `t=${SIGNED_AT_S},${formerSignature},${currentSignature}`)).toBe(200);
  expect(await listInbox(app)).toHaveLength(3);
});

/** Posts events from a sender whose clock differs. */
async function postSkewed(app: TestApp, aheadS: number, times: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let index = 0; index < times; index++) {
    const body = eventOf({ id: `evt_${aheadS}_${index}` });
    statuses.push(await post(app, body, sign(body, SECRETS.connect, nowS() + aheadS)));
  }
  return statuses;
}

const listClockAlerts = async ({ context }: TestApp) =>
  (await listMail(context.db, 100)).filter(({ dedupKey }) => dedupKey.includes(':clock:'));

test('emails the operator once a day about clock skew, before and after events are rejected', async () => {
  const env = { OPERATOR_EMAIL: 'operator@example.com' };
  const [smallSkew, earlySkew, lateSkew] = [
    await createTestApp({ env }),
    await createTestApp({ env }),
    await createTestApp({ env }),
  ];
  expect(await postSkewed(smallSkew, -50, 30)).toEqual(Array<number>(30).fill(200));
  expect(await postSkewed(earlySkew, 90, 30)).toEqual(Array<number>(30).fill(200));
  expect(await postSkewed(lateSkew, -600, 30)).toEqual(Array<number>(30).fill(400));
  for (const app of [smallSkew, earlySkew, lateSkew]) await app.waitUntilIdle();
  expect(await listClockAlerts(smallSkew)).toEqual([]);
  for (const [app, expectedWord] of [
    [earlySkew, 'before'],
    [lateSkew, 'after'],
  ] as const)
    await expect
      .poll(() => listClockAlerts(app))
      .toMatchObject([{ props: { detail: expect.stringContaining(expectedWord) } }]);
});

test('ignores a few late events and a single wrong clock', async () => {
  const app = await createTestApp({ env: { OPERATOR_EMAIL: 'operator@example.com' } });
  await postSkewed(app, -250, 9);
  await postSkewed(app, 0, 20);
  await app.waitUntilIdle();
  expect(await listClockAlerts(app)).toEqual([]);
});

test('acknowledges and ignores events of another scope or mode', async () => {
  const app = await createTestApp();
  const cases: [string, Scope][] = [
    [eventOf({ account: undefined }), 'connect'],
    [eventOf(), 'platform'],
    [eventOf({ livemode: true }), 'connect'],
    [eventOf({ livemode: true, account: undefined }), 'platform'],
  ];
  for (const [body, scope] of cases) expect(await post(app, body, sign(body, SECRETS[scope]), scope)).toBe(200);
  expect(await listInbox(app)).toEqual([]);
});

test('rejects a body above 512 kB before reading it', async () => {
  const app = await createTestApp();
  const body = 'x'.repeat(512 * 1024 + 1);
  expect(await post(app, body, sign(body))).toBe(413);
  const init = { method: 'POST', body: new Blob([body]).stream(), duplex: 'half' } as RequestInit;
  expect((await app.request('/webhooks/stripe/connect', init)).status).toBe(413);
});

test('stores one row for 100 deliveries of one event', async () => {
  const app = await createTestApp();
  const body = eventOf();
  const statuses = await Promise.all(Array.from({ length: 100 }, () => post(app, body, sign(body))));
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(await listInbox(app)).toHaveLength(1);
});

test('acknowledges nothing while the database is unavailable', async () => {
  const database = await openTestDatabase();
  const app = await createTestApp({ database: { ...database, close: async () => undefined } });
  const body = eventOf();
  await database.close();
  expect(await post(app, body, sign(body))).toBe(503);
  expect((await app.request('/readyz')).status).toBe(503);
  expect((await app.request('/healthz')).status).toBe(200);
});
