import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time-units.ts';
import { createSecrets } from '#server/core/secrets.ts';
import { guardTransactions } from '#server/db/client.ts';
import { activations, licenses } from '#server/db/schema-delivery.ts';
import { webhookEvents } from '#server/db/schema-webhooks.ts';
import { runReseal } from '#server/ops/reseal.ts';
import { createProgram, createSoldLicense } from '#server/testing/licenses.ts';
import { moveClock } from '#server/testing/sold-orders.ts';
import { createTestApp } from '#server/testing/test-app.ts';
import { openTestDatabase } from '#server/testing/test-database.ts';
import { createEventValidator, parseEvent } from '#server/testing/webhook-event-validator.ts';

const listDevices = ({ app }: Awaited<ReturnType<typeof createSoldLicense>>) =>
  app.context.db.select().from(activations);

test('checks a key, however it is typed, and changes nothing', async () => {
  const sold = await createSoldLicense();
  const { app, key, deliverableId, send } = sold;
  const expected = {
    valid: true,
    state: 'active',
    activations: { used: 0, max: 3 },
    expiresAt: null,
    orderState: 'paid',
    proof: expect.any(String) as string,
  };
  expect(await send('check')).toMatchObject({ status: 200, body: expected });
  const typed = ` ${key.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')}`;
  expect((await createProgram(app, deliverableId.toUpperCase(), typed)('check')).body).toMatchObject(expected);
  // On a device that was not activated, the key is not valid.
  const onDevice = await send('check', { fingerprint: 'laptop' });
  expect(onDevice.body).toMatchObject({ ...expected, valid: false, proof: null });
  expect(await listDevices(sold)).toEqual([]);
});

test('does not know keys of other deliverables, unused keys, and texts that are no keys', async () => {
  const { app, key, deliverableId, licenseId } = await createSoldLicense();
  const unknown = { status: 404, body: { error: { code: 'license_unknown', type: 'not_found' } } };
  expect(await createProgram(app, crypto.randomUUID(), key)('check')).toMatchObject(unknown);
  for (const text of [`${key}0`, key.slice(0, -1), '-', '🧾', "' or 1=1--"])
    expect(await createProgram(app, deliverableId, text)('check')).toMatchObject(unknown);
  await app.context.db.update(licenses).set({ mode: null, entitlementId: null, state: 'unused' });
  for (const action of ['check', 'activate', 'deactivate'] as const) {
    const startedAt = performance.now();
    expect(await createProgram(app, deliverableId, key)(action, { fingerprint: 'laptop' })).toMatchObject(unknown);
    expect(performance.now() - startedAt).toBeGreaterThan(190);
  }
  expect(await app.context.db.select().from(licenses).where(eq(licenses.id, licenseId))).toHaveLength(1);
});

test('activates a key once per device and up to its limit, until a device is freed', async () => {
  const sold = await createSoldLicense();
  const activate = (fingerprint: string) => sold.send('activate', { fingerprint, label: ` ${fingerprint} \n` });
  expect((await activate('laptop')).body).toMatchObject({ valid: true, activations: { used: 1, max: 3 } });
  const [first] = await listDevices(sold);
  expect(await activate('laptop')).toMatchObject({ status: 200, body: { activations: { used: 1, max: 3 } } });
  expect(await listDevices(sold)).toEqual([first]);
  expect(first).toMatchObject({ label: 'laptop', endedAt: null });
  // Two devices are left for nine requests at once.
  const devices = Array.from({ length: 9 }, (_, index) => `device ${index}`);
  const answers = await Promise.all(devices.map(activate));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
  const refused = answers.find(({ status }) => status !== 200);
  expect(refused).toMatchObject({ status: 409, body: { error: { code: 'license_used_up' } } });
  expect((await sold.send('check', { fingerprint: 'laptop' })).body).toMatchObject({ valid: true });

  const freed = await sold.send('deactivate', { fingerprint: 'laptop' });
  expect(freed).toMatchObject({
    status: 200,
    body: { valid: false, state: 'active', activations: { used: 2, max: 3 } },
  });
  expect(await sold.send('deactivate', { fingerprint: 'laptop' })).toMatchObject({ status: 200, body: freed.body });
  const again = await activate(devices[answers.findIndex(({ status }) => status !== 200)] ?? '');
  expect(again).toMatchObject({ status: 200, body: { valid: true, activations: { used: 3, max: 3 } } });
});

