import { expect, test } from 'vitest';

import { listAuditEntries } from '#server/audit/record-audit.ts';
import { signInBuyer, buyPage, BO, createTestBuyers } from '#server/testing/buyer-helpers.ts';

import { createTestAuth, createEmail } from '../testing/test-auth.ts';
import { runSessionsCommand } from './sessions-command.ts';

const auth = await createTestAuth();
const { context } = auth;

test('the operator ends the sessions of one account, or of all, with immediate effect', async () => {
  const [victimEmail, otherEmail] = [createEmail(), createEmail()];
  const firstSession = await auth.signUp(victimEmail);
  const secondSession = (await (await auth.signIn(victimEmail)).json()) as typeof firstSession;
  const otherSession = await auth.signUp(otherEmail);
  const listStatuses = async () =>
    Promise.all(
      [firstSession, secondSession, otherSession].map(
        async (session) => (await auth.user(session.access_token)).status,
      ),
    );

  expect((await runSessionsCommand(context, ['list', victimEmail.toUpperCase()])).text).toBe('Active sessions: 2.');
  expect((await runSessionsCommand(context, ['end', victimEmail])).text).toContain('Sessions ended: 2.');
  expect(await listStatuses()).toEqual([403, 403, 200]);
  expect((await auth.refresh(secondSession.refresh_token)).status).toBe(400);
  expect((await auth.signIn(victimEmail)).status).toBe(200);

  expect((await runSessionsCommand(context, ['end', '--all'])).good).toBe(true);
  expect(await listStatuses()).toEqual([403, 403, 403]);
  const query = { sellerId: null, action: 'sessions_ended', since: null, limit: 10 } as const;
  const entries = await listAuditEntries(context.db, query);
  expect(new Set(entries.map(({ actor, subject }) => `${actor} ${subject}`))).toEqual(
    new Set([`operator ${firstSession.user.id}`, 'operator everybody']),
  );
  expect(await runSessionsCommand(context, ['end', 'nobody@shop.example'])).toMatchObject({ good: false });
});

test("ending all sessions includes those of buyers; ending one seller's does not", async () => {
  const testEnv = await createTestBuyers();
  await buyPage(testEnv.app, testEnv.seller, BO);
  const { cookies } = await signInBuyer(testEnv);
  const endSessions = (target: string) => runSessionsCommand(testEnv.app.context, ['end', target]);
  await endSessions(testEnv.seller.email);
  expect(await testEnv.buyers.authenticate(cookies)).not.toBeNull();
  expect((await endSessions('--all')).text).toContain('and 1 of buyers.');
  expect(await testEnv.buyers.authenticate(cookies)).toBeNull();
  expect((await endSessions('--all')).text).toBe('Sessions ended: 0 of sellers and 0 of buyers.');
});
