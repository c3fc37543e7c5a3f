import { expect, test } from 'vitest';

import { listAuditEntries } from '#server/db/audit-entries.ts';

import { letIn, buy, BO, openBuyers } from '#server/buyers/testing-buyers.ts';

import { openDoors, newEmail } from './auth-testing.ts';
import { tellSessions } from './tell-sessions.ts';

const doors = await openDoors();
const { context } = doors;

test('the operator ends the sessions of one account, or of all, with immediate effect', async () => {
  const [victim, other] = [newEmail(), newEmail()];
  const first = await doors.signUp(victim);
  const second = (await (await doors.signIn(victim)).json()) as typeof first;
  const bystander = await doors.signUp(other);
  const statusesOf = async () =>
    Promise.all([first, second, bystander].map(async (one) => (await doors.user(one.access_token)).status));

  expect((await tellSessions(context, ['list', victim.toUpperCase()])).text).toBe('Signed in: 2.');
  expect((await tellSessions(context, ['end', victim])).text).toContain('Ended: 2.');
  expect(await statusesOf()).toEqual([403, 403, 200]);
  expect((await doors.refresh(second.refresh_token)).status).toBe(400);
  expect((await doors.signIn(victim)).status).toBe(200);

  expect((await tellSessions(context, ['end', '--all'])).good).toBe(true);
  expect(await statusesOf()).toEqual([403, 403, 403]);
  const wish = { sellerId: null, act: 'sessions_ended', since: null, most: 10 } as const;
  const written = await listAuditEntries(context.db, wish);
  expect(new Set(written.map(({ actor, subject }) => `${actor} ${subject}`))).toEqual(
    new Set([`operator ${first.user.id}`, 'operator everybody']),
  );
  expect(await tellSessions(context, ['end', 'nobody@shop.example'])).toMatchObject({ good: false });
});

test("ending all sessions includes those of buyers; ending one seller's does not", async () => {
  const opened = await openBuyers();
  await buy(opened.shop, opened.seller, BO);
  const { cookies } = await letIn(opened);
  const end = (whose: string) => tellSessions(opened.shop.context, ['end', whose]);
  await end(opened.seller.email);
  expect(await opened.buyers.enter(cookies)).not.toBeNull();
  expect((await end('--all')).text).toContain('and 1 of buyers');
  expect(await opened.buyers.enter(cookies)).toBeNull();
  expect((await end('--all')).text).toBe('Ended: 0, and 0 of buyers. Everybody signs in again.');
});
