import { sql } from 'drizzle-orm';
import { afterEach, expect, test, vi } from 'vitest';

import { collectEvents, createGate, createErrorResponse, signedInBrowser } from '../testing/auth-browser.ts';
import { createTestAuth } from '../testing/test-auth.ts';

const auth = await createTestAuth();

afterEach(async () => {
  vi.useRealTimers();
  // Fake timers can fire the driver's query timeouts; the database then counts as unavailable until the next probe.
  await vi.waitFor(() => auth.context.db.execute(sql`select 1`));
});

const isRefresh = (path: string) => path.includes('grant_type=refresh_token');

test('refreshes a token in its last 90 seconds and not before', async () => {
  const { client, endIn, refreshes, session } = await signedInBrowser(auth);
  endIn(95);
  expect((await client.getSession()).data.session?.access_token).toBe(session.access_token);
  expect(refreshes()).toBe(0);
  endIn(85);
  const { data } = await client.getSession();
  expect(refreshes()).toBe(1);
  expect(data.session?.refresh_token).not.toBe(session.refresh_token);
});

test('an idle tab checks every 30 seconds and refreshes the token before it expires', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  const { tab, refreshes, stored, session, transport } = await signedInBrowser(auth);
  const refreshed = createGate();
  transport.intercept = async (_path, respond) => {
    const answered = await respond();
    refreshed.open();
    return answered;
  };
  const idleTokens = tab({ ticking: true });
  await idleTokens.initialize();
  await vi.advanceTimersByTimeAsync(450_000);
  expect(refreshes()).toBe(0);
  await vi.advanceTimersByTimeAsync(60_000);
  await refreshed.opened;
  await vi.waitFor(() => expect(stored()?.refresh_token).not.toBe(session.refresh_token));
  expect(refreshes()).toBe(1);
});

test('retries a failed refresh after 200, 400, 800 ms and so on, within one tick', async () => {
  const { client, endIn, transport, stored, session } = await signedInBrowser(auth);
  endIn(-1);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const start = Date.now();
  const at: number[] = [];
  transport.intercept = async () => {
    at.push(Date.now() - start);
    return createErrorResponse(503);
  };
  const pendingRefresh = client.getSession();
  await vi.advanceTimersByTimeAsync(60_000);
  const { data, error } = await pendingRefresh;
  expect(at).toEqual([0, 200, 600, 1400, 3000, 6200, 12_600, 25_400]);
  expect(data.session).toBeNull();
  expect(error).toMatchObject({ name: 'AuthRetryableFetchError', status: 503 });
  expect(stored()?.refresh_token).toBe(session.refresh_token);
});

test('a refresh succeeds as soon as the server responds again', async () => {
  const { client, endIn, transport, refreshes } = await signedInBrowser(auth);
  endIn(-1);
  let failuresLeft = 2;
  transport.intercept = async (_path, respond) =>
    failuresLeft-- > 0 ? Promise.reject(new TypeError('no network')) : respond();
  expect((await client.getSession()).data.session).not.toBeNull();
  expect(refreshes()).toBe(3);
});

test.each([500, 502, 503, 504, 520, 530])('a response of %i never ends a session', async (status) => {
  const { client, endIn, transport, stored, session } = await signedInBrowser(auth);
  endIn(-1);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  transport.intercept = async () => createErrorResponse(status);
  const pendingRefresh = client.refreshSession();
  await vi.advanceTimersByTimeAsync(60_000);
  expect((await pendingRefresh).error).toMatchObject({ name: 'AuthRetryableFetchError' });
  expect(stored()?.refresh_token).toBe(session.refresh_token);
});

test('a failed refresh is not repeated within a minute', async () => {
  const { client, endIn, transport, refreshes } = await signedInBrowser(auth);
  endIn(60);
  transport.intercept = async () => createErrorResponse(400, 'refresh_token_not_found');
  vi.useFakeTimers({ toFake: ['Date'] });
  await client.getSession();
  await client.getSession();
  expect(refreshes()).toBe(1);
  vi.setSystemTime(Date.now() + 61_000);
  await client.getSession();
  expect(refreshes()).toBe(2);
});