test.for(['paused', 'ended', 'replaced'] as const)(
  'a key that is %s is not valid, and devices can only be freed',
  async (state) => {
    const sold = await createSoldLicense();
    await sold.send('activate', { fingerprint: 'laptop' });
    await sold.app.context.db.update(licenses).set({ state });
    const expected = { status: 200, body: { valid: false, state, proof: null, activations: { used: 1, max: 3 } } };
    expect(await sold.send('check', { fingerprint: 'laptop' })).toMatchObject(expected);
    expect(await sold.send('activate', { fingerprint: 'phone' })).toMatchObject(expected);
    const freed = await sold.send('deactivate', { fingerprint: 'laptop' });
    expect(freed).toMatchObject({ status: 200, body: { state, activations: { used: 0 } } });
  },
);

test('a key expires by the business clock', async () => {
  const { app, licenseId, send } = await createSoldLicense();
  const expiresAt = new Date(app.context.now().getTime() + DAY_MS);
  await app.context.db.update(licenses).set({ expiresAt }).where(eq(licenses.id, licenseId));
  expect((await send('check')).body).toMatchObject({ valid: true, expiresAt: expiresAt.toISOString() });
  await moveClock(app, 25);
  expect((await send('activate', { fingerprint: 'laptop' })).body).toMatchObject({ valid: false, state: 'expired' });
});

test('emits an event for each device that is added or removed, with the license after it', async () => {
  const sold = await createSoldLicense();
  const { app, send, licenseId, orderId } = sold;
  for (const action of ['activate', 'activate', 'check', 'deactivate', 'deactivate'] as const)
    await send(action, { fingerprint: 'laptop', ...(action === 'activate' && { label: 'Studio' }) });
  const sent = await app.context.db.select().from(webhookEvents).orderBy(webhookEvents.position);
  const rows = sent.filter(({ type }) => type.startsWith('license.'));
  expect(rows.map(({ type }) => type)).toEqual(['license.activated', 'license.deactivated']);
  const events = rows.map(({ body }) => parseEvent(body));
  const validateEvent = createEventValidator();
  for (const event of events) expect(validateEvent(event)).toEqual([]);
  const [device] = await listDevices(sold);
  expect(events.map(({ data }) => data)).toMatchObject([
    {
      license: { id: licenseId, orderId, buyerEmail: 'buyer@example.com', activations: { used: 1, max: 3 } },
      activation: { id: device?.id, label: 'Studio', endedAt: null },
    },
    { license: { activations: { used: 0, max: 3 } }, activation: { id: device?.id } },
  ]);
  expect(rows.map(({ summary }) => summary)).toEqual([
    'A license key for “Kiln Planner Pro” was activated on a device.',
    'A license key for “Kiln Planner Pro” was deactivated on a device.',
  ]);
  expect(JSON.stringify(rows)).not.toContain(sold.key);
});

/** Rate limits are on, and the clock of limits moves only by `advance`. */
const LIMITED = { env: { RATE_LIMITS: 'live' }, freezeClock: true };

/** Moves to the beginning of an hour, so that no window ends during the test. */
const startHour = ({ app }: Awaited<ReturnType<typeof createSoldLicense>>) =>
  app.advance(HOUR_MS - (app.context.realNow().getTime() % HOUR_MS));

test('allows 60 requests a minute for a key and 600 from an address', async () => {
  const sold = await createSoldLicense({}, LIMITED);
  startHour(sold);
  const sendMany = (count: number, send = sold.send) => Promise.all(Array.from({ length: count }, () => send('check')));
  const allowed = await sendMany(60);
  expect(new Set(allowed.map(({ status }) => status))).toEqual(new Set([200]));
  const refused = await sold.send('check');
  expect(refused).toMatchObject({ status: 429, body: { error: { code: 'rate_limited', retryAfter: 60 } } });
  expect(refused.headers.get('retry-after')).toBe('60');
  expect(refused.headers.get('ratelimit-limit')).toBe('600');
  sold.app.advance(MINUTE_MS);
  expect((await sold.send('check')).status).toBe(200);
  // Refused requests count for the address as well.
  await sendMany(599);
  const { status, headers } = await sold.app.request('/api/v1/licenses/public-key');
  expect([status, headers.get('ratelimit-remaining')]).toEqual([429, '0']);
}, 120_000);

