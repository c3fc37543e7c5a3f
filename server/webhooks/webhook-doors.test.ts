import { createHmac } from 'node:crypto';

import { expect, test } from 'vitest';

import { listMail } from '#server/db/outbox.ts';
import { providerEvents } from '#server/db/schema-events.ts';
import { openShop, type TestShop } from '#server/testing.ts';
import { openTestDatabase } from '#server/testing-database.ts';

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

const digest = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('hex');

const signed = (body: string, secret = SECRETS.connect, at = nowS(), version = 'v1'): string =>
  `t=${at},${version}=${digest(secret, `${at}.${body}`)}`;

const post = async (shop: TestShop, body: string, signature: string | null, scope: Scope = 'connect') => {
  const headers: Record<string, string> = signature === null ? {} : { 'stripe-signature': signature };
  return (await shop.request(`/webhooks/stripe/${scope}`, { method: 'POST', body, headers })).status;
};

const inbox = ({ context }: TestShop) => context.db.select().from(providerEvents);

test('stores an event that is signed with the secret of its scope', async () => {
  const shop = await openShop();
  const body = eventOf();
  expect(await post(shop, body, signed(body))).toBe(200);
  expect(await inbox(shop)).toMatchObject([
    { mode: 'sandbox', id: 'evt_1', scope: 'connect', accountId: 'acct_1', objectId: 'cus_1' },
  ]);
  const platform = eventOf({ id: 'evt_2', account: undefined });
  expect(await post(shop, platform, signed(platform, SECRETS.platform), 'platform')).toBe(200);
  expect((await inbox(shop)).map(({ id, accountId }) => `${id} ${accountId}`)).toContain('evt_2 ');
  await shop.settled();
  expect((await inbox(shop)).map(({ status }) => status)).toEqual(['ignored', 'ignored']);
});

const BODY = eventOf();
const HERE = nowS();

/** Invalid requests to the connect endpoint: name, body and signature. */
const FORGED: [string, string, string | null][] = [
  ['no signature', BODY, null],
  ['an empty signature', BODY, ''],
  ['a signature of nothing', BODY, 'garbage'],
  ['a time alone', BODY, `t=${HERE}`],
  ['a signature without a time', BODY, `v1=${digest(SECRETS.connect, `${HERE}.${BODY}`)}`],
  ['the old scheme alone', BODY, signed(BODY, SECRETS.connect, HERE, 'v0')],
  ['an empty secret', BODY, signed(BODY, '')],
  ['the secret of the other scope', BODY, signed(BODY, SECRETS.platform)],
  ['a secret with a letter more', BODY, signed(BODY, `${SECRETS.connect}x`)],
  ['a flipped byte of the body', BODY.replace('cus_1', 'cus_2'), signed(BODY)],
  ['a blank more in the body', `${BODY} `, signed(BODY)],
  ['a body written anew', JSON.stringify(JSON.parse(BODY), null, 2), signed(BODY)],
  ['a signature cut short', BODY, signed(BODY).slice(0, -1)],
  ['another time than was signed', BODY, signed(BODY).replace(/t=\d+/, `t=${HERE - 1}`)],
  ['a time five minutes ago', BODY, signed(BODY, SECRETS.connect, HERE - 330)],
  ['a time a day ago', BODY, signed(BODY, SECRETS.connect, HERE - 86_400)],
  ['a time in five minutes', BODY, signed(BODY, SECRETS.connect, HERE + 330)],
  ['a time that is none', BODY, `t=soon,v1=${digest(SECRETS.connect, `soon.${BODY}`)}`],
  ['no body', '', signed('')],
  ['a signed body that is no JSON', 'event', signed('event')],
];

test('rejects every request without a valid signature', async () => {
  const shop = await openShop();
  for (const [what, body, signature] of FORGED) {
    expect([what, await post(shop, body, signature)]).toEqual([what, 400]);
  }
  expect(await inbox(shop)).toEqual([]);
});

