import { afterEach, expect, test, vi } from 'vitest';

import { eventsOf, gate, refusalOf, signedInBrowser } from './auth-client-testing.ts';
import { openDoors } from './auth-testing.ts';

const doors = await openDoors();

afterEach(() => {
  vi.useRealTimers();
});

const isRefresh = (path: string) => path.includes('grant_type=refresh_token');

test('refreshes a token in its last 90 seconds and not before', async () => {
  const { client, endIn, refreshes, session } = await signedInBrowser(doors);
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
  const { tab, refreshes, stored, session, way } = await signedInBrowser(doors);
  const renewed = gate();
  way.between = async (_path, answer) => {
    const answered = await answer();
    renewed.open();
    return answered;
  };
  const idle = tab({ ticking: true });
  await idle.initialize();
  await vi.advanceTimersByTimeAsync(450_000);
  expect(refreshes()).toBe(0);
  await vi.advanceTimersByTimeAsync(60_000);
  await renewed.opened;
  await vi.waitFor(() => expect(stored()?.refresh_token).not.toBe(session.refresh_token));
  expect(refreshes()).toBe(1);
});

test('retries a failed refresh after 200, 400, 800 ms and so on, within one tick', async () => {
  const { client, endIn, way, stored, session } = await signedInBrowser(doors);
  endIn(-1);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const start = Date.now();
  const at: number[] = [];
  way.between = async () => {
    at.push(Date.now() - start);
    return refusalOf(503);
  };
  const asking = client.getSession();
  await vi.advanceTimersByTimeAsync(60_000);
  const { data, error } = await asking;
  expect(at).toEqual([0, 200, 600, 1400, 3000, 6200, 12_600, 25_400]);
  expect(data.session).toBeNull();
  expect(error).toMatchObject({ name: 'AuthRetryableFetchError', status: 503 });
  expect(stored()?.refresh_token).toBe(session.refresh_token);
});

test('a refresh succeeds as soon as the server responds again', async () => {
  const { client, endIn, way, refreshes } = await signedInBrowser(doors);
  endIn(-1);
  let left = 2;
  way.between = async (_path, answer) =>
    left-- > 0 ? Promise.reject(new TypeError('no network')) : answer();
  expect((await client.getSession()).data.session).not.toBeNull();
  expect(refreshes()).toBe(3);
});

test.each([500, 502, 503, 504, 520, 530])('a response of %i never ends a session', async (status) => {
  const { client, endIn, way, stored, session } = await signedInBrowser(doors);
  endIn(-1);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  way.between = async () => refusalOf(status);
  const asking = client.refreshSession();
  await vi.advanceTimersByTimeAsync(60_000);
  expect((await asking).error).toMatchObject({ name: 'AuthRetryableFetchError' });
  expect(stored()?.refresh_token).toBe(session.refresh_token);
});

test('a failed refresh is not repeated within a minute', async () => {
  const { client, endIn, way, refreshes } = await signedInBrowser(doors);
  endIn(60);
  way.between = async () => refusalOf(400, 'refresh_token_not_found');
  vi.useFakeTimers({ toFake: ['Date'] });
  await client.getSession();
  await client.getSession();
  expect(refreshes()).toBe(1);
  vi.setSystemTime(Date.now() + 61_000);
  await client.getSession();
  expect(refreshes()).toBe(2);
});

test('a refused refresh ends the session only after its access token has expired', async () => {
  const { client, endIn, way, stored, session } = await signedInBrowser(doors);
  const events = await eventsOf(client);
  endIn(60);
  way.between = async () => refusalOf(400, 'refresh_token_not_found');
  expect((await client.refreshSession()).error).toMatchObject({ code: 'refresh_token_not_found' });
  expect((await client.getSession()).data.session?.access_token).toBe(session.access_token);
  expect(events).not.toContain('SIGNED_OUT');

  const late = await signedInBrowser(doors);
  const lateEvents = await eventsOf(late.client);
  late.endIn(-1);
  late.way.between = way.between;
  expect((await late.client.getSession()).data.session).toBeNull();
  expect(late.stored()).toBeNull();
  expect(lateEvents).toContain('SIGNED_OUT');
  expect(stored()).not.toBeNull();
});

test('all callers in one tab share one refresh', async () => {
  const { client, endIn, refreshes } = await signedInBrowser(doors);
  endIn(-1);
  const answers = await Promise.all(Array.from({ length: 10 }, () => client.getSession()));
  expect(refreshes()).toBe(1);
  expect(new Set(answers.map(({ data }) => data.session?.access_token)).size).toBe(1);
});

test('five tabs that refresh at once keep one session, and none is signed out', async () => {
  const { endIn, tab, refreshes, way, stored, session } = await signedInBrowser(doors);
  endIn(-1);
  const tabs = Array.from({ length: 5 }, () => tab());
  const all = gate();
  way.between = async (path, answer) => {
    if (isRefresh(path) && refreshes() === 5) all.open();
    await all.opened;
    return answer();
  };
  const sessions = await Promise.all(tabs.map((client) => client.getSession()));
  expect(refreshes()).toBe(5);
  for (const { data } of sessions) expect(data.session?.user.id).toBe(session.user.id);
  expect(new Set(sessions.map(({ data }) => data.session?.refresh_token)).size).toBe(1);
  expect(stored()?.refresh_token).not.toBe(session.refresh_token);
  for (const client of tabs) expect((await client.refreshSession()).error).toBeNull();
});

test('repeats a response that was lost', async () => {
  const { client, endIn, way, refreshes } = await signedInBrowser(doors);
  endIn(-1);
  way.between = async (_path, answer) => {
    const answered = await answer();
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
])('a browser whose clock is %s stays signed in', async (_how, wrongBy) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + wrongBy });
  const { client, refreshes, stored, endIn } = await signedInBrowser(doors);
  expect((stored()?.expires_at ?? 0) - Date.now() / 1000).toBeGreaterThan(590);
  expect((await client.getUser()).error).toBeNull();
  expect(refreshes()).toBe(0);
  endIn(10);
  expect((await client.getSession()).data.session).not.toBeNull();
  expect(refreshes()).toBe(1);
});

test('a browser that was suspended for eight hours continues with a new token', async () => {
  const { client, refreshes, session } = await signedInBrowser(doors);
  const eightHours = 8 * 3_600_000;
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + eightHours });
  doors.clock.now += eightHours;
  const { data, error } = await client.getUser();
  expect(error).toBeNull();
  expect(data.user?.id).toBe(session.user.id);
  expect(refreshes()).toBe(1);
});