test('blocks an address for an hour after 20 unknown keys', async () => {
  const sold = await createSoldLicense({}, LIMITED);
  const { app, deliverableId, send } = sold;
  startHour(sold);
  const guess = (index: number) => createProgram(app, deliverableId, `WRONG-KEY-${index}`)('check');
  const guesses = await Promise.all(Array.from({ length: 19 }, (_, index) => guess(index)));
  expect(new Set(guesses.map(({ status }) => status))).toEqual(new Set([404]));
  expect((await send('check')).status).toBe(200);
  app.advance(10 * MINUTE_MS);
  expect((await guess(20)).status).toBe(404);
  const blocked = { status: 429, body: { error: { code: 'rate_limited', retryAfter: 3600 } } };
  expect(await guess(21)).toMatchObject(blocked);
  expect(await send('check')).toMatchObject(blocked);
  app.advance(HOUR_MS - 1000);
  expect(await send('check')).toMatchObject({ status: 429, body: { error: { retryAfter: 1 } } });
  app.advance(1000);
  expect((await send('check')).status).toBe(200);
  expect((await guess(22)).status).toBe(404);
});

test('browsers of any site may send license requests, and nothing else', async () => {
  const { app, send } = await createSoldLicense();
  const preflight = (path: string, method: string) =>
    app.request(`/api/v1${path}`, {
      method: 'OPTIONS',
      headers: { origin: 'https://app.example', 'access-control-request-method': method },
    });
  const allowed = await preflight('/licenses/check', 'POST');
  expect(allowed.status).toBe(204);
  expect(allowed.headers.get('access-control-allow-origin')).toBe('*');
  expect(allowed.headers.get('access-control-allow-headers')).toBe('Content-Type');
  for (const [path, method] of [
    ['/licenses', 'GET'],
    ['/licenses/check', 'DELETE'],
  ] as const) {
    const refused = await preflight(path, method);
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, null]);
  }
  expect((await send('check')).headers.get('access-control-allow-origin')).toBe('*');
  const invalid = await send('activate');
  expect(invalid).toMatchObject({ status: 400, body: { error: { code: 'invalid_request', param: 'fingerprint' } } });
  expect(invalid.headers.get('access-control-allow-origin')).toBe('*');
});

const WEBHOOKS = { platform: 'whsec_platform', connect: 'whsec_connect' };
const [PREVIOUS_SECRET, NEW_SECRET] = ['the secret until now, long enough', 'the secret from now on, long enough'];

test('keys, devices and the public key stay when AUTH_SECRET changes', async () => {
  const database = await openTestDatabase();
  /** Options of a process with these secrets and a database handle of its own. */
  const withSecrets = (secret: string, alternate: string | null = null) => ({
    database: { ...database, db: guardTransactions(database.db) },
    secrets: createSecrets(secret, WEBHOOKS, alternate),
    env: { AUTH_SECRET: secret, ...(alternate && { AUTH_SECRET_ALSO: alternate }) },
  });
  const { app, send, key, deliverableId } = await createSoldLicense(
    { maxActivations: 1 },
    withSecrets(PREVIOUS_SECRET),
  );
  await send('activate', { fingerprint: 'laptop' });
  const publicKeys = await (await app.request('/api/v1/licenses/public-key')).text();
  await app.stopWorkers();
  const device = { fingerprint: 'laptop' };
  const rotating = await createTestApp(withSecrets(NEW_SECRET, PREVIOUS_SECRET));
  expect((await createProgram(rotating, deliverableId, key)('check', device)).body).toMatchObject({ valid: true });
  await runReseal(rotating.context, []);
  await rotating.stopWorkers();
  const after = await createTestApp(withSecrets(NEW_SECRET));
  expect((await createProgram(after, deliverableId, key)('check', device)).body).toMatchObject({
    valid: true,
    activations: { used: 1, max: 1 },
    proof: expect.any(String) as string,
  });
  expect(await (await after.request('/api/v1/licenses/public-key')).text()).toBe(publicKeys);
});