test('a refused refresh ends the session only after its access token has expired', async () => {
  const { client, endIn, transport, stored, session } = await signedInBrowser(auth);
  const events = await collectEvents(client);
  endIn(60);
  transport.intercept = async () => createErrorResponse(400, 'refresh_token_not_found');
  expect((await client.refreshSession()).error).toMatchObject({ code: 'refresh_token_not_found' });
  expect((await client.getSession()).data.session?.access_token).toBe(session.access_token);
  expect(events).not.toContain('SIGNED_OUT');

  const otherTab = await signedInBrowser(auth);
  const otherTabEvents = await collectEvents(otherTab.client);
  otherTab.endIn(-1);
  otherTab.transport.intercept = transport.intercept;
  expect((await otherTab.client.getSession()).data.session).toBeNull();
  expect(otherTab.stored()).toBeNull();
  expect(otherTabEvents).toContain('SIGNED_OUT');
  expect(stored()).not.toBeNull();
});

test('all callers in one tab share one refresh', async () => {
  const { client, endIn, refreshes } = await signedInBrowser(auth);
  endIn(-1);
  const responses = await Promise.all(Array.from({ length: 10 }, () => client.getSession()));
  expect(refreshes()).toBe(1);
  expect(new Set(responses.map(({ data }) => data.session?.access_token)).size).toBe(1);
});

test('five tabs that refresh at once keep one session, and none is signed out', async () => {
  const { endIn, tab, refreshes, transport, stored, session } = await signedInBrowser(auth);
  endIn(-1);
  const tabs = Array.from({ length: 5 }, () => tab());
  const all = createGate();
  transport.intercept = async (path, respond) => {
    if (isRefresh(path) && refreshes() === 5) all.open();
    await all.opened;
    return respond();
  };
  const sessions = await Promise.all(tabs.map((client) => client.getSession()));
  expect(refreshes()).toBe(5);
  for (const { data } of sessions) expect(data.session?.user.id).toBe(session.user.id);
  expect(new Set(sessions.map(({ data }) => data.session?.refresh_token)).size).toBe(1);
  expect(stored()?.refresh_token).not.toBe(session.refresh_token);
  for (const client of tabs) expect((await client.refreshSession()).error).toBeNull();
});

test('repeats a response that was lost', async () => {
  const { client, endIn, transport, refreshes } = await signedInBrowser(auth);
  endIn(-1);
  transport.intercept = async (_path, respond) => {
    const answered = await respond();
    if (refreshes() === 1) throw new TypeError('the connection was cut');
    return answered;
  };
  expect((await client.getSession()).data.session).not.toBeNull();
  expect(refreshes()).toBe(2);
  expect((await client.getUser()).error).toBeNull();
});

test.each([
  ['a day ahead', 86_400_000],
  ['a day behind', -86_400_000],
  ['ten years behind', -3_650 * 86_400_000],
])('a browser whose clock is %s stays signed in', async (_how, offsetMs) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + offsetMs });
  const { client, refreshes, stored, endIn } = await signedInBrowser(auth);
  expect((stored()?.expires_at ?? 0) - Date.now() / 1000).toBeGreaterThan(590);
  expect((await client.getUser()).error).toBeNull();
  expect(refreshes()).toBe(0);
  endIn(10);
  expect((await client.getSession()).data.session).not.toBeNull();
  expect(refreshes()).toBe(1);
});

test('a browser that was suspended for eight hours continues with a new token', async () => {
  const { client, refreshes, session } = await signedInBrowser(auth);
  const EIGHT_HOURS_S = 8 * 3_600_000;
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + EIGHT_HOURS_S });
  auth.clock.now += EIGHT_HOURS_S;
  const { data, error } = await client.getUser();
  expect(error).toBeNull();
  expect(data.user?.id).toBe(session.user.id);
  expect(refreshes()).toBe(1);
});