test('accepts a clock skew below five minutes and a rotated secret', async () => {
  const shop = await openShop();
  for (const [id, at] of [
    ['evt_past', nowS() - 270],
    ['evt_future', nowS() + 270],
  ] as const) {
    const body = eventOf({ id });
    expect(await post(shop, body, signed(body, SECRETS.connect, at))).toBe(200);
  }
  const rolled = eventOf({ id: 'evt_rolled' });
  const [, former = ''] = signed(rolled, 'whsec_former', HERE).split(',');
  const [, current = ''] = signed(rolled, SECRETS.connect, HERE).split(',');
  expect(await post(shop, rolled, `t=${HERE},${former},${current}`)).toBe(200);
  expect(await inbox(shop)).toHaveLength(3);
});

/** Posts events from a sender whose clock differs. */
async function postSkewed(shop: TestShop, aheadS: number, times: number): Promise<number[]> {
  const answers: number[] = [];
  for (let turn = 0; turn < times; turn++) {
    const body = eventOf({ id: `evt_${aheadS}_${turn}` });
    answers.push(await post(shop, body, signed(body, SECRETS.connect, nowS() + aheadS)));
  }
  return answers;
}

const clockAlerts = async ({ context }: TestShop) =>
  (await listMail(context.db, 100)).filter(({ dedupKey }) => dedupKey.includes(':clock:'));

test('emails the operator once a day about clock skew, before and after events are rejected', async () => {
  const env = { OPERATOR_EMAIL: 'operator@example.com' };
  const [nearly, early, late] = [await openShop({ env }), await openShop({ env }), await openShop({ env })];
  expect(await postSkewed(nearly, -50, 30)).toEqual(Array<number>(30).fill(200));
  expect(await postSkewed(early, 90, 30)).toEqual(Array<number>(30).fill(200));
  expect(await postSkewed(late, -600, 30)).toEqual(Array<number>(30).fill(400));
  for (const shop of [nearly, early, late]) await shop.settled();
  expect(await clockAlerts(nearly)).toEqual([]);
  for (const [shop, words] of [
    [early, 'before'],
    [late, 'after'],
  ] as const)
    await expect
      .poll(() => clockAlerts(shop))
      .toMatchObject([{ props: { detail: expect.stringContaining(words) } }]);
});

test('ignores a few late events and a single wrong clock', async () => {
  const shop = await openShop({ env: { OPERATOR_EMAIL: 'operator@example.com' } });
  await postSkewed(shop, -250, 9);
  await postSkewed(shop, 0, 20);
  await shop.settled();
  expect(await clockAlerts(shop)).toEqual([]);
});

test('acknowledges and ignores events of another scope or mode', async () => {
  const shop = await openShop();
  const cases: [string, Scope][] = [
    [eventOf({ account: undefined }), 'connect'],
    [eventOf(), 'platform'],
    [eventOf({ livemode: true }), 'connect'],
    [eventOf({ livemode: true, account: undefined }), 'platform'],
  ];
  for (const [body, scope] of cases)
    expect(await post(shop, body, signed(body, SECRETS[scope]), scope)).toBe(200);
  expect(await inbox(shop)).toEqual([]);
});

test('rejects a body above 512 kB before reading it', async () => {
  const shop = await openShop();
  const body = 'x'.repeat(512 * 1024 + 1);
  expect(await post(shop, body, signed(body))).toBe(413);
  const init = { method: 'POST', body: new Blob([body]).stream(), duplex: 'half' } as RequestInit;
  expect((await shop.request('/webhooks/stripe/connect', init)).status).toBe(413);
});

test('stores one row for 100 deliveries of one event', async () => {
  const shop = await openShop();
  const body = eventOf();
  const answers = await Promise.all(Array.from({ length: 100 }, () => post(shop, body, signed(body))));
  expect(new Set(answers)).toEqual(new Set([200]));
  expect(await inbox(shop)).toHaveLength(1);
});

test('acknowledges nothing while the database is unavailable', async () => {
  const database = await openTestDatabase();
  const shop = await openShop({ database: { ...database, close: async () => undefined } });
  const body = eventOf();
  await database.close();
  expect(await post(shop, body, signed(body))).toBe(503);
  expect((await shop.request('/readyz')).status).toBe(503);
  expect((await shop.request('/healthz')).status).toBe(200);
});
